import { loadFunction } from '../../../scripts/functions.ts';
import { keptAt, resource } from '../../support/resource-list.ts';
import { assertRun, runPolicies } from './policy-runs.ts';

const fn = await loadFunction('apply-override-policy');

type Kind = 'ClusterOverridePolicy' | 'OverridePolicy';

/** Returns a policy in a file of its name, with a selector of Deployments and the overriders of its one rule. */
const policy = (kind: Kind, name: string, selector: string, overriders: string, cluster = ''): string => {
  const target = cluster === '' ? '' : `targetCluster: {clusterNames: [${cluster}]}, `;
  const text = `spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment${selector}}]
  overrideRules: [{${target}overriders: {${overriders}}}]
`;
  return resource('policy.karmada.io/v1alpha1', kind, name, text, keptAt(`policies/${name}.yaml`));
};
const wide = (...rest: [name: string, selector: string, overriders: string, cluster?: string]): string =>
  policy('ClusterOverridePolicy', ...rest);
const own = (...rest: [name: string, selector: string, overriders: string, cluster?: string]): string =>
  policy('OverridePolicy', ...rest);

const deployment = (tier: string, rest = ''): string =>
  resource(
    'apps/v1',
    'Deployment',
    'web',
    `spec:\n  replicas: 1 # why\n${rest}`,
    `  labels:\n    tier: ${tier} # paid\n`,
  );

const tier = (value: string): string => `, labelSelector: {matchLabels: {tier: ${value}}}`;
const NAME = ', name: web';
const relabel = (value: string): string => `labelsOverrider: [{operator: replace, value: {tier: ${value}}}]`;
const scale = (replicas: number): string =>
  `plaintext: [{path: /spec/replicas, operator: replace, value: ${replicas}}]`;

const SILVER = ['-    tier: gold # paid', '+    tier: silver # paid'];
const scaled = (replicas: number): string[] => ['-  replicas: 1 # why', `+  replicas: ${replicas} # why`];
const NONE = 'the selector of Deployment (apps/v1) matches no resource';
const AFTER = ' after ClusterOverridePolicy "a" (policies/a.yaml), which edits `metadata.labels.tier`';

