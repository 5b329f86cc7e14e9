import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Problems } from '../../src/function/index.ts';
import { isAllClusters, matchesCluster, type Cluster, type TargetCluster } from '../../src/karmada/index.ts';
import { formatFieldPath } from '../../src/krm/index.ts';
import { checkTargetCluster } from '../../src/karmada/target-cluster.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1000);

/** A cluster of which all is known. */
const FULL: Required<Cluster> = {
  name: 'north',
  labels: { stage: 'edge', tier: '' },
  provider: 'acme',
  region: 'eu-1',
  zones: ['eu-1a', 'eu-1b'],
};
const BARE: Required<Cluster> = { name: 'bare', labels: {}, provider: '', region: '', zones: [] };

const fields = (key: string, operator: string, values?: readonly string[]): TargetCluster => ({
  fieldSelector: { matchExpressions: [{ key, operator, ...(values && { values }) }] },
});

const rows: readonly (readonly [name: string, target: TargetCluster | undefined, full: boolean, bare: boolean])[] = [
  ['no target', undefined, true, true],
  ['an empty target', {}, true, true],
  ['empty parts', { labelSelector: {}, fieldSelector: {}, clusterNames: [], exclude: [] }, true, true],
  [
    'empty selectors',
    { labelSelector: { matchLabels: {}, matchExpressions: [] }, fieldSelector: { matchExpressions: [] } },
    true,
    true,
  ],
  ['names', { clusterNames: ['south', 'north'] }, true, false],
  ['names literally, without patterns', { clusterNames: ['n*', 'North'] }, false, false],
  ['excluded names', { exclude: ['bare'] }, true, false],
  ['excluded names before names', { clusterNames: ['north', 'bare'], exclude: ['north'] }, false, true],
  ['labels', { labelSelector: { matchLabels: { stage: 'edge' } } }, true, false],
  ['an empty label', { labelSelector: { matchLabels: { tier: '' } } }, true, false],
  ['absent labels', { labelSelector: { matchExpressions: [{ key: 'stage', operator: 'DoesNotExist' }] } }, false, true],
  ['a provider', fields('provider', 'In', ['other', 'acme']), true, false],
  ['no provider by In, also not for ""', fields('provider', 'In', ['']), false, false],
  ['an unset provider by NotIn', fields('provider', 'NotIn', ['acme']), false, true],
  ['a region', fields('region', 'In', ['eu-1']), true, false],
  ['other regions', fields('region', 'NotIn', ['eu-2']), true, true],
  ['any of several zones', fields('zone', 'In', ['eu-1b', 'eu-2a']), true, false],
  ['clusters without any of the zones', fields('zone', 'NotIn', ['eu-1b', 'eu-2a']), false, true],
  ['nothing by an empty In', fields('provider', 'In', []), false, false],
  ['nothing by In without values', fields('zone', 'In'), false, false],
  ['nothing by an operator that Karmada refuses', fields('provider', 'Exists'), false, false],
  ['nothing by a key that Karmada refuses', fields('rack', 'In', ['a']), false, false],
  [
    'clusters that meet all parts',
    { clusterNames: ['north', 'bare'], labelSelector: { matchLabels: { stage: 'edge' } }, exclude: ['south'] },
    true,
    false,
  ],
  [
    'clusters that meet all conditions on fields',
    {
      fieldSelector: {
        matchExpressions: [
          { key: 'provider', operator: 'In', values: ['acme'] },
          { key: 'zone', operator: 'NotIn', values: ['eu-1a'] },
        ],
      },
    },
    false,
    false,
  ],
];

describe('matchesCluster', () => {
  for (const [name, target, full, bare] of rows) {
    it(`matches ${name}`, () => {
      assert.equal(matchesCluster(target, FULL, []), full, 'a full cluster');
      assert.equal(matchesCluster(target, BARE, []), bare, 'a cluster with nothing but a name');
    });
  }

  const NAMED: Cluster = { name: 'north' };
  const unknown: readonly (readonly [
    name: string,
    target: TargetCluster,
    cluster: Cluster | undefined,
    want: string,
  ])[] = [
    [
      'the cluster',
      { clusterNames: ['north'] },
      undefined,
      't: the cluster must be given, since the rule selects clusters: by `cluster=NAME` on the command line or in the ' +
        '`configMap` of a pipeline, by `spec.cluster.name` of an OverridePolicyApplication, or by one Cluster among the items',
    ],
    [
      'labels',
      { labelSelector: { matchLabels: { a: 'b' } } },
      NAMED,
      't.labelSelector: the labels of cluster "north" must be given: set `spec.cluster.labels` of an ' +
        'OverridePolicyApplication, or add the Cluster object to the items or to the folder of `--objects`',
    ],
    [
      'a provider',
      fields('provider', 'In', ['a']),
      { ...FULL, provider: undefined },
      't.fieldSelector.matchExpressions[0]: the provider of cluster "north" must be given: set ' +
        '`spec.cluster.provider` of an OverridePolicyApplication, or add the Cluster object to the items or to the folder of `--objects`',
    ],
    [
      'zones',
      fields('zone', 'NotIn', ['a']),
      NAMED,
      't.fieldSelector.matchExpressions[0]: the zones of cluster "north" must be given: set `spec.cluster.zones` of ' +
        'an OverridePolicyApplication, or add the Cluster object to the items or to the folder of `--objects`',
    ],
  ];
  for (const [name, target, cluster, want] of unknown) {
    it(`asks for ${name}`, () => {
      const answer = matchesCluster(target, cluster, ['t']);
      assert.ok(typeof answer === 'object');
      assert.equal(`${formatFieldPath(answer.field)}: ${answer.message}`, want);
    });
  }

  it('asks for nothing that cannot change the answer', () => {
    assert.equal(matchesCluster({ labelSelector: {} }, undefined, []), true);
    assert.equal(matchesCluster({ ...fields('zone', 'In', ['a']), exclude: ['north'] }, NAMED, []), false);
    assert.equal(
      matchesCluster(
        { ...fields('zone', 'In', ['a']), labelSelector: { matchLabels: { a: 'b' } } },
        { ...NAMED, zones: [] },
        [],
      ),
      false,
    );
  });

  it('answers as Karmada does and, of what is not known, only what holds for any value', () => {
    fc.assert(
      fc.property(targets, clusters, fc.subarray([...PARTS]), (target, cluster, hidden) => {
        const want = expected(target, cluster);
        assert.equal(matchesCluster(target, cluster, []), want);
        const known = { ...cluster, ...Object.fromEntries(hidden.map((part) => [part, undefined])) };
        const answer = matchesCluster(target, known, []);
        if (typeof answer === 'boolean') assert.equal(answer, want);
        else
          assert.ok(
            hidden.some((part) => answer.message.includes(`spec.cluster.${part}`)),
            answer.message,
          );
      }),
      { numRuns: RUNS },
    );
  });
});

