import { groupBy } from '../group-by.ts';
import { identityOf, type Resource } from './resource.ts';
import type { Results } from './results.ts';

/** Reports each of these resources of one kind that has the namespace and name of an earlier one: which one is meant is not clear. */
export function rejectDuplicates(resources: Iterable<Resource>, results: Results): void {
  for (const [, ...twins] of groupBy(resources, ({ namespace, name }) => identityOf(namespace, name)).values())
    for (const resource of twins) results.error(`must be the only ${resource.kind} of its name`, { resource });
}