interface Row {
  readonly name: string;
  readonly items: readonly string[];
  /** Changed lines: `-` before, `+` after. */
  readonly want: readonly string[];
  readonly faults?: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'does not select by OverridePolicy what a ClusterOverridePolicy has taken from it',
    items: [deployment('gold'), wide('a', NAME, relabel('silver')), own('b', tier('gold'), scale(5))],
    want: SILVER,
    faults: [`warning -: OverridePolicy "b": ${NONE}${AFTER}`],
  },
  {
    name: 'selects by OverridePolicy what a ClusterOverridePolicy has made of a resource',
    items: [deployment('gold'), wide('a', NAME, relabel('silver')), own('b', tier('silver'), scale(5))],
    want: [...SILVER, ...scaled(5)],
  },
  {
    name: 'selects by the namespace that a ClusterOverridePolicy has set',
    items: [
      resource('apps/v1', 'Deployment', 'web', 'spec:\n  replicas: 1 # why\n', '  namespace: far\n'),
      wide('a', NAME, 'plaintext: [{path: /metadata/namespace, operator: replace, value: default}]'),
      own('b', NAME, scale(5)),
    ],
    want: ['-  namespace: far', '+  namespace: default', ...scaled(5)],
  },
  {
    name: 'reports a selector that matches only what an OverridePolicy undoes',
    items: [
      deployment('gold'),
      wide('a', NAME, relabel('silver')),
      own('b', tier('silver'), `${relabel('gold')}, ${scale(5)}`),
    ],
    want: scaled(5),
  },
  {
    name: 'applies a ClusterOverridePolicy that replaces the label that it selects by',
    items: [deployment('gold'), wide('a', tier('gold'), `${relabel('silver')}, ${scale(5)}`)],
    want: [...SILVER, ...scaled(5)],
    faults: [`warning -: ClusterOverridePolicy "a": ${NONE}${AFTER}`],
  },
  {
    name: 'selects each stage on what it is given: all ClusterOverridePolicies see the input',
    items: [deployment('gold'), wide('a', NAME, relabel('silver')), wide('b', tier('gold'), scale(5))],
    want: [...SILVER, ...scaled(5)],
    faults: [`warning -: ClusterOverridePolicy "b": ${NONE}${AFTER}`],
  },
  {
    name: 'names no policy that does not edit what a selector misses',
    items: [
      deployment('gold'),
      wide('a', NAME, relabel('silver')),
      own('b', ', labelSelector: {matchLabels: {app: x}}', scale(5)),
    ],
    want: SILVER,
    faults: [`warning -: OverridePolicy "b": ${NONE}`],
  },
  {
    name: 'refuses a label by which a ClusterOverridePolicy selects only in a second run',
    items: [deployment('gold'), own('a', NAME, relabel('silver')), wide('b', tier('silver'), scale(5))],
    want: [],
    faults: [
      'error -: edits must be repeatable: a second run would also apply ClusterOverridePolicy "b" ' +
        '(policies/b.yaml), since OverridePolicy "a" (policies/a.yaml) edits `metadata.labels.tier`; select by a name or',
    ],
  },
  {
    name: 'refuses a label by which a policy of the same stage selects only in a second run',
    items: [deployment('gold'), wide('a', NAME, relabel('silver')), wide('b', tier('silver'), scale(5))],
    want: [],
    faults: [
      'error -: edits must be repeatable: a second run would also apply ClusterOverridePolicy "b" ' +
        '(policies/b.yaml), since ClusterOverridePolicy "a" (policies/a.yaml) edits `metadata.labels.tier`; select by',
    ],
  },
  {
    name: 'refuses a label that changes the order of two policies',
    items: [
      deployment('gold'),
      own('a', tier('gold').replace('Deployment', ''), scale(5)),
      own('b', '', scale(6)),
      own('c', NAME, relabel('silver')),
    ].map((item) =>
      item.replace(
        'kind: Deployment, labelSelector',
        'kind: Deployment}, {apiVersion: apps/v1, kind: Deployment, labelSelector',
      ),
    ),
    want: [],
    faults: [
      'error spec.replicas: edits must be repeatable: a second run would apply OverridePolicy "b" (policies/b.yaml), ' +
        'OverridePolicy "a" (policies/a.yaml) in another order, since OverridePolicy "c" (policies/c.yaml) edits',
    ],
  },
  {
    name: 'refuses an edit that fails where only a second run selects',
    items: [
      deployment('gold'),
      own('a', NAME, relabel('silver')),
      wide('b', tier('silver'), 'plaintext: [{path: /spec/none, operator: replace, value: 5}]'),
    ],
    want: [],
    faults: [
      'error spec.none: edits must be repeatable: a second run would fail: ClusterOverridePolicy "b" (policies/b.yaml): ' +
        '`spec.overrideRules[0].overriders.plaintext[0]` (replace "/spec/none"): replace operation does not apply: ' +
        'doc is missing key: /spec/none: missing value; the map at "/spec" has no key "none"; it would also apply ClusterOverridePolicy "b" (policies/b.yaml), ' +
        'since OverridePolicy "a" (policies/a.yaml) edits `metadata.labels.tier`; select by a name or',
    ],
  },
  {
    name: 'names both policies of an edit that a second run would repeat',
    items: [
      deployment('gold', '  template: {spec: {containers: [{name: web, image: web:v1}]}}\n'),
      wide('a', NAME, 'imageOverrider: [{component: Tag, operator: add, value: -x}]'),
      own(
        'b',
        NAME,
        'imageOverrider: [{component: Tag, operator: add, value: -y, predicate: {path: /spec/template/spec/containers/0/image}}]',
      ),
    ],
    want: [],
    faults: [
      'error spec.template.spec.containers[0].image: edits must be repeatable: a second run would change this resource ' +
        'again, by ClusterOverridePolicy "a" (policies/a.yaml) `spec.overrideRules[0].overriders.imageOverrider[0]`, ' +
        'OverridePolicy "b" (policies/b.yaml) `spec.overrideRules[0].overriders.imageOverrider[0]`; write one entry',
    ],
  },
  {
    name: 'names both policies if a second run would fail after them',
    items: [
      deployment('gold'),
      wide('a', NAME, 'plaintext: [{path: /spec/replicas, operator: replace, value: 5}]'),
      own('b', NAME, 'plaintext: [{path: /spec/replicas, operator: remove}]'),
    ],
    want: [],
    faults: [
      'error spec.replicas: edits must be repeatable: a second run would fail: ClusterOverridePolicy "a" ' +
        '(policies/a.yaml): `spec.overrideRules[0].overriders.plaintext[0]` (replace "/spec/replicas"): replace ' +
        'operation does not apply: doc is missing key: /spec/replicas: missing value; the map at "/spec" has no key "replicas"; edited by ClusterOverridePolicy "a" ' +
        '(policies/a.yaml) `spec.overrideRules[0].overriders.plaintext`, OverridePolicy "b" (policies/b.yaml)',
    ],
  },
  {
    name: 'names the policy of a patch that does not settle, where two edit one path',
    items: [
      deployment('gold', '  list: [1, 2, 3]\n'),
      wide('a', NAME, 'plaintext: [{path: /spec/list/0, operator: replace, value: 1}]'),
      own('b', NAME, 'plaintext: [{path: /spec/list/0, operator: remove}]'),
    ],
    want: [],
    faults: [
      'error spec.list[0]: OverridePolicy "b" (policies/b.yaml): `spec.overrideRules[0].overriders.plaintext[0]` ' +
        '(remove "/spec/list/0"): edits must be repeatable: a second run would change this resource again',
    ],
  },
  {
    name: 'names the policy that edits another one',
    items: [
      own('b', NAME, scale(5)),
      deployment('gold'),
      policy('ClusterOverridePolicy', 'a', '', relabel('x'))
        .replace(
          'apiVersion: apps/v1, kind: Deployment',
          'apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy',
        )
        .replace('replace', 'add'),
    ],
    want: [],
    faults: [
      'error -: edits must be repeatable: policies must not edit a policy or a Cluster, since a second run would read the ' +
        'edited version, by ClusterOverridePolicy "a" (policies/a.yaml) `spec.overrideRules[0].overriders.labelsOverrider[0]`; select',
    ],
  },
  {
    name: 'adds arguments by an OverridePolicy that selects what a ClusterOverridePolicy relabels',
    items: [
      deployment('gold', '  template: {spec: {containers: [{name: web, args: [serve]}]}}\n'),
      wide('a', NAME, `${relabel('silver')}, argsOverrider: [{containerName: web, operator: add, value: [-a]}]`),
      own('b', tier('silver'), 'argsOverrider: [{containerName: web, operator: add, value: [-b]}]'),
      own('c', tier('gold'), 'argsOverrider: [{containerName: web, operator: add, value: [-c]}]'),
    ],
    want: [
      ...SILVER,
      '-  template: {spec: {containers: [{name: web, args: [serve]}]}}',
      '+  template: {spec: {containers: [{name: web, args: [serve, -a, -b]}]}}',
    ],
    faults: [`warning -: OverridePolicy "c": ${NONE}${AFTER}`],
  },
];

describe('apply-override-policy, in two stages', () => {
  for (const { name, items, want, faults } of rows) {
    it(name, async () => assertRun(await runPolicies(fn, items), want, faults));
  }
});
