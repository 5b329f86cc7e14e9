import type { Cluster, ResourceSelector, TargetCluster } from '../../../../src/index.ts';
import type { Item, Policy } from './data.ts';

/** Sorts the policies of one kind that select an item: by specificity and name. */
export function inOrder(item: Item, policies: readonly Policy[]): readonly Policy[] {
  const keyOf = ({ kind, name, spec, namespace }: Policy): string | undefined => {
    if (kind === 'OverridePolicy' && (namespace ?? 'default') !== namespaceOf(item)) return undefined;
    const selectors = spec.resourceSelectors ?? [];
    const priorities = selectors.filter((selector) => selects(selector, item)).map(priorityOf);
    if (selectors.length > 0 && priorities.length === 0) return undefined;
    return `${Math.max(1, ...priorities)} ${name}`;
  };
  const keys = new Map(policies.map((policy) => [policy, keyOf(policy)]));
  const compare = (a: string, b: string): number => (a < b ? -1 : 1);
  return policies
    .filter((policy) => keys.get(policy) !== undefined)
    .toSorted((a, b) => compare(keys.get(a) ?? '', keys.get(b) ?? ''));
}

function namespaceOf({ metadata: { namespace = 'default' } }: Item): string {
  return namespace;
}

function selects({ apiVersion, kind, namespace, name = '', labelSelector }: ResourceSelector, item: Item): boolean {
  if (apiVersion !== item.apiVersion || kind !== item.kind) return false;
  if (namespace !== undefined && namespace !== namespaceOf(item)) return false;
  if (name !== '') return name === item.metadata.name;
  return hasLabels(item.metadata.labels, labelSelector?.matchLabels);
}

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
