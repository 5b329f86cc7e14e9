import { byteOrder } from '../byte-order.ts';
import { firstNames } from '../wording.ts';
import type { Resource } from './resource.ts';
import type { Results } from './results.ts';

/** Names a namespace in a message. */
export function namespaceName(namespace: string): string {
  return `namespace "${namespace || 'default'}"`;
}

/**
 * Returns the end of a message about a rule that selects nothing: the namespace that it searches, how many resources it
 * would select in others, and the remedy; '' if there are none. `others`: these resources, which may repeat. `searched`:
 * undefined if the message names it.
 */
export function elsewhere(others: Iterable<Resource>, searched: string | undefined, remedy: string): string {
  const all = [...new Set(others)];
  if (all.length === 0) return '';
  const names = [...new Set(all.map(({ namespace }) => namespaceName(namespace)))].toSorted(byteOrder);
  const where = searched === undefined ? '' : ` in ${namespaceName(searched)}`;
  return `${where}; ${all.length} would match in ${firstNames(names, (name) => name)}: ${remedy}`;
}

/**
 * Reports an info for each resource that a rule would select but for its namespace, if the rule selects others. `rule`:
 * start of the message.
 */
export function reportElsewhere(rule: string, others: Iterable<Resource>, results: Results): void {
  for (const resource of new Set(others))
    results.info(`${rule} would match but for the namespace`, {
      code: 'other-namespace',
      resource,
      field: ['metadata', 'namespace'],
    });
}