const PARTS = ['labels', 'provider', 'region', 'zones'] as const;

const word = fc.constantFrom('a', 'b', 'c');
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 2 });
const clusters: fc.Arbitrary<Required<Cluster>> = fc.record({
  name: word,
  labels: fc.dictionary(word, word, { maxKeys: 2, noNullPrototype: true }),
  provider: fc.constantFrom('', 'a', 'b'),
  region: fc.constantFrom('', 'a', 'b'),
  zones: fc.uniqueArray(word, { maxLength: 2 }),
});
const targets: fc.Arbitrary<TargetCluster> = fc.record(
  {
    clusterNames: words,
    exclude: words,
    labelSelector: fc.record({ matchLabels: fc.dictionary(word, word, { maxKeys: 1, noNullPrototype: true }) }),
    fieldSelector: fc.record({
      matchExpressions: fc.array(
        fc.record({
          key: fc.constantFrom('provider', 'region', 'zone'),
          operator: fc.constantFrom('In', 'NotIn'),
          values: words,
        }),
        { maxLength: 2 },
      ),
    }),
  },
  { requiredKeys: [] },
);

/** Matches as Karmada does: one part after another, provider and region as labels. */
function expected(
  { clusterNames = [], exclude = [], labelSelector, fieldSelector }: TargetCluster,
  cluster: Required<Cluster>,
): boolean {
  for (const name of exclude) if (name === cluster.name) return false;
  for (const [key, value] of Object.entries(labelSelector?.matchLabels ?? {})) {
    if (cluster.labels?.[key] !== value) return false;
  }
  for (const { key, operator, values = [] } of fieldSelector?.matchExpressions ?? []) {
    const single = key === 'provider' ? cluster.provider : cluster.region;
    const has = key === 'zone' ? new Set(cluster.zones) : new Set(single === '' ? [] : [single]);
    const isListed = values.filter((value) => has.has(value)).length > 0;
    if (isListed !== (operator === 'In')) return false;
  }
  return clusterNames.length === 0 || clusterNames.indexOf(cluster.name) >= 0;
}

describe('isAllClusters', () => {
  for (const target of [{ exclude: ['a'] }, { clusterNames: ['a'] }, fields('zone', 'In')]) {
    it(`is false for ${JSON.stringify(target)}`, () => assert.equal(isAllClusters(target), false));
  }

  it('is true for an absent and an empty target', () => {
    assert.equal(isAllClusters(), true);
    assert.equal(isAllClusters({ labelSelector: { matchLabels: {} }, fieldSelector: {}, exclude: [] }), true);
  });
});

const problems: readonly (readonly [name: string, target: TargetCluster, want: readonly string[]])[] = [
  ['an empty target', {}, []],
  ['a selector of fields', fields('zone', 'NotIn', ['any value']), []],
  [
    'an unknown field',
    fields('rack', 'In', ['a']),
    ['t.fieldSelector.matchExpressions[0].key: unsupported key "rack", must be provider, region, or zone'],
  ],
  [
    'an operator of labels',
    fields('provider', 'Exists'),
    ['t.fieldSelector.matchExpressions[0].operator: unsupported operator "Exists", must be In or NotIn'],
  ],
  [
    'no values',
    fields('zone', 'In', []),
    ['t.fieldSelector.matchExpressions[0].values: must not be empty for operator "In"'],
  ],
  [
    'a value that no label has',
    fields('provider', 'NotIn', ['acme', 'acme cloud']),
    [
      't.fieldSelector.matchExpressions[0].values[1]: must be a valid label value: with any other, Karmada matches no cluster',
    ],
  ],
  [
    'all at once',
    { labelSelector: { matchExpressions: [{ key: 'a', operator: 'Is' }] }, ...fields('rack', 'Gt', ['1']) },
    [
      't.labelSelector.matchExpressions[0].operator: must be "In", "NotIn", "Exists" or "DoesNotExist"',
      't.fieldSelector.matchExpressions[0].key: unsupported key "rack", must be provider, region, or zone',
      't.fieldSelector.matchExpressions[0].operator: unsupported operator "Gt", must be In or NotIn',
    ],
  ],
];

describe('checkTargetCluster', () => {
  for (const [name, target, want] of problems) {
    it(`finds the problems of ${name}`, () => {
      const found = new Problems();
      checkTargetCluster(target, ['t'], found);
      assert.deepEqual(
        [...found].map(({ field, message }) => `${formatFieldPath(field)}: ${message}`),
        want,
      );
    });
  }
});
