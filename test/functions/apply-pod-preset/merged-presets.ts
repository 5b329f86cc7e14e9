import { isDeepStrictEqual } from 'node:util';
import type { Value } from '../../../src/yaml/index.ts';

/** An element of a list. */
export type Item = Readonly<Record<string, Value>>;

/** Lists of a container, or the volumes of a pod, by list name. */
export type Lists = Readonly<Record<string, readonly Item[]>>;

/** Plain model of a pod: its volumes, and the lists of its containers by container name. */
export interface PlainPod {
  readonly volumes: readonly Item[];
  readonly containers: Readonly<Record<string, Lists>>;
}

/** Plain model of a preset. */
export interface PlainPreset {
  readonly name: string;
  readonly lists: Lists;
}

interface Rule {
  readonly onConflict: string;
  readonly conflictUnit: string;
}

/**
 * Merges presets into a pod without injected elements. Returns the pod and the number of conflicting presets. With
 * `pod` as unit, a conflict leaves the pod unchanged.
 */
export function merged(
  pod: PlainPod,
  presets: readonly PlainPreset[],
  rule: Rule,
): { pod: PlainPod; conflicts: number } {
  let at = pod;
  let conflicts = 0;
  for (const { lists } of presets) {
    const next = withPreset(at, lists, rule.onConflict);
    if (next === undefined) conflicts++;
    else at = next;
  }
  return { pod: conflicts > 0 && rule.conflictUnit === 'pod' ? pod : at, conflicts };
}

function withPreset(pod: PlainPod, lists: Lists, onConflict: string): PlainPod | undefined {
  const { volumes: brought = [], ...others } = lists;
  const volumes = joined('volumes', pod.volumes, brought, onConflict);
  const containers: Record<string, Lists> = {};
  let isRefused = volumes === undefined;
  for (const [name, own] of Object.entries(pod.containers)) {
    const result: Record<string, readonly Item[]> = { ...own };
    for (const [list, items] of Object.entries(others)) {
      const list2 = joined(list, own[list] ?? [], items, onConflict);
      if (list2 === undefined) isRefused = true;
      else result[list] = list2;
    }
    containers[name] = result;
  }
  return isRefused ? undefined : { volumes: volumes ?? [], containers };
}

function joined(
  list: string,
  own: readonly Item[],
  brought: readonly Item[],
  onConflict: string,
): readonly Item[] | undefined {
  const items = [...own];
  for (const item of brought) {
    const index = items.findIndex((other) => keyOf(list, other) === keyOf(list, item));
    const there = items[index];
    if (there === undefined) items.push(item);
    else if (isDeepStrictEqual(bare(there), bare(item)) || onConflict === 'keep') continue;
    else if (onConflict === 'override') items[index] = item;
    else return undefined;
  }
  return items;
}

/** Returns the key that identifies an element in its list. */
export function keyOf(list: string, item: Item): string {
  const { name, mountPath, prefix = '', configMapRef = {}, secretRef = {} } = item;
  if (list === 'volumeMounts') return JSON.stringify(mountPath);
  return list === 'envFrom' ? JSON.stringify([prefix, nameIn(configMapRef), nameIn(secretRef)]) : JSON.stringify(name);
}

function nameIn(ref: Value): unknown {
  return (ref as Item)['name'];
}

/** Returns the value without fields of generated elements that mean the same as absence. */
export function bare(value: Value): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value as Item).map(
    ([key, item]) => [key, key === 'emptyDir' ? '' : bare(item)] as const,
  );
  return Object.fromEntries(entries.filter(([, item]) => item !== '' && item !== false).toSorted(byKey));
}

/** Compares entries of a map by key. */
export function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
