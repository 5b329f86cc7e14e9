import assert from 'node:assert/strict';
import { resource } from '../../support/resource-list.ts';
import { deployment, look, preset } from './pod-presets.ts';

const ENV = 'env: [{name: A}]';
const selecting = (name: string, selector: string, metadata = ''): string =>
  preset(name, `{selector: ${selector}, ${ENV}}`, metadata);
const inNamespace = (name: string): string => `  namespace: ${name}\n`;

const NO_POD = 'warning spec.selector: matches no pod';
const FRONTEND = '{matchLabels: {role: frontend}}';

/** Selectors, and the names of the pods that they match. */
const selectors: readonly (readonly [selector: string, want: string])[] = [
  ['{matchLabels: {role: frontend}}', 'f g'],
  ['{matchLabels: {role: frontend, tier: "1"}}', 'g'],
  ['{matchExpressions: [{key: role, operator: In, values: [frontend, backend]}]}', 'f g b'],
  ['{matchExpressions: [{key: role, operator: NotIn, values: [frontend]}]}', 'b x'],
  ['{matchExpressions: [{key: tier, operator: Exists}]}', 'g'],
  ['{matchLabels: {role: frontend}, matchExpressions: [{key: tier, operator: DoesNotExist}]}', 'f'],
];

const PODS = [
  deployment('f', '{labels: {role: frontend}}'),
  deployment('g', '{labels: {role: frontend, tier: "1"}}'),
  deployment('b', '{labels: {role: backend}}'),
  deployment('x', '{}'),
];

/** Labels that Kubernetes' controllers of workloads add to the pods that they create. */
const MADE_WITH_PODS = [
  'pod-template-hash',
  'pod-template-generation',
  'controller-revision-hash',
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
  'job-name',
  'controller-uid',
  'batch.kubernetes.io/job-name',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-completion-index',
];

/** Returns a key as a step of a field's path. */
function keyed(key: string): string {
  return key.includes('.') ? `["${key}"]` : `.${key}`;
}

describe('apply-pod-preset: selectors', () => {
  for (const [selector, want] of selectors) {
    it(`matches ${selector}`, async () => {
      const { pods, matches, results } = await look([...PODS, selecting('p', selector)]);
      const matched = pods.filter((_, index) => matches[index]?.length === 1);
      assert.equal(matched.map(({ resource: { name } }) => name).join(' '), want);
      assert.deepEqual(results, []);
    });
  }

  for (const spec of [`{selector: {}, ${ENV}}`, `{${ENV}}`, `{selector: {matchLabels: {}}, ${ENV}}`]) {
    it(`matches all pods with an empty selector, with a warning: ${spec}`, async () => {
      const { matches, results } = await look([...PODS, preset('p', spec)]);
      assert.deepEqual(
        matches,
        PODS.map(() => ['p']),
      );
      assert.deepEqual(results, ['warning spec.selector: is empty: matches every pod of namespace "default"']);
    });
  }

  it('returns several presets in their order', async () => {
    const { matches } = await look([selecting('z', FRONTEND), ...PODS, selecting('a', FRONTEND)]);
    assert.deepEqual(matches, [['z', 'a'], ['z', 'a'], [], []]);
  });

  it('warns about a selector that matches nothing', async () => {
    const { results } = await look([...PODS, selecting('p', '{matchLabels: {role: x}}')]);
    assert.deepEqual(results, [NO_POD]);
  });

  it('warns about a selector that matches a workload but not its pods', async () => {
    const text = deployment('d', '{labels: {a: b}}', undefined, '  labels: {role: frontend}\n');
    assert.deepEqual((await look([text, selecting('p', FRONTEND)])).results, [
      `${NO_POD}; matches Deployment "d" itself, but not the labels of its pod template`,
    ]);
    const far = '  namespace: far\n  labels: {role: frontend}\n';
    assert.deepEqual((await look([deployment('d', '{}', undefined, far), selecting('p', FRONTEND)])).results, [NO_POD]);
  });

  for (const label of MADE_WITH_PODS)
    it(`warns about label ${label}, which controllers add when they create a pod`, async () => {
      const added = `no pod has label "${label}": controllers add it to the pods that they create`;
      const byLabel = await look([...PODS, selecting('p', `{matchLabels: {${label}: abc}}`)]);
      assert.deepEqual(byLabel.results, [NO_POD, `warning spec.selector.matchLabels${keyed(label)}: ${added}`]);
      const byKey = await look([...PODS, selecting('p', `{matchExpressions: [{key: ${label}, operator: Exists}]}`)]);
      assert.deepEqual(byKey.results, [NO_POD, `warning spec.selector.matchExpressions[0].key: ${added}`]);
    });

  it('accepts such labels if a pod from a cluster has them', async () => {
    const pod = resource('v1', 'Pod', 'a', 'spec: {containers: [{name: c}]}\n', '  labels: {job-name: j}\n');
    const { matches, results } = await look([pod, selecting('p', '{matchLabels: {job-name: j}}')]);
    assert.deepEqual([matches, results], [[['p']], []]);
  });
});

