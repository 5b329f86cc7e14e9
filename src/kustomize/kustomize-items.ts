import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import type { Results } from '../krm/results.ts';
import { namespacedName } from '../krm/resource.ts';
import { isList, isMap, type Value } from '../yaml/index.ts';

/**
 * Checks items as kustomize does when it takes them: each needs a kind and a name, and lists of resources a kind only.
 * Returns the resources to edit, those in lists included. Reports where kustomize refuses or removes items that are
 * accepted here, or edits the list instead of its elements.
 */
export function acceptItems(resources: Resources, results: Results): readonly Resource[] {
  const known = new Set<string>();
  const empty = new Set<Resource>();
  for (const item of resources.items) {
    if (isEmpty(item.document.value([]) ?? null)) {
      empty.add(item);
      results.difference('empty item kept: the original removes it', { resource: item });
    } else checkItem(item, known, results);
  }
  const all = [...resources].filter((resource) => !empty.has(resource));
  reportLists(resources, results);
  return all;
}

/** Reports the lists of resources: the original edits them instead of their elements. */
export function reportLists(resources: Resources, results: Results): void {
  const all = new Set(resources);
  for (const item of resources.items)
    if (!all.has(item))
      results.difference('the elements are edited: the original edits the list around them', { resource: item });
}

function isEmpty(value: Value): boolean {
  return value === null || (isMap(value) && Object.keys(value).length === 0) || (isList(value) && value.length === 0);
}

function checkItem(item: Resource, known: Set<string>, results: Results): void {
  const kind = scalarAt(item, ['kind']);
  const name = scalarAt(item, ['metadata', 'name']);
  if (kind === '') results.error('must have a kind', { code: 'missing-field', resource: item, field: ['kind'] });
  else if (name === '' && !kind.endsWith('List'))
    results.error('must have a name', { code: 'missing-field', resource: item, field: ['metadata', 'name'] });
  const identity = JSON.stringify([item.apiVersion, kind, namespacedName(item.namespace, name)]);
  if (known.has(identity))
    results.difference('another item has the same kind, namespace and name: the original fails', { resource: item });
  known.add(identity);
}

/** Returns the text of a scalar as kustomize takes it, also of a number; '' if there is none. */
function scalarAt({ document }: Resource, path: readonly string[]): string {
  const value = document.value(path) ?? null;
  return value === null || typeof value === 'object' ? '' : String(value);
}
