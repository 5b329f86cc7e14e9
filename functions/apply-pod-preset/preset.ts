import { isMap, type LabelSelector, type Path, type Resource, type Value } from '../../src/index.ts';

/** The lists that a preset adds to: `volumes` of a pod, the others of each of its containers. */
export const LIST_NAMES = ['env', 'envFrom', 'volumes', 'volumeMounts'] as const;

/** One of the lists. */
export type ListName = (typeof LIST_NAMES)[number];

/** Those that each container has. */
export const CONTAINER_LISTS: readonly ListName[] = ['env', 'envFrom', 'volumeMounts'];

/** What a preset adds to a list. */
export interface PresetElement {
  readonly list: ListName;
  /** By which it is known in its list: see `keyOf`. */
  readonly key: string;
  readonly value: Value;
  /** Where it is in the preset. */
  readonly path: Path;
}

/** A PodPreset that is valid. */
export interface Preset {
  readonly source: Resource;
  readonly name: string;
  /** As it is written: '' where unset. */
  readonly namespace: string;
  /** On labels of pods. An empty one matches all of the namespace. */
  readonly selector: LabelSelector;
  /** Its resourceVersion, or else a hash of its content. */
  readonly version: string;
  /** In the order in which they are added; no two of a list have the same key. */
  readonly elements: readonly PresetElement[];
}

/** By what an element is known in its list: two of one key are either equal or a conflict. Undefined where it has none. */
export function keyOf(list: ListName, element: Value): string | undefined {
  if (!isMap(element)) return undefined;
  if (list === 'envFrom') return sourceKey(element);
  return text(element[list === 'volumeMounts' ? 'mountPath' : 'name']);
}

/** Which object and with which prefix. Whether it may be absent is no part of the key, so that a difference there is a conflict. */
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