describe('apply-pod-preset: namespaces', () => {
  const rows: readonly (readonly [ofPreset: string, ofPod: string, isSame: boolean])[] = [
    ['', '', true],
    ['', inNamespace('default'), true],
    [inNamespace('default'), '', true],
    [inNamespace('a'), inNamespace('a'), true],
    [inNamespace('a'), '', false],
    ['', inNamespace('a'), false],
    [inNamespace('a'), inNamespace('b'), false],
  ];
  for (const [ofPreset, ofPod, isSame] of rows) {
    it(`compares "${ofPreset.trim()}" of the preset with "${ofPod.trim()}" of the workload`, async () => {
      const items = [
        deployment('d', '{labels: {role: frontend}}', undefined, ofPod),
        selecting('p', FRONTEND, ofPreset),
      ];
      const { matches, results } = await look(items);
      assert.deepEqual(matches, [isSame ? ['p'] : []]);
      const [searched, other] = [ofPreset, ofPod].map((each) =>
        JSON.stringify(/namespace: (\S+)/.exec(each)?.[1] ?? 'default'),
      );
      const end = ` in namespace ${searched}; 1 would match in namespace ${other}: set \`metadata.namespace\``;
      assert.deepEqual(results, isSame ? [] : [`${NO_POD}${end}`]);
    });
  }

  it('ignores the namespace of a template', async () => {
    const items = [deployment('d', '{namespace: a, labels: {role: frontend}}'), selecting('p', FRONTEND)];
    assert.deepEqual((await look(items)).matches, [['p']]);
  });

  it('reports each pair of preset and resource once', async () => {
    const pod = '{metadata: {labels: {role: frontend}}, spec: {containers: [{name: c}]}}';
    const text = resource('a/v1', 'A', 'a', `spec: {a: ${pod}, b: ${pod}}\n`);
    const config = `apiVersion: krm-variants.dev/v1alpha1
kind: PodPresetApplication
metadata:
  name: how
spec:
  templates:
    - {apiVersion: a/v1, kind: A, path: spec.a}
    - {apiVersion: a/v1, kind: A, path: spec.b}
`;
    const far = ['p', 'q'].map((name) => selecting(name, FRONTEND, inNamespace('far')));
    const own = deployment('d', '{labels: {role: frontend}}', undefined, inNamespace('far'));
    const { results } = await look([text, own, ...far], config);
    assert.deepEqual(
      results.filter((line) => line.startsWith('info')),
      [
        'info metadata.namespace: PodPreset "p" would match but for the namespace',
        'info metadata.namespace: PodPreset "q" would match but for the namespace',
      ],
    );
  });
});

const EXCLUDE = 'podpreset.admission.kubernetes.io/exclude';
const AT = `spec.template.metadata.annotations["${EXCLUDE}"]`;
const MIRROR = 'kubernetes.io/config.mirror';

/** Annotations of a pod, `isOpen` for presets, and the results. */
const exclusions: readonly (readonly [annotations: string, isOpen: boolean, results: readonly string[]])[] = [
  [`{${EXCLUDE}: "true"}`, false, [`info ${AT}: excludes the pod from PodPreset p`]],
  [`{${EXCLUDE}: "false"}`, true, []],
  ...['"True"', '"1"', '"yes"', '""'].map(
    (value) => [`{${EXCLUDE}: ${value}}`, true, [`warning ${AT}: must be "true" to exclude a pod`]] as const,
  ),
  [
    `{${EXCLUDE}d: "true"}`,
    true,
    [`warning ${AT.replace('exclude', 'excluded')}: unknown annotation: it is ignored; did you mean "${EXCLUDE}"?`],
  ],
  ...['abc', '""', 'null'].map(
    (value) =>
      [
        `{${MIRROR}: ${value}}`,
        false,
        [`info spec.template.metadata.annotations["${MIRROR}"]: excludes the pod from PodPreset p`],
      ] as const,
  ),
];

