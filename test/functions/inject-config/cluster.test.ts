import assert from 'node:assert/strict';
import injectConfig from '../../../functions/inject-config/index.ts';
import { runFunction, type Outcome } from '../../../src/function/index.ts';
import type { ClusterAnswer, ClusterQuestion, KindAnswer } from '../../../src/krm/index.ts';
import { loaded } from '../../support/probe.ts';
import { resourceList } from '../../support/resource-list.ts';
import { kptfile, pointOf, textOf } from './items.ts';

const fn = loaded(injectConfig);
const lamp = textOf(pointOf({ apiVersion: 'example.com/v1', kind: 'Lamp', name: 'lamp', rest: 'spec: {}\n' }));
const limits = textOf(pointOf({ apiVersion: 'v1', kind: 'ConfigMap', name: 'limits', rest: 'data: {}\n' }));

const config = (spec: string): string =>
  `apiVersion: krm-variants.dev/v1alpha1\nkind: ConfigInjection\nmetadata:\n  name: c\nspec: {${spec}}\n`;
const LIVE = 'injectors: [{name: north}], sources: {cluster: {context: edge}}';

interface Asked extends Outcome {
  readonly questions: readonly ClusterQuestion[];
}

/** Runs the function against a cluster that returns `answer`. */
async function ask(answer: ClusterAnswer, spec = LIVE, items = [kptfile(), lamp, limits]): Promise<Asked> {
  const questions: ClusterQuestion[] = [];
  const list = Buffer.from(resourceList(items, config(spec)));
  const outcome = await runFunction(fn, list, {
    readCluster(access, question) {
      assert.deepEqual(access, { context: 'edge', timeoutSeconds: 30 });
      questions.push(question);
      return Promise.resolve(answer);
    },
  });
  return { ...outcome, questions };
}

const north =
  '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"north","namespace":"default"},"data":{"cpu":"2"}}';
const only = (...objects: readonly string[]): KindAnswer => ({ objects, hasOthers: false });
const ANSWER: ClusterAnswer = {
  kinds: [{ refusal: 'the cluster has no kind Lamp of example.com/v1' }, only(north)],
};

