import assert from 'node:assert/strict';
import { loadFunction } from '../../../scripts/functions.ts';
import { resource } from '../../support/resource-list.ts';
import { assertRun, clusterConfig, clusterItem, runPolicies } from './policy-runs.ts';

const fn = await loadFunction('apply-override-policy');

const WEB = resource('v1', 'ConfigMap', 'web');

/** Policy whose rule has a list of clusters. */
const policy = (list: 'clusterNames' | 'exclude', ...names: readonly string[]): string =>
  resource(
    'policy.karmada.io/v1alpha1',
    'OverridePolicy',
    'p',
    `spec:
  overrideRules:
    - targetCluster: {${list}: [${names.join()}]}
      overriders: {labelsOverrider: [{operator: add, value: {l: v}}]}
`,
  );
const ADDED = ['+  labels:', '+    l: v'];
const RULE = 'spec.overrideRules[0].targetCluster';

const application = (spec: string): string =>
  resource('krm-variants.dev/v1alpha1', 'OverridePolicyApplication', 'a', `spec: ${spec}\n`);
const CONTEXT = resource('v1', 'ConfigMap', 'kptfile.kpt.dev', 'data: {site: egde-1}\n');
const CLUSTERS = ['edge-1', 'edge-2', 'edge-3', 'edge-4'].map((name) => clusterItem(name));

const rows: readonly {
  readonly name: string;
  readonly items: readonly string[];
  readonly config?: string;
  readonly want?: readonly string[];
  readonly faults?: readonly string[];
  /** Info that no rule is for the cluster. */
  readonly told?: string;
}[] = [
  {
    name: 'takes a cluster that is one of the Clusters',
    items: [WEB, policy('clusterNames', 'edge-1'), ...CLUSTERS],
    config: clusterConfig('edge-1'),
    want: ADDED,
  },
  {
    name: 'refuses a cluster of a ConfigMap that is none of the Clusters, and names the nearest',
    items: [WEB, policy('clusterNames', 'edge-1'), ...CLUSTERS],
    config: clusterConfig('egde-1'),
    faults: [
      'error data.cluster: no Cluster is named "egde-1": known are "edge-1", "edge-2", "edge-3" and 1 more; did you mean "edge-1"?',
    ],
  },
  {
    name: 'refuses one even if a rule names it',
    items: [WEB, policy('clusterNames', 'west'), ...CLUSTERS],
    config: clusterConfig('west'),
    faults: ['error data.cluster: no Cluster is named "west": known are "edge-1", "edge-2", "edge-3" and 1 more'],
  },
  {
    name: 'refuses one of an OverridePolicyApplication',
    items: [WEB, policy('clusterNames', 'edge-1'), clusterItem('edge-1')],
    config: application('{cluster: {name: egde-1}}'),
    faults: ['error spec.cluster.name: no Cluster is named "egde-1": known are "edge-1"; did you mean "edge-1"?'],
  },
  {
    name: 'refuses one of the context of the package',
    items: [CONTEXT, WEB, policy('clusterNames', 'edge-1'), clusterItem('edge-1')],
    config: application('{clusterFrom: {packageContext: site}}'),
    faults: [
      'error spec.clusterFrom.packageContext: no Cluster is named "egde-1": known are "edge-1"; did you mean "edge-1"?',
    ],
  },
  ...(['clusterNames', 'exclude'] as const).map((list) => ({
    name: `warns of a cluster that is near one in \`${list}\``,
    items: [WEB, policy(list, 'west', 'edge-1')],
    config: clusterConfig('egde-1'),
    want: list === 'exclude' ? ADDED : [],
    faults: ['warning data.cluster: no rule names cluster "egde-1"; did you mean "edge-1"?'],
  })),
  {
    name: 'tells of another cluster of a series, which no rule names',
    items: [WEB, policy('clusterNames', 'shop-east', 'edge-1')],
    config: clusterConfig('edge-2'),
    told: 'info data.cluster: no rule is for cluster "edge-2": rules name edge-1, shop-east',
  },
  {
    name: 'does not tell of a cluster for which a rule of another policy is',
    items: [WEB, policy('clusterNames', 'edge-1'), policy('exclude', 'west').replace('name: p', 'name: q')],
    config: clusterConfig('edge-2'),
    want: ADDED,
  },
  {
    name: 'does not tell of a Cluster that no rule names',
    items: [WEB, policy('clusterNames', 'west'), clusterItem('edge-2')],
    config: clusterConfig('edge-2'),
  },
  {
    name: 'does not warn of a cluster that a rule names beside a near one',
    items: [WEB, policy('clusterNames', 'edge-1', 'edgy-1')],
    config: clusterConfig('edge-1'),
    want: ADDED,
  },
  {
    name: 'warns of a name in a rule that is near the cluster and none of the Clusters',
    items: [WEB, policy('clusterNames', 'west', 'egde-1'), clusterItem('edge-1')],
    faults: [
      `warning ${RULE}.clusterNames[1]: no Cluster is named "egde-1": known are "edge-1"; did you mean "edge-1"?`,
    ],
  },
  {
    name: 'warns of an item that is almost a Cluster, also beside a policy that is the function config',
    items: [WEB, clusterItem('edge-1').replace('kind: Cluster', 'kind: Clsuter')],
    config: policy('exclude', 'west').replace('exclude: [west]', ''),
    want: [...ADDED, ...ADDED],
    faults: ['warning kind: unknown kind: it is ignored; did you mean "Cluster"?'],
  },
  {
    name: 'warns of a Cluster of another version',
    items: [WEB, policy('clusterNames', 'edge-1'), clusterItem('edge-1').replace('v1alpha1', 'v1')],
    config: clusterConfig('edge-1'),
    want: ADDED,
    faults: ['warning apiVersion: must be "cluster.karmada.io/v1alpha1" for kind Cluster; it is ignored'],
  },
  {
    name: 'does not warn of a Cluster of other projects',
    items: [WEB, policy('clusterNames', 'edge-1'), resource('cluster.x-k8s.io/v1beta1', 'Cluster', 'edge-1')],
    config: clusterConfig('edge-1'),
    want: [...ADDED, ...ADDED],
  },
  {
    name: 'does not warn of a rule for another of the Clusters',
    items: [WEB, policy('clusterNames', 'edgy-1'), clusterItem('edge-1'), clusterItem('edgy-1')],
    config: clusterConfig('edge-1'),
  },
];

describe('apply-override-policy, with the name of a cluster', () => {
  for (const { name, items, config, want = [], faults, told } of rows)
    it(name, async () => {
      const ran = await runPolicies(fn, items, config);
      assertRun(ran, want, faults);
      const infos = ran.infos.filter((each) => each.includes('no rule is for'));
      assert.deepEqual(infos, told === undefined ? [] : [told]);
    });
});
