import assert from 'node:assert/strict';
import applyOverridePolicy from '../../../functions/apply-override-policy/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { noticesOf, runList, type Ran } from '../../support/run-list.ts';

const fn = loaded(applyOverridePolicy);

const policy = (name: string, spec: string, kind = 'OverridePolicy'): string =>
  `${resource('policy.karmada.io/v1alpha1', kind, name)}spec: ${spec}\n`;
const clusterPolicy = (name: string, spec: string): string => policy(name, spec, 'ClusterOverridePolicy');
const application = (spec: string): string =>
  `${resource('krm-variants.dev/v1alpha1', 'OverridePolicyApplication', 'application')}spec: ${spec}\n`;
const cluster = (name: string, spec = '{}', labels = '{}'): string =>
  resource('cluster.karmada.io/v1alpha1', 'Cluster', name, `spec: ${spec}\n`, `  labels: ${labels}\n`);
const forCluster = (name: string): string =>
  resource('v1', 'ConfigMap', 'function-input', `data: {cluster: ${name}}\n`);
const context = (data: string): string => resource('v1', 'ConfigMap', 'kptfile.kpt.dev', `data: ${data}\n`);

const configMap = (value: string, name = 'c', metadata = ''): string =>
  resource('v1', 'ConfigMap', name, `data:\n  a: ${value} # why\n`, metadata);
const DEPLOYMENT = resource(
  'apps/v1',
  'Deployment',
  'web',
  `spec:
  replicas: 1
  template:
    spec:
      initContainers:
        - {name: init, image: reg.example/tool:v1}
      containers:
        - name: web
          image: reg.example/web:v1 # pinned
`,
);

/** Spec of a policy that sets a value in every ConfigMap, or in those of a selector. */
const setting = (value: string, { selector = '', target = '' } = {}): string => {
  const selectors = selector === '' ? '' : `resourceSelectors: [{apiVersion: v1, kind: ConfigMap, ${selector}}], `;
  return `{${selectors}overrideRules: [${rule(value, target)}]}`;
};
const rule = (value: string, target = ''): string => {
  const targetCluster = target === '' ? '' : `targetCluster: {${target}}, `;
  return `{${targetCluster}overriders: {plaintext: [{path: /data/a, operator: replace, value: ${value}}]}}`;
};
/** Rule that edits the label `new`. */
const labelRule = (operator: string, value = 'v'): string =>
  `{overriders: {labelsOverrider: [{operator: ${operator}, value: {new: ${value}}}]}}`;
const wideLines = (count: number, indent: string): string =>
  Array.from({ length: count }, (_, index) => `${indent}k${index}: v\n`).join('');
const labels = (count: number): string => `  labels:\n${wideLines(count, '    ')}`;
const wideConfigMap = (more: string): string =>
  resource('v1', 'ConfigMap', 'c', `data:\n${wideLines(17, '  ')}${more}`);

const own = (overriders: string, kind = 'Deployment'): string =>
  application(
    `{resourceSelectors: [{apiVersion: ${kind === 'Deployment' ? 'apps/v1' : 'v1'}, kind: ${kind}}], overrideRules: [{overriders: {${overriders}}}]}`,
  );
const VERSION = '{resource: {apiVersion: v1, kind: ConfigMap, name: versions}, fieldPath: /data/a}';

interface Row {
  readonly name: string;
  readonly items: readonly string[];
  readonly config?: string;
  /** Items expected in place of those of the same index; others stay as they are. */
  readonly want?: Readonly<Record<number, string>>;
  readonly results: readonly string[];
}

const OVERRIDERS = 'spec.overrideRules[0].overriders';
const ONCE = `info ${OVERRIDERS}.plaintext: as configured in 1 resource`;

