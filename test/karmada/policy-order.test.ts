import assert from 'node:assert/strict';
import fc from 'fast-check';
import { selectPolicies, stagesOf, type OrderedPolicy, type ResourceSelector } from '../../src/karmada/index.ts';
import { ClusterScopedKinds, Resource } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1000);

const item = (metadata: string, apiVersion = 'v1', kind = 'ConfigMap'): Resource =>
  new Resource(readDocument(`{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {${metadata}}}`));

const MAPS: ResourceSelector = { apiVersion: 'v1', kind: 'ConfigMap' };
const LABELED: ResourceSelector = { ...MAPS, labelSelector: { matchLabels: { app: 'x' } } };
const NAMED: ResourceSelector = { ...MAPS, name: 'a' };

const policy = (name: string, namespace: string | undefined, ...selectors: ResourceSelector[]): OrderedPolicy => ({
  name,
  selection: { selectors, namespace },
});
const CLUSTER = undefined;
const patterned = (name: string, ...selectors: ResourceSelector[]): OrderedPolicy => ({
  name,
  selection: { selectors, namespace: CLUSTER, patterns: true },
});

const rows: readonly {
  readonly name: string;
  readonly resource?: Resource;
  readonly policies: readonly OrderedPolicy[];
  readonly want: string;
}[] = [
  {
    name: 'puts ClusterOverridePolicies first, however specific they are',
    policies: [policy('c', 'near', MAPS), policy('b', CLUSTER, NAMED), policy('a', 'near', NAMED)],
    want: 'b c a',
  },
  {
    name: 'puts the most specific match last',
    policies: [
      policy('a', CLUSTER, NAMED),
      policy('b', CLUSTER, LABELED),
      policy('c', CLUSTER, MAPS),
      policy('d', CLUSTER),
    ],
    want: 'c d b a',
  },
  {
    name: 'counts the most specific of the selectors that match',
    policies: [
      policy('a', CLUSTER, MAPS, LABELED),
      policy('b', CLUSTER, MAPS, { ...NAMED, name: 'other' }),
      policy('c', CLUSTER, { ...MAPS, labelSelector: {} }),
      policy('d', CLUSTER, NAMED, LABELED),
    ],
    want: 'b a c d',
  },
  {
    name: 'counts patterns like labels, except those that match all',
    policies: [
      patterned('a', { ...MAPS, name: '*a*' }),
      patterned('b', { ...MAPS, name: '**' }),
      patterned('c', NAMED),
      patterned('d', { ...LABELED, name: '*' }),
      patterned('e', { ...MAPS, namespace: '*' }),
      patterned('f', { ...MAPS, namespace: 'far*' }),
      patterned('g', { ...MAPS, name: 'b*' }),
    ],
    want: 'b e a d c',
  },
  {
    name: 'takes an empty name for none',
    policies: [policy('a', CLUSTER, { ...LABELED, name: '' }), policy('b', CLUSTER, { ...MAPS, name: '' })],
    want: 'b a',
  },
  {
    name: 'ignores the labels of a selector with a name',
    policies: [policy('a', CLUSTER, { ...NAMED, labelSelector: { matchLabels: { app: 'other' } } })],
    want: 'a',
  },
  {
    name: 'sorts equally specific policies by the bytes of their names',
    policies: [
      policy('b-1', CLUSTER),
      policy('b.1', CLUSTER),
      policy('b1', CLUSTER),
      policy('B', CLUSTER),
      policy('a', CLUSTER),
    ],
    want: 'B a b-1 b.1 b1',
  },
  {
    name: 'leaves out policies of other namespaces, and selectors that name one',
    policies: [
      policy('a', 'far'),
      policy('b', CLUSTER, { ...MAPS, namespace: 'far' }),
      policy('c', CLUSTER, { ...MAPS, namespace: 'near' }),
    ],
    want: 'c',
  },
  {
    name: 'leaves out other kinds and versions',
    policies: [policy('a', CLUSTER, { ...MAPS, apiVersion: 'v2' }), policy('b', CLUSTER, { ...MAPS, kind: 'Secret' })],
    want: '',
  },
  {
    name: 'takes an unset namespace for default, unlike Karmada, since packages leave it out',
    resource: item('name: a'),
    policies: [policy('a', ''), policy('b', 'default', NAMED), policy('c', 'near')],
    want: 'a b',
  },
  {
    name: 'applies to a Namespace',
    resource: item('name: a', 'v1', 'Namespace'),
    policies: [policy('a', CLUSTER, { apiVersion: 'v1', kind: 'Namespace', name: 'a' })],
    want: 'a',
  },
  {
    name: 'leaves a protected resource to selectors',
    resource: item('name: a, annotations: {config.kubernetes.io/local-config: "true"}'),
    policies: [policy('a', CLUSTER), policy('b', CLUSTER, MAPS)],
    want: 'b',
  },
];

