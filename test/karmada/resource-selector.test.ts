import assert from 'node:assert/strict';
import { Problems } from '../../src/function/index.ts';
import { readSelection, selectResources, type ResourceSelector } from '../../src/karmada/index.ts';
import { Resource, Resources, Results } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';

const item = (apiVersion: string, kind: string, metadata: string): Resource =>
  new Resource(readDocument(`{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {${metadata}}}`));

const ITEMS = [
  item('v1', 'ConfigMap', 'name: a, labels: {app: x, tier: "1"}'),
  item('v1', 'ConfigMap', 'name: b, namespace: far, labels: {app: z}'),
  item('v1', 'ConfigMap', 'name: l, labels: {app: l}, annotations: {config.kubernetes.io/local-config: "true"}'),
  item('apps/v1', 'Deployment', 'name: a, namespace: default'),
  item('kpt.dev/v1', 'Kptfile', 'name: k'),
  item('krm-variants.dev/v1alpha1', 'FieldOverride', 'name: f'),
  item('landscaper.gardener.cloud/v1alpha1', 'ComponentVersionOverwrites', 'name: o'),
  item('landscaper.gardener.cloud/v1alpha1', 'Context', 'name: c'),
  item('landscaper.gardener.cloud/v1alpha1', 'Installation', 'name: i, namespace: far'),
  item('settings.k8s.io/v1alpha1', 'PodPreset', 'name: s'),
  item('redhatcop.redhat.io/v1alpha1', 'PodPreset', 'name: r'),
];

const MAPS = { apiVersion: 'v1', kind: 'ConfigMap' };

