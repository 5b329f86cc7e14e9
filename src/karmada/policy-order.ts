import { byteOrder } from '../byte-order.ts';
import type { ClusterScopedKinds } from '../krm/cluster-scoped.ts';
import type { Resource } from '../krm/resource.ts';
import { hasName, matchSelectors } from './resource-selector.ts';
import type { ResourceSelector, Selection, SelectorMatch } from './resource-selector.ts';

/** Policy with the parts that decide its order. */
export interface OrderedPolicy {
  readonly name: string;
  /** Its namespace is that of an OverridePolicy, and undefined for a ClusterOverridePolicy. */
  readonly selection: Selection;
}

/**
 * Returns policies in the groups in which Karmada applies them, all of one before it selects those of the next: first
 * ClusterOverridePolicies, then OverridePolicies.
 */
export function stagesOf<Policy extends OrderedPolicy>(policies: readonly Policy[]): readonly (readonly Policy[])[] {
  const isWide = ({ selection: { namespace } }: Policy): boolean => namespace === undefined;
  return [policies.filter(isWide), policies.filter((policy) => !isWide(policy))];
}

/** Policies of one stage that apply to a resource, and the selectors that led to them or nearly did. */
export interface SelectedPolicies<Policy> {
  readonly policies: readonly Policy[];
  readonly matches: readonly SelectorMatch[];
}

/**
 * Returns the policies of a stage that apply to a resource, in Karmada's order, in which later ones win: from the least
 * to the most specific match; then by name, in the order of bytes. An unset namespace is `default`.
 */
export function selectPolicies<Policy extends OrderedPolicy>(
  resource: Resource,
  stage: readonly Policy[],
  clusterScoped: ClusterScopedKinds,
): SelectedPolicies<Policy> {
  const considered = stage.map((policy) => {
    const matches = matchSelectors(policy.selection, resource, clusterScoped);
    return { policy, matches, priority: priorityOf(matches) };
  });
  const policies = considered
    .flatMap(({ policy, priority }) => (priority === undefined ? [] : [{ policy, priority }]))
    .toSorted((a, b) => a.priority - b.priority || byteOrder(a.policy.name, b.policy.name));
  return {
    policies: policies.map(({ policy }) => policy),
    matches: considered.flatMap(({ matches }) => matches),
  };
}

/** Implicit priorities of Karmada. */
const PRIORITIES = { all: 1, labels: 2, name: 3 } as const;

/** Returns the highest priority of the matches of a policy; undefined if the policy does not apply. */
function priorityOf(matches: readonly SelectorMatch[]): number | undefined {
  const selected = matches.filter(({ isSelected }) => isSelected);
  const priorities = selected.map(({ selector, selection }) =>
    selector === undefined ? PRIORITIES.all : selectorPriority(selector, selection),
  );
  return priorities.length === 0 ? undefined : Math.max(...priorities);
}

/** Returns the priority of a selector. A pattern of a name counts like labels, as it selects some of all resources. */
function selectorPriority(selector: ResourceSelector, selection: Selection): number {
  if (hasName(selector, selection)) return PRIORITIES.name;
  const isForAll = selector.labelSelector === undefined && /^\**$/.test(selector.name ?? '');
  return isForAll ? PRIORITIES.all : PRIORITIES.labels;
}
