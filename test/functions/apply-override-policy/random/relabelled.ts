import fc from 'fast-check';
import type { ResourceSelector, WrittenOverriders } from '../../../../src/karmada/index.ts';
import type { Item, Policy } from './data.ts';
import { defined, fillers, namespaces, optional } from './random-items.ts';
import type { Package } from './random-policies.ts';

const tiers = fc.constantFrom('one', 'two');
const names = fc.constantFrom('a', 'b', 'c');

/** Kinds of resources; those of `wide.example.com` and ClusterRole are cluster-scoped. */
const kinds = fc.constantFrom(
  { apiVersion: 'v1', kind: 'ConfigMap' },
  { apiVersion: 'v1', kind: 'ConfigMap' },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' },
  { apiVersion: 'wide.example.com/v1', kind: 'Widget' },
  { apiVersion: 'near.example.com/v1', kind: 'Widget' },
);

/** Labels beside the one that is selected by. */
const otherLabels = fillers.map((all) => Object.fromEntries(all.map((index) => [`l${index}`, 'v'])));

const item: fc.Arbitrary<Item> = fc
  .record({ kind: kinds, name: names, namespace: namespaces, tier: optional('one', 'two'), others: otherLabels })
  .map(({ kind, tier, others, ...metadata }) => ({
    ...kind,
    metadata: { ...defined(metadata), labels: defined({ ...others, tier }) },
    data: { a: '0' },
  }));

/** A selector of a kind by what policies edit, or of its resources in all namespaces. */
const selector: fc.Arbitrary<ResourceSelector> = fc
  .tuple(
    kinds,
    fc.oneof(
      tiers.map((tier) => ({ labelSelector: { matchLabels: { tier } } })),
      fc.constantFrom<Pick<ResourceSelector, 'labelSelector'>>(
        { labelSelector: { matchExpressions: [{ key: 'tier', operator: 'Exists' }] } },
        { labelSelector: { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['one'] }] } },
      ),
      names.map((name) => ({ name })),
      fc.constant({}),
    ),
  )
  .map(([kind, choice]) => ({ ...kind, ...choice }));

/** Overriders of what policies select by. */
const identityEdits = fc.oneof(
  fc
    .record({ operator: fc.constantFrom('add' as const, 'replace' as const, 'remove' as const), tier: tiers })
    .map(({ operator, tier }): WrittenOverriders => ({ labelsOverrider: [{ operator, value: { tier } }] })),
  fc
    .record({ operator: fc.constantFrom('add' as const, 'remove' as const), value: tiers })
    .map((edit): WrittenOverriders => ({ plaintext: [{ path: '/metadata/labels/tier', ...edit }] })),
  names.map((value): WrittenOverriders => ({ plaintext: [{ path: '/metadata/name', operator: 'replace', value }] })),
  fc
    .constantFrom('default', 'far')
    .map((value): WrittenOverriders => ({ plaintext: [{ path: '/metadata/namespace', operator: 'add', value }] })),
);

/** Overriders of other fields, which show who came last. */
const otherEdits = fc
  .constantFrom('1', '2', '3')
  .map((value): WrittenOverriders => ({ plaintext: [{ path: '/data/a', operator: 'replace', value }] }));

const policy = (name: string): fc.Arbitrary<Policy> =>
  fc
    .record({
      kind: fc.constantFrom('ClusterOverridePolicy' as const, 'OverridePolicy' as const),
      namespace: namespaces,
      resourceSelectors: fc.array(selector, { minLength: 1, maxLength: 3 }),
      edits: fc.array(fc.oneof(identityEdits, otherEdits), { minLength: 1, maxLength: 2 }),
    })
    .map(({ kind, namespace, resourceSelectors, edits }) => ({
      kind,
      name,
      ...(kind === 'OverridePolicy' && { namespace }),
      spec: { resourceSelectors, overrideRules: edits.map((overriders) => ({ overriders })) },
    }));

/** Packages whose policies edit labels, names and namespaces by which others, or they themselves, select. */
export const relabelledPackages: fc.Arbitrary<Package> = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  policies: fc
    .shuffledSubarray(['B', 'a', 'b', 'c-1', 'c.2'], { minLength: 2 })
    .chain((all) => fc.tuple(...all.map(policy))),
  cluster: fc.constant({ name: 'north', labels: {} }),
  choices: fc.array(fc.nat(59), { minLength: 30, maxLength: 50 }),
});
