import { groupBy } from '../group-by.ts';
import { identityOf, type Resource } from './resource.ts';
import type { Results } from './results.ts';

/**
 * Reports each resource of one kind that repeats the namespace and name of an earlier one, since the intended one is
 * ambiguous.
 */
export function rejectDuplicates(resources: Iterable<Resource>, results: Results): void {
  for (const [, ...twins] of groupBy(resources, ({ namespace, name }) => identityOf(namespace, name)).values())
    for (const resource of twins)
      results.error(`duplicate ${resource.kind}: namespace and name must be unique`, { resource });
}