const rows: readonly Row[] = [
  {
    name: 'applies a policy that is the function config',
    items: [configMap('x')],
    config: policy('p', setting('z')),
    want: { 0: configMap('z') },
    results: [ONCE],
  },
  {
    name: 'ignores the policies among the items if one is the function config',
    items: [configMap('x'), policy('other', setting('other'))],
    config: policy('p', setting('z')),
    want: { 0: configMap('z') },
    results: [ONCE],
  },
  {
    name: 'applies ClusterOverridePolicies before OverridePolicies, whatever their specificity',
    items: [policy('a', setting('own')), clusterPolicy('b', setting('wide', { selector: 'name: c' })), configMap('x')],
    want: { 2: configMap('own') },
    results: [ONCE, ONCE],
  },
  {
    name: 'applies the most specific policy last',
    items: [
      policy('a', setting('name', { selector: 'name: c' })),
      policy('b', setting('labels', { selector: 'labelSelector: {matchLabels: {l: v}}' })),
      policy('c', setting('all')),
      configMap('x', 'c', '  labels: {l: v}\n'),
    ],
    want: { 3: configMap('name', 'c', '  labels: {l: v}\n') },
    results: [ONCE, ONCE, ONCE],
  },
  {
    name: 'applies policies of the same specificity by their names',
    items: [policy('b', setting('b')), policy('a', setting('a')), configMap('x')],
    want: { 2: configMap('b') },
    results: [ONCE, ONCE],
  },
  {
    name: 'applies every rule that matches the cluster, in order',
    items: [configMap('x')],
    config: policy('p', `{overrideRules: [${rule('first')}, ${rule('second')}]}`),
    want: { 0: configMap('second') },
    results: [ONCE, 'info spec.overrideRules[1].overriders.plaintext: as configured in 1 resource'],
  },
  {
    name: 'removes a label that an earlier rule adds beside 17 others',
    items: [configMap('x', 'c', labels(17))],
    config: policy('p', `{overrideRules: [${labelRule('add')}, ${labelRule('remove')}]}`),
    results: [
      'info spec.overrideRules[0].overriders.labelsOverrider[0]: as configured in 1 resource',
      'info spec.overrideRules[1].overriders.labelsOverrider[0]: as configured in 1 resource',
    ],
  },
  {
    name: 'replaces a label that an earlier rule adds beside 17 others',
    items: [configMap('x', 'c', labels(17))],
    config: policy('p', `{overrideRules: [${labelRule('add')}, ${labelRule('replace', 'z')}]}`),
    want: { 0: configMap('x', 'c', `${labels(17)}    new: z\n`) },
    results: [
      'info spec.overrideRules[0].overriders.labelsOverrider[0]: as configured in 1 resource',
      'info spec.overrideRules[1].overriders.labelsOverrider[0]: as configured in 1 resource',
    ],
  },
  {
    name: 'adds a value to a ConfigMap with 17 keys',
    items: [wideConfigMap('')],
    config: policy('p', '{overrideRules: [{overriders: {plaintext: [{path: /data/new, operator: add, value: z}]}}]}'),
    want: { 0: wideConfigMap('  new: z\n') },
    results: [ONCE],
  },
  {
    name: 'applies the deprecated fields of a policy',
    items: [configMap('x'), policy('p', `{targetCluster: {clusterNames: [north]}, ${rule('z').slice(1, -1)}}`)],
    config: forCluster('north'),
    want: { 0: configMap('z') },
    results: ['info spec.overriders.plaintext: as configured in 1 resource'],
  },
  {
    name: 'limits an OverridePolicy to its namespace',
    items: [configMap('x', 'c', '  namespace: far\n'), policy('p', setting('z', { selector: 'name: c' }))],
    results: [
      'warning -: OverridePolicy "p": the selector of ConfigMap (v1) "c" matches no resource in namespace "default"; 1 would match in namespace "far"',
    ],
  },
  {
    name: 'applies a rule for the cluster that a ConfigMap names',
    items: [configMap('x'), policy('p', setting('z', { target: 'clusterNames: [north]' }))],
    config: forCluster('north'),
    want: { 0: configMap('z') },
    results: [ONCE],
  },
  {
    name: 'skips a rule for other clusters',
    items: [configMap('x'), policy('p', setting('z', { target: 'clusterNames: [north]' }))],
    config: forCluster('south'),
    results: [
      'info data.cluster: no rule is for cluster "south": rules name north',
      'info spec.overrideRules[0]: does not apply to cluster "south"',
    ],
  },
  {
    name: 'finds the only Cluster among the items, and does not edit it',
    items: [
      configMap('x'),
      cluster('north', '{region: eu}', '{stage: edge}'),
      policy('p', setting('z', { target: 'labelSelector: {matchLabels: {stage: edge}}' })),
      clusterPolicy('q', '{overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {l: v}}]}}]}'),
    ],
    want: { 0: configMap('z', 'c', '  labels:\n    l: v\n') },
    results: [ONCE, `info ${OVERRIDERS}.labelsOverrider[0]: as configured in 1 resource`],
  },
  {
    name: 'does not choose between several Clusters',
    items: [
      configMap('x'),
      cluster('north'),
      cluster('south'),
      policy('p', setting('z', { target: 'clusterNames: [north]' })),
    ],
    results: ['error spec.overrideRules[0].targetCluster: the cluster must be given, since the rule selects clusters'],
  },
  {
    name: 'reads the parts of the cluster that its configuration lacks from the Cluster of that name',
    items: [
      configMap('x'),
      cluster('north', '{region: eu, zone: eu-1, provider: acme}'),
      cluster('south', '{region: us}'),
      policy(
        'p',
        setting('z', {
          target: `fieldSelector: {matchExpressions: [
            {key: provider, operator: In, values: [own]}, {key: region, operator: In, values: [eu]},
            {key: zone, operator: In, values: [eu-1]}]}`,
        }),
      ),
    ],
    config: application('{cluster: {name: north, provider: own}}'),
    want: { 0: configMap('z') },
    results: [ONCE],
  },
  {
    name: 'refuses a rule that depends on unknown parts of the cluster',
    items: [configMap('x'), policy('p', setting('z', { target: 'labelSelector: {matchLabels: {stage: edge}}' }))],
    config: forCluster('north'),
    results: [
      'error spec.overrideRules[0].targetCluster.labelSelector: the labels of cluster "north" must be given: set `spec.cluster.labels`',
    ],
  },
  {
    name: 'needs no cluster for rules without overriders or without conditions',
    items: [
      configMap('x'),
      policy('p', `{overrideRules: [{targetCluster: {clusterNames: [north]}, overriders: {}}, ${rule('z')}]}`),
    ],
    want: { 0: configMap('z') },
    results: [
      'info spec.overrideRules[1].overriders.plaintext: as configured in 1 resource',
      'warning spec.overrideRules[0].overriders: has no overrider with entries',
    ],
  },
  {
    name: 'reads the name of the cluster from the package context',
    items: [
      configMap('x'),
      context('{name: shop, store: north}'),
      policy('p', setting('z', { selector: 'name: c', target: 'clusterNames: [north]' })),
    ],
    config: application('{clusterFrom: {packageContext: store}}'),
    want: { 0: configMap('z') },
    results: [ONCE],
  },
  {
    name: 'refuses a key that the package context lacks',
    items: [configMap('x'), context('{name: shop}')],
    config: application('{clusterFrom: {packageContext: store}}'),
    results: ['error spec.clusterFrom.packageContext: must be a key of the ConfigMap `kptfile.kpt.dev`'],
  },
  {
    name: 'prefers the name in the configuration to the package context',
    items: [configMap('x'), policy('p', setting('z', { target: 'exclude: [south]' }))],
    config: application('{cluster: {name: north}, clusterFrom: {packageContext: store}}'),
    want: { 0: configMap('z') },
    results: [ONCE],
  },
  {
    name: 'applies rules of its own kind in place of the policies among the items',
    items: [configMap('x'), policy('p', setting('other'))],
    config: application(setting('z')),
    want: { 0: configMap('z') },
    results: [ONCE],
  },
  {
    name: 'refuses selectors without rules',
    items: [configMap('x')],
    config: application('{resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}'),
    results: ['error spec.overrideRules: must be set together with `resourceSelectors`'],
  },
  {
    name: 'warns of a package without policies',
    items: [configMap('x')],
    config: forCluster('north'),
    results: ['warning -: no OverridePolicy or ClusterOverridePolicy in the function config or among the items'],
  },
  {
    name: 'warns of a policy in the group of the proposal, as of one that is the function config',
    items: [configMap('x'), policy('p', setting('z')).replace('policy.karmada.io', 'karmada.io')],
    results: [
      'warning apiVersion: must be "policy.karmada.io/v1alpha1" for kind OverridePolicy; it is ignored',
      'warning -: no OverridePolicy or ClusterOverridePolicy in the function config or among the items',
    ],
  },
  {
    name: 'refuses two policies of one kind and name',
    items: [configMap('x'), policy('p', setting('z')), policy('p', setting('y'))],
    results: ['error -: duplicate OverridePolicy: namespace and name must be unique'],
  },
  ...['labels', 'annotations'].map((map) => ({
    name: `adds with \`plaintext\` to ${map} that another overrider has emptied`,
    items: [configMap('x', 'c', `  ${map}: # kept\n    old: v\n`)],
    config: policy(
      'p',
      `{overrideRules: [{overriders: {${map}Overrider: [{operator: remove, value: {old: ''}}],
        plaintext: [{path: /metadata/${map}/new, operator: add, value: v}]}}]}`,
    ),
    want: { 0: configMap('x', 'c', `  ${map}: # kept\n    new: v\n`) },
    results: [
      `info ${OVERRIDERS}.${map}Overrider[0]: as configured in 1 resource: ConfigMap c; absent as configured: "old"`,
      ONCE,
    ],
  })),
  {
    name: 'edits all containers, and those of Karmada with `scope: original`',
    items: [DEPLOYMENT],
    config: application(
      '{scope: original, overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: replace, value: v2}]}}]}',
    ),
    want: { 0: DEPLOYMENT.replace('web:v1', 'web:v2') },
    results: [`info ${OVERRIDERS}.imageOverrider[0]: as configured in 1 resource`],
  },
  {
    name: 'warns if no selected resource has containers',
    items: [configMap('x')],
    config: policy('p', '{overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: remove}]}}]}'),
    results: [`warning ${OVERRIDERS}.imageOverrider[0]: nothing to edit in any selected resource`],
  },
  {
    name: 'does not warn of a container that some of all resources lack',
    items: [DEPLOYMENT, DEPLOYMENT.replaceAll('web', 'shop'), configMap('x')],
    config: policy(
      'p',
      '{overrideRules: [{overriders: {argsOverrider: [{containerName: web, operator: add, value: [-v]}]}}]}',
    ),
    want: { 0: DEPLOYMENT.replace('# pinned\n', '# pinned\n          args:\n            - -v\n') },
    results: [`info ${OVERRIDERS}.argsOverrider[0]: as configured in 1 resource`],
  },
  {
    name: 'warns of a label to replace that all resources lack',
    items: [configMap('x', 'c', '  labels: {l: v}\n'), configMap('x', 'd')],
    config: policy(
      'p',
      `{overrideRules: [{overriders: {labelsOverrider: [
        {operator: replace, value: {l: z}}, {operator: replace, value: {none: z}}]}}]}`,
    ),
    want: { 0: configMap('x', 'c', '  labels: {l: z}\n') },
    results: [
      `info ${OVERRIDERS}.labelsOverrider[0]: as configured in 1 resource`,
      `warning ${OVERRIDERS}.labelsOverrider[1]: nothing to edit in any selected resource`,
    ],
  },
  {
    name: 'warns of a container that all resources lack',
    items: [DEPLOYMENT, configMap('x')],
    config: policy(
      'p',
      '{overrideRules: [{overriders: {argsOverrider: [{containerName: app, operator: add, value: [-v]}]}}]}',
    ),
    results: [`warning ${OVERRIDERS}.argsOverrider[0]: nothing to edit in any selected resource`],
  },
  {
    name: 'warns of a selector that matches nothing, and of a field that a selected resource lacks',
    items: [configMap('x'), DEPLOYMENT],
    config: policy(
      'p',
      `{resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: c}, {apiVersion: apps/v1beta1, kind: Deployment}],
        overrideRules: [{overriders: {fieldOverrider: [{fieldPath: /data/f, yaml: [{subPath: /a, operator: remove}]}]}}]}`,
    ),
    results: [
      `warning ${OVERRIDERS}.fieldOverrider: nothing to edit in any selected resource`,
      'warning -: OverridePolicy "p": the selector of Deployment (apps/v1beta1) matches no resource; did you mean apiVersion "apps/v1"?',
      'warning data.f: no such field: nothing to override',
    ],
  },
  {
    name: 'names the policy in errors if there are several',
    items: [configMap('x'), policy('a', setting('a')), policy('b', setting('b').replaceAll('/data/a', '/data/b'))],
    results: [
      `error data.b: OverridePolicy "b": \`${OVERRIDERS}.plaintext[0]\` (replace "/data/b"): replace operation`,
    ],
  },
  {
    name: 'removes a word from a container without arguments, and writes no empty list',
    items: [DEPLOYMENT],
    config: policy(
      'p',
      `{overrideRules: [{overriders: {
        argsOverrider: [{containerName: web, operator: remove, value: [-v]}],
        commandOverrider: [{containerName: web, operator: add, value: []}]}}]}`,
    ),
    results: [
      `info ${OVERRIDERS}.argsOverrider[0]: as configured in 1 resource: Deployment web; absent as configured: "-v"`,
      `info ${OVERRIDERS}.commandOverrider[0]: as configured in 1 resource`,
      `warning ${OVERRIDERS}.commandOverrider[0]: has no \`value\``,
    ],
  },
  {
    name: 'edits the image of a workload with a mistyped field',
    items: [DEPLOYMENT.replace('replicas: 1', "replicas: '1'")],
    config: policy(
      'p',
      '{overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: replace, value: v2}]}}]}',
    ),
    want: { 0: DEPLOYMENT.replace('replicas: 1', "replicas: '1'").replaceAll(':v1', ':v2') },
    results: [`info ${OVERRIDERS}.imageOverrider[0]: as configured in 1 resource`],
  },
  {
    name: 'edits JSON by a `yaml` entry and then by a `json` entry',
    items: [configMap(`'{"a": 1, "b": 2}'`)],
    config: policy(
      'p',
      `{overrideRules: [{overriders: {fieldOverrider: [
        {fieldPath: /data/a, yaml: [{subPath: /a, operator: replace, value: 3}]},
        {fieldPath: /data/a, json: [{subPath: /b, operator: replace, value: 4}]}]}}]}`,
    ),
    want: { 0: configMap(`'{"a": 3, "b": 4}'`) },
    results: [`info ${OVERRIDERS}.fieldOverrider: as configured in 1 resource`],
  },
  {
    name: 'selects by a label whose value is an unquoted number',
    items: [configMap('x', 'c', '  labels: {tier: 5}\n')],
    config: policy('p', setting('z', { selector: "labelSelector: {matchLabels: {tier: '5'}}" })),
    want: { 0: configMap('z', 'c', '  labels: {tier: 5}\n') },
    results: [ONCE],
  },
  {
    name: 'reports once what is wrong with a resource',
    items: [
      DEPLOYMENT.replace(
        '      containers:\n        - name: web\n          image: reg.example/web:v1 # pinned\n',
        '      containers: none\n',
      ),
    ],
    config: policy(
      'p',
      `{overrideRules: [{overriders: {imageOverrider: [
        {component: Tag, operator: replace, value: v2}, {component: Registry, operator: remove}]}}]}`,
    ),
    results: ['error spec.template.spec.containers: must be a list of containers'],
  },
  {
    name: 'says that only a second run would fail',
    items: [DEPLOYMENT],
    config: policy(
      'p',
      `{overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: replace, value: v2}],
        plaintext: [{path: /spec/template/spec/initContainers/0/image, operator: remove}]}}]}`,
    ),
    results: [
      `error spec.template.spec.initContainers[0].image: edits must be repeatable: a second run would fail: \`${OVERRIDERS}.imageOverrider[0]\`: failed to parse image value()`,
    ],
  },
  {
    name: 'refuses an entry that finds its image by what it changes',
    items: [DEPLOYMENT],
    config: application(
      `{overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: replace, value: v2,
        predicate: {path: '/spec/template/spec/initContainers/[image=reg.example~1tool:v1]/image'}}]}}]}`,
    ),
    results: [
      'error spec.template.spec.initContainers["[image=reg.example/tool:v1]"].image: edits must be repeatable: a second run would fail: `spec.overrideRules[0].overriders.imageOverrider[0]`',
    ],
  },
  {
    name: 'refuses entries that settle only alone',
    items: [DEPLOYMENT],
    config: policy(
      'p',
      `{overrideRules: [{overriders: {imageOverrider: [
        {component: Tag, operator: add, value: -x},
        {component: Tag, operator: add, value: -y, predicate: {path: /spec/template/spec/containers/0/image}}]}}]}`,
    ),
    results: [
      `error spec.template.spec.containers[0].image: edits must be repeatable: a second run would change this resource again, by OverridePolicy "p" \`${OVERRIDERS}.imageOverrider[0]\`, OverridePolicy "p" \`${OVERRIDERS}.imageOverrider[1]\`; write one entry`,
    ],
  },
  {
    name: 'reports in each run that a resource is no longer selected by the name that it had',
    items: [configMap('x')],
    config: policy(
      'p',
      `{resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: c}],
        overrideRules: [{overriders: {plaintext: [{path: /metadata/name, operator: replace, value: d}]}}]}`,
    ),
    want: { 0: configMap('x', 'd') },
    results: ['warning -: OverridePolicy "p": the selector of ConfigMap (v1) "c" matches no resource'],
  },
  {
    name: 'refuses a name by which another policy would select the resource in a second run',
    items: [
      configMap('x'),
      policy(
        'a',
        `{resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: c}],
          overrideRules: [{overriders: {plaintext: [{path: /metadata/name, operator: replace, value: d}]}}]}`,
      ),
      policy('b', setting('z', { selector: 'name: d' })),
    ],
    results: [
      'error -: edits must be repeatable: a second run would also apply OverridePolicy "b", since OverridePolicy "a" edits `metadata.name`; select by',
    ],
  },
  {
    name: 'records what it applied, in the annotations of Karmada, without the rules of other clusters',
    items: [
      configMap('x'),
      policy('b', setting('b')),
      clusterPolicy('a', `{overrideRules: [${rule('a')}, ${rule('c', 'clusterNames: [south]')}]}`),
    ],
    config: application('{cluster: {name: north}, record: true}'),
    want: {
      0: configMap(
        'b',
        'c',
        `  annotations:
    policy.karmada.io/applied-overrides: '[{"policyName":"b","overriders":{"plaintext":[{"path":"/data/a","operator":"replace","value":"b"}]}}]'
    policy.karmada.io/applied-cluster-overrides: '[{"policyName":"a","overriders":{"plaintext":[{"path":"/data/a","operator":"replace","value":"a"}]}}]'
`,
      ),
    },
    results: [ONCE, 'info spec.overrideRules[1]: does not apply to cluster "north"', ONCE],
  },
  {
    name: 'refuses to record a policy that a second run would no longer select',
    items: [
      configMap('x', 'c', '  labels: {tier: gold}\n'),
      clusterPolicy(
        'a',
        `{resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {tier: gold}}}],
          overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {tier: silver}}]}}]}`,
      ),
    ],
    config: application('{record: true}'),
    results: [
      'error -: edits must be repeatable: a second run would no longer apply ClusterOverridePolicy "a", since ClusterOverridePolicy "a" edits `metadata.labels.tier`; select by',
    ],
  },
  {
    name: 'records large integers and null with their digits',
    items: [configMap('x')],
    config: application(
      `{record: true, overrideRules: [{overriders: {imageOverrider: [], plaintext: [
        {path: /spec, operator: add, value: {a: 12345678901234567890, b: null}}]}}]}`,
    ),
    want: {
      0: configMap(
        'x',
        'c',
        `  annotations:
    policy.karmada.io/applied-cluster-overrides: '[{"policyName":"application","overriders":{"plaintext":[{"path":"/spec","operator":"add","value":{"a":12345678901234567890,"b":null}}]}}]'
`,
      ).concat('spec:\n  a: 12345678901234567890\n  b: null\n'),
    },
    results: [`info ${OVERRIDERS}.plaintext: as configured in 1 resource`],
  },
  {
    name: 'removes a record of policies that no longer apply',
    items: [
      configMap('x', 'c', "  annotations:\n    policy.karmada.io/applied-overrides: '[]'\n    keep: 'yes'\n"),
      policy('p', setting('z', { target: 'clusterNames: [south]' })),
    ],
    config: application('{cluster: {name: north}, record: true}'),
    want: { 0: configMap('x', 'c', "  annotations:\n    keep: 'yes'\n") },
    results: [
      'info spec.cluster.name: no rule is for cluster "north": rules name south',
      'info spec.overrideRules[0]: does not apply to cluster "north"',
    ],
  },
  {
    name: 'takes values from the package context and from a resource, for each overrider',
    items: [DEPLOYMENT, configMap('v7', 'versions'), context("{name: shop, region: eu, replicas: '5'}")],
    config: own(`
      imageOverrider: [{component: Tag, operator: replace, valueFrom: ${VERSION}}],
      argsOverrider: [{containerName: web, operator: add, valueFrom: {packageContext: region}}],
      labelsOverrider: [{operator: add, value: {a: b}, valueFrom: {region: {packageContext: region}}}],
      plaintext: [{path: /spec/replicas, operator: replace, valueFrom: {packageContext: replicas, type: integer}},
        {path: /spec/paused, operator: add, valueFrom: {packageContext: none, default: true}}]`),
    want: {
      0: DEPLOYMENT.replaceAll(':v1', ':v7')
        .replace('replicas: 1', 'replicas: 5')
        .replace('  name: web\n', '  name: web\n  labels:\n    a: b\n    region: eu\n')
        .replace('# pinned\n', '# pinned\n          args:\n            - eu\n  paused: true\n'),
    },
    results: ['imageOverrider[0]', 'argsOverrider[0]', 'labelsOverrider[0]', 'plaintext'].map(
      (name) => `info ${OVERRIDERS}.${name}: as configured in 1 resource`,
    ),
  },
  {
    name: 'names elements by a field, selects by patterns, and takes values for texts',
    items: [configMap("'{}'", 'c-1'), configMap("'{}'", 'd'), DEPLOYMENT, context('{name: shop, level: debug}')],
    config: application(`{
      resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: c-*}, {apiVersion: apps/v1, kind: Deployment}],
      overrideRules: [{overriders: {
        fieldOverrider: [{fieldPath: /data/a, ensurePath: true, json: [
          {subPath: /log/level, operator: add, valueFrom: {packageContext: level}}]}],
        plaintext: [{path: '/spec/template/spec/containers/[name=web]/env/[name=LEVEL]/value', operator: add,
          ensurePath: true, ifMissing: ignore, valueFrom: {packageContext: level}}]}}]}`),
    want: {
      0: configMap(`'{"log": {"level": "debug"}}'`, 'c-1').concat(
        'spec:\n  template:\n    spec:\n      containers:\n      - name: web\n        env:\n        - name: LEVEL\n          value: debug\n',
      ),
      2: DEPLOYMENT.concat('          env:\n            - name: LEVEL\n              value: debug\n'),
    },
    results: [
      `info ${OVERRIDERS}.fieldOverrider: as configured in 1 resource`,
      `info ${OVERRIDERS}.plaintext: as configured in 2 resources`,
      'warning data.a: no such field: nothing to override',
    ],
  },
  {
    name: 'leaves elements by a field and patterns to its own kinds',
    items: [DEPLOYMENT],
    config: policy(
      'p',
      `{resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: w*}], overrideRules: [${rule('z')}]}`,
    ),
    results: ['warning -: OverridePolicy "p": the selector of Deployment (apps/v1) "w*" matches no resource'],
  },
  {
    name: 'refuses values that the package does not have, or of another form',
    items: [DEPLOYMENT, configMap('v7', 'versions'), context('{name: shop}')],
    config: own(`
      imageOverrider: [
        {component: Tag, operator: replace, value: v1, valueFrom: ${VERSION}},
        {component: Tag, operator: replace, valueFrom: {packageContext: tag}}],
      commandOverrider: [{containerName: web, operator: add, valueFrom: ${VERSION.replace('/data/a', '/data')}}],
      annotationsOverrider: [{operator: add, valueFrom: {a: ${VERSION.replace('/data/a', '/data/b')}}}],
      plaintext: [
        {path: /spec/replicas, operator: replace, valueFrom: {packageContext: name, type: integer}},
        {path: /spec/replicas, operator: replace, valueFrom: {packageContext: name, fieldPath: /a}},
        {path: /spec/replicas, operator: replace, valueFrom: {resource: {apiVersion: v1, kind: ConfigMap, name: none}, fieldPath: /a}}]`),
    results: [
      `error ${OVERRIDERS}.annotationsOverrider[0].valueFrom.a: ConfigMap "versions" has no value at "/data/b", or is not in the package: add it, or set \`default\``,
      `error ${OVERRIDERS}.commandOverrider[0].valueFrom: must lead to a string or a list of strings`,
      `error ${OVERRIDERS}.imageOverrider[0].value: must not be set together with \`valueFrom\``,
      `error ${OVERRIDERS}.imageOverrider[1].valueFrom: the context of the root package has no key "tag": add it, or set \`default\``,
      `error ${OVERRIDERS}.plaintext[0].valueFrom: the value must be of the type "integer"`,
      `error ${OVERRIDERS}.plaintext[1].valueFrom: must have either \`packageContext\`, or \`resource\` and \`fieldPath\``,
      `error ${OVERRIDERS}.plaintext[2].valueFrom: ConfigMap "none" has no value`,
    ],
  },
  {
    name: 'checks a value of the package like one that is written',
    items: [DEPLOYMENT, configMap('v 7', 'versions')],
    config: own(`imageOverrider: [{component: Tag, operator: replace, valueFrom: ${VERSION}}]`),
    results: [`error ${OVERRIDERS}.imageOverrider[0].value: must be a tag`],
  },
  {
    name: 'hints at a source of this name in another namespace',
    items: [DEPLOYMENT, configMap('v7', 'versions', '  namespace: far\n')],
    config: own(`imageOverrider: [{component: Tag, operator: replace, valueFrom: ${VERSION}}]`),
    results: [
      `error ${OVERRIDERS}.imageOverrider[0].valueFrom: ConfigMap "versions" has no value at "/data/a", or is not in the package: add it, or set \`default\`; 1 would match in namespace "far": set \`namespace\` of \`resource\``,
    ],
  },
  {
    name: 'refuses a source that several resources match',
    items: [configMap('v7', 'versions'), configMap('v8', 'versions', '  namespace: default\n')],
    config: own(`imageOverrider: [{component: Tag, operator: replace, valueFrom: ${VERSION}}]`),
    results: [`error ${OVERRIDERS}.imageOverrider[0].valueFrom: several resources match \`resource\``],
  },
  {
    name: 'refuses to take a value from a field that its rules edit',
    items: [configMap('v7', 'versions'), configMap('x')],
    config: own(
      `plaintext: [{path: /data/a, operator: replace, valueFrom: ${VERSION}},
      {path: /data/a, operator: replace, value: z}]`,
      'ConfigMap',
    ),
    results: [`error ${OVERRIDERS}.plaintext[0].valueFrom: edits must be repeatable: the value is taken from a field`],
  },
  {
    name: 'refuses rules that make the source of a value ambiguous',
    items: [configMap('v7', 'versions'), configMap('x')],
    config:
      application(`{resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: c}], overrideRules: [{overriders: {
      plaintext: [{path: /data/a, operator: replace, valueFrom: ${VERSION}},
        {path: /metadata/name, operator: replace, value: versions}]}}]}`),
    results: [`error ${OVERRIDERS}.plaintext[0].valueFrom: edits must be repeatable: the value is taken from a field`],
  },
  {
    name: 'refuses to edit the Cluster that selects its rules',
    items: [
      cluster('north'),
      policy(
        'p',
        `{resourceSelectors: [{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster}], overrideRules: [
          {overriders: {labelsOverrider: [{operator: add, value: {l: v}}]}}]}`,
      ),
    ],
    results: ['error -: edits must be repeatable: policies must not edit a policy or a Cluster'],
  },
];