const rows: readonly {
  readonly name: string;
  readonly selectors: readonly ResourceSelector[];
  readonly namespace?: string;
  readonly patterns?: boolean;
  readonly want: string;
  readonly results?: readonly string[];
}[] = [
  { name: 'all resources that are not protected', selectors: [], want: 'a b a i' },
  {
    name: 'all resources of a namespace, where an unset one is default',
    selectors: [],
    namespace: 'default',
    want: 'a a',
    results: [
      'info: the policy would match but for the namespace',
      'info: the policy would match but for the namespace',
    ],
  },
  {
    name: 'nothing without selectors in a namespace without resources, and counts those of others',
    selectors: [],
    namespace: 'near',
    want: '',
    results: [
      'warning: the policy matches no resource in namespace "near"; 4 would match in namespace "default", namespace "far": set `metadata.namespace` of the policy',
    ],
  },
  { name: 'resources of a kind', selectors: [MAPS], want: 'a b l' },
  { name: 'a resource with a name', selectors: [{ ...MAPS, name: 'l' }], want: 'l' },
  { name: 'Kptfiles', selectors: [{ apiVersion: 'kpt.dev/v1', kind: 'Kptfile' }], want: 'k' },
  {
    name: 'resources with labels',
    selectors: [{ ...MAPS, labelSelector: { matchLabels: { app: 'x', tier: '1' } } }],
    want: 'a',
  },
  {
    name: 'resources that match expressions',
    selectors: [
      {
        ...MAPS,
        labelSelector: {
          matchExpressions: [
            { key: 'app', operator: 'In', values: ['x', 'z', 'l'] },
            { key: 'app', operator: 'NotIn', values: ['l'] },
            { key: 'app', operator: 'Exists' },
            { key: 'tier', operator: 'DoesNotExist' },
          ],
        },
      },
    ],
    want: 'b',
  },
  {
    name: 'resources that match any of several selectors, each once',
    selectors: [
      { ...MAPS, name: 'b' },
      { ...MAPS, name: 'a' },
      { ...MAPS, name: 'a' },
    ],
    want: 'a b',
  },
  {
    name: 'a resource with a name, ignoring labels',
    selectors: [{ ...MAPS, name: 'a', labelSelector: { matchLabels: { app: 'none' } } }],
    want: 'a',
    results: ['warning: the selector of ConfigMap (v1) "a" has a name: its `labelSelector` is ignored'],
  },
  {
    name: 'nothing in another namespace',
    selectors: [{ ...MAPS, name: 'b', namespace: 'near' }],
    want: '',
    results: [
      'warning: the selector of ConfigMap (v1) "b" in namespace "near" matches no resource; 1 would match in namespace "far": set `namespace` of the selector',
    ],
  },
  {
    name: 'nothing by a policy of another namespace',
    selectors: [{ ...MAPS, name: 'b' }],
    namespace: '',
    want: '',
    results: [
      'warning: the selector of ConfigMap (v1) "b" matches no resource in namespace "default"; 1 would match in namespace "far": set `metadata.namespace` of the policy',
    ],
  },
  {
    name: 'nothing of a cluster-scoped kind in a namespace, and names the remedy',
    selectors: [{ apiVersion: 'v1', kind: 'Namespace', name: 'far', namespace: 'far' }],
    want: '',
    results: [
      'warning: the selector of Namespace (v1) "far" in namespace "far" matches no resource, since Namespace is cluster-scoped, in no namespace: leave out `namespace`',
    ],
  },
  {
    name: 'nothing of a cluster-scoped kind by an OverridePolicy, and names the remedy',
    namespace: 'near',
    selectors: [{ apiVersion: 'v1', kind: 'Node' }],
    want: '',
    results: [
      'warning: the selector of Node (v1) matches no resource, since Node is cluster-scoped, in no namespace: use a ClusterOverridePolicy',
    ],
  },
  {
    name: 'resources of all namespaces by an empty namespace',
    selectors: [{ ...MAPS, namespace: '' }],
    want: 'a b l',
  },
  {
    name: 'nothing in another version',
    selectors: [{ apiVersion: 'apps/v1beta1', kind: 'Deployment', name: 'a' }],
    want: '',
    results: [
      'warning: the selector of Deployment (apps/v1beta1) "a" matches no resource; did you mean apiVersion "apps/v1"?',
    ],
  },
  {
    name: 'resources with a name of a pattern',
    patterns: true,
    selectors: [
      { apiVersion: 'redhatcop.redhat.io/v1alpha1', kind: 'PodPreset', name: 'r*' },
      { ...MAPS, name: '*b*' },
    ],
    want: 'b r',
  },
  {
    name: 'resources with a name of a pattern and labels',
    patterns: true,
    selectors: [{ ...MAPS, name: '*', labelSelector: { matchLabels: { app: 'z' } } }],
    want: 'b',
  },
  {
    name: 'resources of namespaces of a pattern, where an unset one is default',
    patterns: true,
    selectors: [{ ...MAPS, namespace: 'de*t' }],
    want: 'a l',
    results: ['info: the selector of ConfigMap (v1) in namespace "de*t" would match but for the namespace'],
  },
  { name: 'resources of any namespace', patterns: true, selectors: [{ ...MAPS, namespace: '*' }], want: 'a b l' },
  {
    name: 'a resource with a name among patterns, ignoring labels',
    patterns: true,
    selectors: [{ ...MAPS, name: 'a', labelSelector: { matchLabels: { app: 'none' } } }],
    want: 'a',
    results: ['warning: the selector of ConfigMap (v1) "a" has a name: its `labelSelector` is ignored'],
  },
  {
    name: 'nothing by a pattern in another version',
    patterns: true,
    selectors: [{ apiVersion: 'apps/v1beta1', kind: 'Deployment', name: 'a*' }],
    want: '',
    results: [
      'warning: the selector of Deployment (apps/v1beta1) "a*" matches no resource; did you mean apiVersion "apps/v1"?',
    ],
  },
  {
    name: "nothing by a pattern in Karmada's kinds, where it is a name",
    selectors: [{ ...MAPS, name: 'a*' }],
    want: '',
    results: ['warning: the selector of ConfigMap (v1) "a*" matches no resource; did you mean "a"?'],
  },
  {
    name: 'nothing of a kind in another case, and names it',
    selectors: [{ apiVersion: 'apps/v1', kind: 'deployment' }],
    want: '',
    results: ['warning: the selector of deployment (apps/v1) matches no resource; did you mean kind "Deployment"?'],
  },
  {
    name: 'nothing of a misspelled kind in another version, and names both',
    selectors: [{ apiVersion: 'apps/v1beta1', kind: 'Deploymnet' }],
    want: '',
    results: [
      'warning: the selector of Deploymnet (apps/v1beta1) matches no resource; did you mean kind "Deployment" (apps/v1)?',
    ],
  },
  {
    name: 'nothing of a misspelled name, and names the nearest in the namespace',
    selectors: [
      { apiVersion: 'landscaper.gardener.cloud/v1alpha1', kind: 'Installation', name: 'ii', namespace: 'far' },
      { apiVersion: 'landscaper.gardener.cloud/v1alpha1', kind: 'Installation', name: 'ii', namespace: 'near' },
    ],
    want: '',
    results: [
      'warning: the selector of Installation (landscaper.gardener.cloud/v1alpha1) "ii" in namespace "far" matches no resource; did you mean "i"?',
      'warning: the selector of Installation (landscaper.gardener.cloud/v1alpha1) "ii" in namespace "near" matches no resource',
    ],
  },
];

describe('selectResources', () => {
  for (const { name, selectors, namespace, patterns = false, want, results = [] } of rows) {
    it(`selects ${name}`, () => {
      const reported = new Results();
      const selected = selectResources({ selectors, namespace, patterns }, new Resources(ITEMS), reported);
      assert.equal(selected.map((resource) => resource.name).join(' '), want);
      assert.deepEqual(
        [...reported].map(({ severity, message }) => `${severity}: ${message}`),
        results,
      );
    });
  }
});

describe('readSelection', () => {
  it('reports label selectors that would match nothing', () => {
    const problems = new Problems();
    const matchExpressions = [
      { key: 'a', operator: 'Is' },
      { key: 'a', operator: 'In' },
      { key: 'a', operator: 'Exists', values: ['b'] },
    ];
    readSelection(
      { selectors: [{ ...MAPS, labelSelector: { matchExpressions } }], namespace: undefined },
      ['s'],
      problems,
    );
    assert.deepEqual(
      [...problems].map(({ field, message }) => `${field.slice(-2).join('.')}: ${message}`),
      [
        '0.operator: must be "In", "NotIn", "Exists" or "DoesNotExist"',
        '1.values: must not be empty for operator "In"',
        '2.values: must be empty for operator "Exists"',
      ],
    );
  });
});
