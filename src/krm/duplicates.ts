import { groupBy } from '../group-by.ts';
import { namespacedName, type Resource } from './resource.ts';
import type { Results } from './results.ts';

/**
 * Reports each resource of one kind that repeats the namespace and name of an earlier one, since the intended one is
 * ambiguous.
 */
export function rejectDuplicates(resources: Iterable<Resource>, results: Results): void {
  for (const [, ...duplicates] of groupBy(resources, ({ namespace, name }) => namespacedName(namespace, name)).values())
    for (const resource of duplicates)
      results.error(`duplicate ${resource.kind}: namespace and name must be unique`, {
        code: 'duplicate-resource',
        resource,
      });
}