describe('selectPolicies', () => {
  for (const { name, resource = item('name: a, namespace: near, labels: {app: x}'), policies, want } of rows) {
    it(name, () => {
      for (const given of [policies, policies.toReversed()]) {
        assert.equal(names(inOrder(resource, given)), want);
      }
    });
  }

  it('orders any policies as Karmada does', () => {
    fc.assert(
      fc.property(items, policyLists, (plain, policies) => {
        const { name, namespace, labels } = plain;
        const resource = item(`name: ${name}, namespace: ${namespace}, labels: ${JSON.stringify(labels)}`);
        assert.equal(names(inOrder(resource, policies)), names(expected(plain, policies)));
      }),
      { numRuns: RUNS },
    );
  });
});

/** Returns the policies of all stages that apply to a resource. */
function inOrder(resource: Resource, policies: readonly OrderedPolicy[]): readonly OrderedPolicy[] {
  const clusterScoped = new ClusterScopedKinds([]);
  return stagesOf(policies).flatMap((stage) => selectPolicies(resource, stage, clusterScoped).policies);
}

function names(policies: readonly OrderedPolicy[]): string {
  return policies.map(({ name }) => name).join(' ');
}

interface Plain {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
}

const word = fc.constantFrom('a', 'b');
const namespace = fc.constantFrom('near', 'far');
const labels = fc.record({ app: word }, { requiredKeys: [] });
const items: fc.Arbitrary<Plain> = fc.record({ name: word, namespace, labels });
const selector: fc.Arbitrary<ResourceSelector> = fc.record(
  {
    apiVersion: fc.constantFrom('v1', 'v1', 'v2'),
    kind: fc.constant('ConfigMap'),
    name: word,
    labelSelector: fc.record({ matchLabels: labels }),
  },
  { requiredKeys: ['apiVersion', 'kind'] },
);
const policyLists = fc
  .uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '1'), minLength: 1, maxLength: 3 }), {
    maxLength: 5,
  })
  .chain((unique) =>
    fc.tuple(
      ...unique.map((name) =>
        fc
          .record({
            namespace: fc.option(namespace, { nil: undefined }),
            selectors: fc.array(selector, { maxLength: 2 }),
          })
          .map(({ namespace: limit, selectors }) => policy(name, limit, ...selectors)),
      ),
    ),
  );

/** Orders policies as Karmada does: two groups, each sorted by name and then by priority, which is stable. */
function expected(plain: Plain, policies: readonly OrderedPolicy[]): readonly OrderedPolicy[] {
  return [undefined, plain.namespace].flatMap((group) => {
    const all = policies
      .filter(({ selection }) => selection.namespace === group)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return [1, 2, 3].flatMap((priority) =>
      all.filter(({ selection }) => priorityOf(plain, selection.selectors) === priority),
    );
  });
}

function priorityOf(plain: Plain, selectors: readonly ResourceSelector[]): number {
  if (selectors.length === 0) return 1;
  const priorities = selectors.map(({ apiVersion, name, labelSelector }) => {
    if (apiVersion !== 'v1') return 0;
    if (name !== undefined) return name === plain.name ? 3 : 0;
    if (labelSelector === undefined) return 1;
    const wanted = labelSelector.matchLabels?.['app'];
    return wanted === undefined || wanted === plain.labels['app'] ? 2 : 0;
  });
  return Math.max(...priorities);
}
