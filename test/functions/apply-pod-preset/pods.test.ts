import assert from 'node:assert/strict';
import { resource } from '../../support/resource-list.ts';
import { application, deployment, look, only } from './pod-presets.ts';

const POD = '{metadata: {labels: {a: b}}, spec: {initContainers: [{name: i}], containers: [{name: c}]}}';

/** A resource of each kind, and the path of its pod template. */
const kinds: readonly (readonly [apiVersion: string, kind: string, spec: string, root: string])[] = [
  ['v1', 'PodTemplate', `template: ${POD}`, 'template'],
  ['v1', 'ReplicationController', `spec: {template: ${POD}}`, 'spec.template'],
  ...['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'].map(
    (kind) => ['apps/v1', kind, `spec: {template: ${POD}}`, 'spec.template'] as const,
  ),
  ...['Deployment', 'ReplicaSet', 'DaemonSet'].map(
    (kind) => ['extensions/v1beta1', kind, `spec: {template: ${POD}}`, 'spec.template'] as const,
  ),
  ['batch/v1', 'Job', `spec: {template: ${POD}}`, 'spec.template'],
  ['batch/v1', 'CronJob', `spec: {jobTemplate: {spec: {template: ${POD}}}}`, 'spec.jobTemplate.spec.template'],
  ['batch/v1beta1', 'CronJob', `spec: {jobTemplate: {spec: {template: ${POD}}}}`, 'spec.jobTemplate.spec.template'],
];

