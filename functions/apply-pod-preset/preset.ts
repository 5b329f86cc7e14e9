import type { LabelSelector } from '../../src/function/index.ts';
import type { Resource } from '../../src/krm/index.ts';
import { isMap, type Path, type Value } from '../../src/yaml/index.ts';

/** Lists that a preset adds to: `volumes` of a pod, and the others of each of its containers. */
export const LIST_NAMES = ['env', 'envFrom', 'volumes', 'volumeMounts'] as const;

/** Name of one of the lists. */
export type ListName = (typeof LIST_NAMES)[number];

/** Lists of a container. */
export const CONTAINER_LISTS: readonly ListName[] = ['env', 'envFrom', 'volumeMounts'];

/** An element that a preset adds to a list. */
export interface PresetElement {
  readonly list: ListName;
  /** Identifies the element in its list: see `elementKey`. */
  readonly key: string;
  readonly value: Value;
  /** Path in the preset. */
  readonly path: Path;
}

/** A valid PodPreset. */
export interface Preset {
  readonly source: Resource;
  readonly name: string;
  /** Namespace as written; '' if unset. */
  readonly namespace: string;
  /** Selects pods by label. An empty selector matches all pods of the namespace. */
  readonly selector: LabelSelector;
  /** The resourceVersion if set, otherwise a hash of the content. */
  readonly version: string;
  /** Elements in the order in which they are added; keys are unique within a list. */
  readonly elements: readonly PresetElement[];
}

/**
 * Returns the key of an element in its list, or undefined if it has none. Elements with the same key are equal or
 * conflict.
 */
export function elementKey(list: ListName, element: Value): string | undefined {
  if (!isMap(element)) return undefined;
  if (list === 'envFrom') return sourceKey(element);
  return text(element[list === 'volumeMounts' ? 'mountPath' : 'name']);
}

/**
 * Returns prefix, kind and name of the source. `optional` is not part of the key, so a difference there is a conflict.
 */
function sourceKey(element: { readonly [key: string]: Value }): string | undefined {
  const prefix = text(element['prefix']) ?? '';
  for (const ref of ['configMapRef', 'secretRef']) {
    const source = element[ref];
    const name = isMap(source) ? text(source['name']) : undefined;
    if (name !== undefined) return `${prefix}${ref}/${name}`;
  }
  return undefined;
}

function text(value: Value | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