const run = (list: string): Promise<Ran> => runList(fn, list);

describe('apply-override-policy', () => {
  for (const { name, items, config, want = {}, results } of rows) {
    it(name, async () => {
      const ran = await run(resourceList(items, config));
      assertStarts(ran.results, results);
      const wanted = resourceList(
        items.map((item, index) => want[index] ?? item),
        config,
      );
      assert.equal(ran.list, wanted);
      const again = await run(wanted);
      assert.equal(again.list, wanted, 'a second run changes nothing');
      if (ran.stderr === '') assert.deepEqual(again.results, ran.results, 'a second run reports the same');
    });
  }

  it('notices what it changed', async () => {
    const list = resourceList([configMap('x'), configMap('z', 'd')], policy('p', setting('z')));
    assert.deepEqual(await noticesOf(fn, list), [`${OVERRIDERS}.plaintext: applied 1 operation in 1 resource`]);
  });
});

function assertStarts(got: readonly string[], want: readonly string[]): void {
  const [actual, wanted] = [got.toSorted(), want.toSorted()];
  assert.equal(actual.length, wanted.length, actual.join('\n'));
  for (const [index, start] of wanted.entries())
    assert.ok(actual[index]?.startsWith(start), `${actual[index]}\nwanted: ${start}`);
}
