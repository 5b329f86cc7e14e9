import { groupOf } from '../../krm/resource.ts';
import { pairByText, type Keying } from '../../pairing/keying.ts';
import { isMap, type Path, type Value } from '../../yaml/index.ts';

/** Elements of a list of resources. */
export const RESOURCES: Keying = {
  isKeyed: true,
  way: 'identity',
  keyOf: resourceKey,
  pair: (before, after) => pairByText(before, after, (element) => resourceKey(element) ?? ''),
};

/** Reports whether the elements of a list, given by kind and path, are resources. */
export function isResourceList(kind: string, field: Path): boolean {
  return kind.endsWith('List') && field.length === 1 && field[0] === 'items';
}

/** Returns a text for the group, kind, namespace and name of a resource; undefined for other data. */
export function resourceKey(element: Value): string | undefined {
  if (!isMap(element) || !isMap(element['metadata'])) return undefined;
  const { apiVersion, kind, metadata } = element;
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
  return JSON.stringify([group, kind ?? '', metadata['namespace'] ?? 'default', metadata['name'] ?? '']);
}