describe('apply-pod-preset: excluded pods', () => {
  for (const [annotations, isOpen, want] of exclusions) {
    it(`reads the annotations ${annotations}`, async () => {
      const template = `{labels: {role: frontend}, annotations: ${annotations}}`;
      const { matches, results } = await look([deployment('d', template), selecting('p', FRONTEND)]);
      assert.deepEqual(matches, [isOpen ? ['p'] : undefined]);
      assert.deepEqual(results, want);
    });
  }

  it('ignores the annotation of the workload', async () => {
    const metadata = `  annotations: {${EXCLUDE}: "true"}\n`;
    const items = [deployment('d', '{labels: {role: frontend}}', undefined, metadata), selecting('p', FRONTEND)];
    assert.deepEqual((await look(items)).matches, [['p']]);
  });

  it('reports nothing about pods that no preset selects', async () => {
    const items = [...PODS, deployment('d', `{annotations: {${EXCLUDE}: "true"}}`), selecting('p', FRONTEND)];
    const { matches, results } = await look(items);
    assert.deepEqual([matches.at(-1), results], [undefined, []]);
    const far = deployment(
      'd',
      `{labels: {role: frontend}, annotations: {${EXCLUDE}: "true"}}`,
      undefined,
      inNamespace('far'),
    );
    assert.deepEqual((await look([...PODS, far, selecting('p', FRONTEND)])).results, []);
  });
});

describe('apply-pod-preset: probable mistakes in a preset', () => {
  it('warns about volumes without a mount', async () => {
    const spec = `{selector: ${FRONTEND}, volumes: [{name: a}, {name: b}, {name: c}], volumeMounts: [{name: b, mountPath: /b}]}`;
    assert.deepEqual((await look([...PODS, preset('p', spec)])).results, [
      'warning spec.volumes[0]: volume "a" has no mount in this preset',
      'warning spec.volumes[2]: volume "c" has no mount in this preset',
    ]);
  });

  it('warns about unknown fields of volume sources', async () => {
    const sources = [
      'secret: {secertName: x}',
      'configMap: {name: x, items: [{key: k, path: p}, {key: k, paht: p}]}',
      'projected: {sources: [{secret: {nmae: x}}, {downwardAPI: {items: [{fieldRef: {fieldPaht: x}}]}}]}',
      'csi: {driver: d, volumeAttributes: {any: thing}}',
      'rbd: {anything: 1}',
      'hostPath: {other: x}',
    ];
    const volumes = sources.map((source, index) => `{name: v${index}, ${source}}`);
    const mounts = sources.map((_, index) => `{name: v${index}, mountPath: /v${index}}`);
    const spec = `{selector: ${FRONTEND}, volumes: [${volumes.join(', ')}], volumeMounts: [${mounts.join(', ')}]}`;
    const unknown = (field: string, hint: string): string =>
      `warning spec.volumes${field}: unknown field of a volume source: the API server ignores or refuses it${hint}`;
    assert.deepEqual((await look([...PODS, preset('p', spec)])).results, [
      unknown('[0].secret.secertName', '; did you mean `secretName`?'),
      unknown('[1].configMap.items[1].paht', '; did you mean `path`?'),
      unknown('[2].projected.sources[0].secret.nmae', '; did you mean `name`?'),
      unknown('[2].projected.sources[1].downwardAPI.items[0].fieldRef.fieldPaht', '; did you mean `fieldPath`?'),
      unknown('[5].hostPath.other', ''),
    ]);
  });

  it('warns about empty lists', async () => {
    const { results } = await look([...PODS, preset('p', `{selector: ${FRONTEND}, env: [], volumes: []}`)]);
    assert.deepEqual(results, ['warning spec: has nothing to inject']);
  });
});
