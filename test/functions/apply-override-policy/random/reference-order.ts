import type { Cluster, ResourceSelector, TargetCluster } from '../../../../src/karmada/index.ts';
import type { Item, Policy } from './data.ts';

/** Sorts the policies of one kind that select an item: by specificity and name. */
export function inOrder(item: Item, policies: readonly Policy[]): readonly Policy[] {
  const keyOf = (policy: Policy): string | undefined => {
    const { spec, name } = policy;
    if (!isInScope(item, policy)) return undefined;
    const priorities = matching(item, policy).map(priorityOf);
    if ((spec.resourceSelectors ?? []).length > 0 && priorities.length === 0) return undefined;
    return `${Math.max(1, ...priorities)} ${name}`;
  };
  const keys = new Map(policies.map((policy) => [policy, keyOf(policy)]));
  const compare = (a: string, b: string): number => (a < b ? -1 : 1);
  return policies
    .filter((policy) => keys.get(policy) !== undefined)
    .toSorted((a, b) => compare(keys.get(a) ?? '', keys.get(b) ?? ''));
}

/** Returns the selectors of a policy that select an item. */
export function matching(item: Item, policy: Policy): readonly ResourceSelector[] {
  if (!isInScope(item, policy)) return [];
  return (policy.spec.resourceSelectors ?? []).filter((selector) => selects(selector, item));
}

function isInScope(item: Item, { kind, namespace = 'default' }: Policy): boolean {
  return kind === 'ClusterOverridePolicy' || namespaceOf(item) === namespace;
}

/** Returns the namespace of an item; undefined if it is in none. */
function namespaceOf({ apiVersion, metadata: { namespace = 'default' } }: Item): string | undefined {
  return /^(?:rbac|wide)\./.test(apiVersion) ? undefined : namespace;
}

function selects({ apiVersion, kind, namespace, name = '', labelSelector }: ResourceSelector, item: Item): boolean {
  if (apiVersion !== item.apiVersion || kind !== item.kind) return false;
  if (namespace !== undefined && namespace !== namespaceOf(item)) return false;
  if (name !== '') return name === item.metadata.name;
  const { labels = {} } = item.metadata;
  const expressions = labelSelector?.matchExpressions ?? [];
  return hasLabels(labels, labelSelector?.matchLabels) && expressions.every((each) => meets(labels[each.key], each));
}

function meets(value: string | undefined, { operator, values = [] }: Requirement): boolean {
  if (operator === 'Exists') return value !== undefined;
  return operator === 'In' ? values.includes(value ?? '') : !values.includes(value ?? '');
}

type Requirement = NonNullable<NonNullable<ResourceSelector['labelSelector']>['matchExpressions']>[number];

function hasLabels(labels: Readonly<Record<string, string>> = {}, wanted: typeof labels = {}): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

function priorityOf({ name = '', labelSelector }: ResourceSelector): number {
  if (name !== '') return 3;
  return labelSelector === undefined ? 1 : 2;
}

/** Reports whether a rule targets a cluster. */
export function isTarget(target: TargetCluster | undefined, { name, labels, ...fields }: Cluster): boolean {
  const { clusterNames = [], exclude = [], labelSelector, fieldSelector } = target ?? {};
  const { provider = '', region = '', zones = [] } = fields;
  const known: Readonly<Record<string, readonly string[]>> = {
    provider: provider === '' ? [] : [provider],
    region: region === '' ? [] : [region],
    zone: zones,
  };
  const hasFields = (fieldSelector?.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
    const isListed = known[key]?.some((value) => values.includes(value)) === true;
    return isListed === (operator === 'In');
  });
  const isNamed = clusterNames.length === 0 || clusterNames.includes(name);
  return !exclude.includes(name) && isNamed && hasFields && hasLabels(labels, labelSelector?.matchLabels);
}
