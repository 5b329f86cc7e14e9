import { byteOrder } from '../byte-order.ts';
import { isProtectedResource } from '../krm/protected.ts';
import type { Resource } from '../krm/resource.ts';
import { hasName, isIn, isSearched, matches, type ResourceSelector, type Selection } from './resource-selector.ts';

/** Policy with the parts that decide its order. */
export interface OrderedPolicy {
  readonly name: string;
  /** Its namespace is that of an OverridePolicy, and undefined for a ClusterOverridePolicy. */
  readonly selection: Selection;
}

/**
 * Returns the policies that apply to a resource, in Karmada's order, in which later ones win: ClusterOverridePolicies,
 * then OverridePolicies of its namespace; among these, from the least to the most specific match; then by name, in the
 * order of bytes. An unset namespace is `default`.
 */
export function policiesFor<Policy extends OrderedPolicy>(
  resource: Resource,
  policies: readonly Policy[],
): readonly Policy[] {
  return policies
    .flatMap((policy) => {
      const priority = priorityOf(policy.selection, resource);
      return priority === undefined ? [] : [{ policy, priority }];
    })
    .toSorted(
      (a, b) =>
        groupOf(a.policy) - groupOf(b.policy) || a.priority - b.priority || byteOrder(a.policy.name, b.policy.name),
    )
    .map(({ policy }) => policy);
}

function groupOf({ selection: { namespace } }: OrderedPolicy): number {
  return namespace === undefined ? 0 : 1;
}

/** Implicit priorities of Karmada. */
const PRIORITIES = { all: 1, labels: 2, name: 3 } as const;

/** Returns the highest priority of the selectors that match; undefined if the policy does not apply. */
function priorityOf(selection: Selection, resource: Resource): number | undefined {
  const { selectors, namespace } = selection;
  if (!isIn(resource, namespace)) return undefined;
  if (selectors.length === 0) return isProtectedResource(resource) ? undefined : PRIORITIES.all;
  const priorities = selectors
    .filter((selector) => matches(selector, resource, selection) && isSearched(resource, selector, selection))
    .map((selector) => selectorPriority(selector, selection));
  return priorities.length === 0 ? undefined : Math.max(...priorities);
}

/** Returns the priority of a selector. A pattern of a name counts like labels, as it selects some of all resources. */
function selectorPriority(selector: ResourceSelector, selection: Selection): number {
  if (hasName(selector, selection)) return PRIORITIES.name;
  const isForAll = selector.labelSelector === undefined && /^\**$/.test(selector.name ?? '');
  return isForAll ? PRIORITIES.all : PRIORITIES.labels;
}
