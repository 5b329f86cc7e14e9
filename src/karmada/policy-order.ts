import { byteOrder } from '../byte-order.ts';
import { isProtectedResource } from '../krm/protected.ts';
import type { Resource } from '../krm/resource.ts';
import { hasName, isIn, matches, type ResourceSelector, type Selection } from './resource-selector.ts';

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
function priorityOf({ selectors, namespace }: Selection, resource: Resource): number | undefined {
  if (!isIn(resource, namespace)) return undefined;
  if (selectors.length === 0) return isProtectedResource(resource) ? undefined : PRIORITIES.all;
  const priorities = selectors
    .filter((selector) => matches(selector, resource) && isIn(resource, namespace ?? selector.namespace))
    .map(selectorPriority);
  return priorities.length === 0 ? undefined : Math.max(...priorities);
}

function selectorPriority(selector: ResourceSelector): number {
  if (hasName(selector)) return PRIORITIES.name;
  return selector.labelSelector === undefined ? PRIORITIES.all : PRIORITIES.labels;
}