describe('inject-config: sources.cluster', () => {
  it('requests the kinds of the injection points, each once, with the names of the injectors', async () => {
    const second = limits.replace('name: limits', 'name: others');
    const { questions } = await ask(ANSWER, `namespace: infra, ${LIVE}`, [kptfile(), lamp, limits, second]);
    const kinds = questions[0]?.kinds.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);
    assert.deepEqual(kinds, ['example.com/v1 Lamp', 'v1 ConfigMap']);
    assert.deepEqual(
      questions.map(({ namespace, names }) => ({ namespace, names })),
      [{ namespace: 'infra', names: new Set(['north']) }],
    );
  });

  it('injects existing objects, and explains the missing ones in a condition and a warning', async () => {
    const { stdout, stderr, exitCode } = await ask(ANSWER);
    assert.deepEqual({ stderr, exitCode }, { stderr: '', exitCode: 0 });
    assert.ok(stdout.includes('injected-resource: north\n  data:\n    cpu: "2"\n'), stdout);
    assert.match(stdout, /status: "False"\n {6}message: the cluster has no kind Lamp of example.com\/v1\n/);
    assert.match(stdout, /- message: the cluster has no kind Lamp of example.com\/v1\n {2}severity: warning\n/);
  });

  it('injects objects without a namespace, whichever namespace is requested', async () => {
    const { stdout } = await ask(
      {
        kinds: [only('{"apiVersion":"example.com/v1","kind":"Lamp","metadata":{"name":"north"},"spec":{"watts":1e2}}')],
      },
      `namespace: infra, ${LIVE}`,
      [kptfile(), lamp],
    );
    assert.ok(stdout.includes('injected-resource: north\n  spec:\n    watts: 1e2\n'), stdout);
  });

  it('keeps the layout of lists', async () => {
    const wide = lamp.replace('spec: {}', 'spec:\n  bulbs: # all\n    - watts: 5');
    const text =
      '{"apiVersion":"example.com/v1","kind":"Lamp","metadata":{"name":"north"},"spec":{"bulbs":[{"watts":1.50}]}}';
    const { stdout } = await ask({ kinds: [only(text)] }, LIVE, [kptfile(), wide]);
    assert.ok(stdout.includes('  spec:\n    bulbs:\n      - watts: 1.50\nfunctionConfig'), stdout);
  });

  it('writes strings as YAML does, without the escapes of JSON', async () => {
    const data = String.raw`{"html":"\u003cb\u003e\u0026","plain":"text","long":"a\nb\n","number":"1"}`;
    const text = north.replace('{"cpu":"2"}', data);
    const { stdout } = await ask({ kinds: [only(text)] }, LIVE, [kptfile(), limits]);
    const want = '  data:\n    html: <b>&\n    plain: text\n    long: |\n      a\n      b\n    number: "1"\n';
    assert.ok(stdout.includes(want), stdout);
  });

  it('injects objects from other sources that the cluster does not return', async () => {
    const items = 'items: [{apiVersion: example.com/v1, kind: Lamp, metadata: {name: north}, spec: {watts: 5}}]';
    const { stdout, exitCode } = await ask(ANSWER, LIVE.replace('cluster:', `${items}, cluster:`));
    assert.equal(exitCode, 0);
    assert.ok(stdout.includes('spec: {watts: 5}'), stdout);
    assert.ok(!stdout.includes('the cluster has no kind'), stdout);
  });

  it('explains why the cluster returned nothing if other sources have another object of the kind', async () => {
    const items = 'items: [{apiVersion: example.com/v1, kind: Lamp, metadata: {name: south}, spec: {watts: 5}}]';
    const { stdout } = await ask(ANSWER, LIVE.replace('cluster:', `${items}, cluster:`));
    assert.match(stdout, /- message: the cluster has no kind Lamp of example.com\/v1\n {2}severity: warning\n/);
  });

  it('reports no match if the cluster only has objects with other names', async () => {
    const other: ClusterAnswer = { kinds: [only(), { objects: [], hasOthers: true }] };
    const { stdout } = await ask(other);
    assert.match(stdout, /message: no in-cluster resources of type example.com\/v1.Lamp\n/);
    assert.match(stdout, /message: no resource matched any injection selector for this injection point\n/);
  });

  it('changes nothing if the cluster cannot be read', async () => {
    const items = [kptfile(), lamp, limits];
    const { stdout, stderr, exitCode } = await ask({ failure: 'GET https://c.invalid/api/v1: no such host' });
    assert.equal(exitCode, 1);
    assert.equal(
      stderr,
      '[error] krm-variants.dev/v1alpha1/ConfigInjection/c spec.sources.cluster: GET https://c.invalid/api/v1: no such host\n',
    );
    assert.ok(stdout.startsWith(resourceList(items, config(LIVE))), stdout);
  });

  it('names the kind of an object that it cannot read', async () => {
    const deep = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"north"},"data":${'['.repeat(300)}${']'.repeat(300)}}`;
    const { stderr, exitCode } = await ask({ kinds: [only(deep)] }, LIVE, [kptfile(), limits]);
    assert.equal(exitCode, 1);
    assert.match(
      stderr,
      /spec\.sources\.cluster: an object of kind ConfigMap of v1 cannot be read: collections must be nested at most 200 levels deep at/,
    );
  });

  for (const [name, spec, items] of [
    ['there is no injection point', LIVE, [kptfile()]],
    ['there is no injector', LIVE.replace('{name: north}', ''), [kptfile(), lamp]],
  ] as const) {
    it(`sends no request if ${name}`, async () => {
      const { questions, exitCode } = await ask(ANSWER, spec, [...items]);
      assert.deepEqual({ questions, exitCode }, { questions: [], exitCode: 0 });
    });
  }

  it('fails without a cluster reader, naming the flags that read a cluster', async () => {
    const { stderr } = await runFunction(fn, Buffer.from(resourceList([kptfile(), lamp], config(LIVE))));
    assert.equal(
      stderr,
      '[error] krm-variants.dev/v1alpha1/ConfigInjection/c spec.sources.cluster: is read only for a configuration that is given with `--fn-config`: pass it there, or pass a context of your kubeconfig with `--context`\n',
    );
  });

  for (const [spec, message] of [
    ['namespace: .., sources: {cluster: {}}', 'spec.namespace: must be the name of a namespace'],
    ['sources: {cluster: {timeoutSeconds: 0}}', 'spec.sources.cluster.timeoutSeconds: must be >= 1'],
    ['sources: {cluster: {kubeConfig: a}}', 'did you mean `kubeconfig`?'],
  ] as const) {
    it(`rejects ${spec}`, async () => {
      const { stderr, exitCode } = await runFunction(fn, Buffer.from(resourceList([lamp], config(spec))));
      assert.equal(exitCode, 1);
      assert.ok(stderr.includes(message), stderr);
    });
  }
});
