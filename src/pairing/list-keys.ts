import { KEYED_LISTS, type ListKeys } from '../kubernetes-types.ts';
import { isMap, type Path, type Value } from '../yaml/index.ts';

/** Group and kind of a resource. */
export interface ResourceType {
  readonly group: string;
  readonly kind: string;
}

/**
 * Returns the keys by which Kubernetes identifies the elements of a list of a resource; undefined for a list without
 * keys, and for kinds outside Kubernetes' own API.
 */
export function listKeys({ group, kind }: ResourceType, path: Path): ListKeys | undefined {
  const isOwnKind = !group.includes('.') || group.endsWith('.k8s.io');
  const keys = path.filter((step) => typeof step === 'string');
  if (!isOwnKind && keys[0] !== 'metadata') return undefined;
  return KEYED_LISTS.find((row) => (row.kind ?? kind) === kind && endsWith(keys, row.path))?.keys;
}

/** Reports whether a path ends in some keys, in which `*` matches any key. */
export function endsWith(keys: readonly string[], end: readonly string[]): boolean {
  const last = keys.slice(-end.length);
  return last.length === end.length && end.every((key, index) => key === '*' || key === last[index]);
}

/** Returns a text that identifies an element by its keys; undefined unless all of them are scalars. */
export function elementKey(element: Value, keys: ListKeys): string | undefined {
  if (!isMap(element)) return undefined;
  const values = Object.entries(keys).map(([key, absent]) => (Object.hasOwn(element, key) ? element[key] : absent));
  const isComplete = values.every((value) => value !== undefined && value !== null && typeof value !== 'object');
  return isComplete ? values.map((value) => JSON.stringify(String(value))).join() : undefined;
}