describe('apply-pod-preset: pods', () => {
  for (const [apiVersion, kind, spec, root] of kinds) {
    it(`finds the pod template of a ${kind} (${apiVersion})`, async () => {
      const { pods, results } = await look([resource(apiVersion, kind, 'a', `${spec}\n`, '  namespace: ns\n')]);
      assert.deepEqual(results, []);
      const pod = only(pods);
      assert.equal(pod.root.join('.'), root);
      assert.equal(pod.namespace, 'ns');
      assert.deepEqual([...pod.labels], [['a', 'b']]);
      assert.deepEqual(
        pod.containers.map(({ name, path }) => [name, path.join('.')]),
        [
          ['c', `${root}.spec.containers.0`],
          ['i', `${root}.spec.initContainers.0`],
        ],
      );
    });
  }

  it('finds a Pod, which is its own template', async () => {
    const text = resource(
      'v1',
      'Pod',
      'a',
      'spec: {containers: [{name: c}]}\n',
      '  labels: {a: b}\n  annotations: {k: v}\n',
    );
    const pod = only((await look([text])).pods);
    assert.deepEqual(pod.root, []);
    assert.deepEqual(pod.containers, [{ name: 'c', path: ['spec', 'containers', 0] }]);
    assert.deepEqual([...pod.labels], [['a', 'b']]);
    assert.equal(pod.annotation('k'), 'v');
    assert.equal(pod.annotation('l'), undefined);
  });

  it('reads the annotations of the template, not of the workload', async () => {
    const text = deployment('a', '{annotations: {k: inner}}', undefined, '  annotations: {k: outer, l: outer}\n');
    const pod = only((await look([text])).pods);
    assert.equal(pod.annotation('k'), 'inner');
    assert.equal(pod.annotation('l'), undefined);
  });

  it('reads the volumes that a StatefulSet claims', async () => {
    const spec = `{volumeClaimTemplates: [{metadata: {name: data}}, {metadata: {}}, {metadata: {name: logs}}], template: ${POD}}`;
    const { pods } = await look([resource('apps/v1', 'StatefulSet', 'a', `spec: ${spec}\n`)]);
    assert.deepEqual(only(pods).claims, ['data', 'logs']);
    assert.deepEqual(only((await look([deployment('a', '{}')])).pods).claims, []);
  });

  it('ignores other kinds, other groups, and resources reserved for kpt and functions', async () => {
    const local = '  annotations: {config.kubernetes.io/local-config: "true"}\n';
    const items = [
      resource('v1', 'ConfigMap', 'a', `spec: {template: ${POD}}\n`),
      resource('example.com/v1', 'Deployment', 'a', `spec: {template: ${POD}}\n`),
      resource('apps/v1', 'Deployment', 'a', `spec: {template: ${POD}}\n`, local),
    ];
    const { pods, results } = await look(items);
    assert.deepEqual([pods.length, results], [0, []]);
  });

  it('reads through anchors and merge keys', async () => {
    const text = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: a
  labels: &l
    a: b
spec:
  template:
    metadata:
      labels: *l
    spec:
      containers:
        - &c
          name: one
        - <<: *c
          name: two
`;
    const pod = only((await look([text])).pods);
    assert.deepEqual(
      pod.containers.map(({ name }) => name),
      ['one', 'two'],
    );
    assert.equal(pod.labels.get('a'), 'b');
  });
});

const ROLLOUT = '{apiVersion: argoproj.io/v1alpha1, kind: Rollout, path: spec.template}';
const rollout = (spec: string, version = 'v1alpha1'): string =>
  resource(`argoproj.io/${version}`, 'Rollout', 'r', `spec: ${spec}\n`);

describe('apply-pod-preset: pods of configured kinds', () => {
  const find = (items: readonly string[], ...templates: readonly string[]) =>
    look(items, application(`{templates: [${templates.join(', ')}]}`));

  it('finds templates at the configured path', async () => {
    const { pods, results } = await find([rollout(`{template: ${POD}}`), deployment('d', '{}')], ROLLOUT);
    assert.deepEqual(results, []);
    assert.deepEqual(
      pods.map(({ root }) => root.join('.')),
      ['spec.template', 'spec.template'],
    );
  });

  it('finds several templates of a kind', async () => {
    const text = resource('ray.io/v1', 'RayJob', 'r', `spec: {head: {template: ${POD}}, worker: {template: ${POD}}}\n`);
    const rules = ['head', 'worker'].map(
      (part) => `{apiVersion: ray.io/v1, kind: RayJob, path: spec.${part}.template}`,
    );
    assert.deepEqual(
      (await find([text], ...rules)).pods.map(({ root }) => root[1]),
      ['head', 'worker'],
    );
  });

  it('finds a template once if a rule repeats a built-in path', async () => {
    const rule = '{apiVersion: apps/v1, kind: Deployment, path: spec.template}';
    assert.equal((await find([deployment('d', '{}')], rule, rule)).pods.length, 1);
  });

  it('warns if no item has the kind or the version', async () => {
    assert.deepEqual((await find([], ROLLOUT)).results, [
      'warning spec.templates[0]: no item is a Rollout (argoproj.io/v1alpha1)',
    ]);
    const lower = '{apiVersion: argoproj.io/v1, kind: rollout, path: spec.template}';
    assert.deepEqual((await find([rollout('{}', 'v1')], lower)).results, [
      'warning spec.templates[0]: no item is a rollout (argoproj.io/v1); did you mean kind "Rollout"?',
    ]);
    assert.deepEqual((await find([rollout('{}', 'v1')], ROLLOUT)).results, [
      'warning spec.templates[0]: no item is a Rollout (argoproj.io/v1alpha1); did you mean apiVersion "argoproj.io/v1"?',
    ]);
  });

  it('warns if an object has nothing at the path', async () => {
    assert.deepEqual((await find([rollout('{workloadRef: {name: a}}')], ROLLOUT)).results, [
      'warning spec.template: the pod template must be set: presets are not applied',
    ]);
  });
});

const flaws: readonly (readonly [name: string, spec: string, field: string, message: string])[] = [
  ['a missing spec', '', 'spec.template', 'the pod template must be set'],
  ['a null template', 'spec: {template: null}', 'spec.template', 'the pod template must be set'],
  ['a template that is a list', 'spec: {template: []}', 'spec.template', 'the pod template must be a map'],
  ['a template without a spec', 'spec: {template: {}}', 'spec.template.spec.containers', 'a pod must have a container'],
  [
    'containers that are a map',
    'spec: {template: {spec: {containers: {name: a}}}}',
    'spec.template.spec.containers',
    'the containers of a pod must be a list',
  ],
  [
    'an init container that is a string',
    'spec: {template: {spec: {containers: [{name: a}], initContainers: [a]}}}',
    'spec.template.spec.initContainers[0]',
    'a container must be a map',
  ],
  [
    'variables that are a map',
    'spec: {template: {spec: {containers: [{name: a, env: {b: c}}]}}}',
    'spec.template.spec.containers[0].env',
    'must be a list',
  ],
  [
    'volumes that are a number',
    'spec: {template: {spec: {containers: [{name: a}], volumes: 3}}}',
    'spec.template.spec.volumes',
    'must be a list',
  ],
  [
    'annotations that are a list',
    'spec: {template: {metadata: {annotations: [b]}, spec: {containers: [{name: a}]}}}',
    'spec.template.metadata.annotations',
    'must be a map',
  ],
];

describe('apply-pod-preset: malformed pods', () => {
  for (const [name, spec, field, message] of flaws) {
    it(`warns about ${name}`, async () => {
      const { pods, results } = await look([resource('apps/v1', 'Deployment', 'd', `${spec}\n`)]);
      assert.deepEqual(results, [`warning ${field}: ${message}: presets are not applied`]);
      assert.deepEqual(pods, []);
    });
  }

  it('finds well-formed pods next to malformed ones', async () => {
    const { pods } = await look([resource('apps/v1', 'Deployment', 'd'), deployment('e', '{}')]);
    assert.deepEqual(
      pods.map(({ resource: { name } }) => name),
      ['e'],
    );
  });

  it('ignores labels that are not a map', async () => {
    const pod = only((await look([deployment('d', '{labels: [a]}')])).pods);
    assert.equal(pod.labels.size, 0);
    assert.equal(pod.annotation('a'), undefined);
  });

  it('names a container without a name by its position, as in a Knative Service', async () => {
    const text = deployment('d', '{}', '{containers: [{image: a}, {name: b}, {name: ""}, {name: 1}]}');
    const { pods, results } = await look([text]);
    assert.deepEqual(
      only(pods).containers.map(({ name }) => name),
      ['containers[0]', 'b', 'containers[2]', 'containers[3]'],
    );
    assert.deepEqual(results, []);
  });
});
