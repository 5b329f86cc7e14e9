import assert from 'node:assert/strict';
import setLabels from '../../../functions/set-labels/index.ts';
import { runFunction } from '../../../src/function/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

const fn = loaded(setLabels);

const config = (labels: string, rest = ''): string =>
  resource('fn.kpt.dev/v1alpha1', 'SetLabels', 'config', `labels: ${labels}\n${rest}`);
const ORANGE = config('{color: orange}');

/** Returns the output for one item, and its results. A second run must have the same output. */
async function run(item: string, functionConfig = ORANGE, inPlaceOf?: string) {
  const sources = inPlaceOf === undefined ? {} : { inPlaceOf };
  const call = (text: string) => runFunction(fn, new TextEncoder().encode(text), sources);
  const { stdout } = await call(resourceList([item], functionConfig));
  const [list = '', report = ''] = stdout.split('\nresults:\n');
  assert.equal((await call(`${list}\n`)).stdout, stdout, 'a second run');
  return { list, report };
}

/** Returns messages with severity and field. */
const messages = async (items: readonly string[], functionConfig = ORANGE): Promise<readonly string[]> =>
  (await runList(fn, resourceList(items, functionConfig))).results;

/** Returns the lines of an item that a run adds or changes, without indentation. */
const changed = async (item: string, functionConfig = ORANGE, inPlaceOf?: string): Promise<string> => {
  const { list } = await run(item, functionConfig, inPlaceOf);
  const before = resourceList([item], functionConfig).split('\n');
  const lines = list.slice(0, list.indexOf('\nfunctionConfig:')).split('\n');
  return lines
    .filter((line) => !before.includes(line))
    .map((line) => line.trim())
    .join('; ');
};

describe('set-labels', () => {
  const layouts: readonly (readonly [title: string, item: string, want: string])[] = [
    ['adds a map', resource('v1', 'ConfigMap', 'a'), 'labels:; color: orange'],
    [
      'adds to braces',
      resource('v1', 'ConfigMap', 'a', '', '  labels: {a: b} # c\n'),
      'labels: {a: b, color: orange} # c',
    ],
    ['keeps a comment', resource('v1', 'ConfigMap', 'a', '', '  labels:\n    color: red # c\n'), 'color: orange # c'],
    [
      'keeps quotes around an equal value',
      resource('v1', 'ConfigMap', 'a', '', "  labels:\n    color: 'orange'\n"),
      '',
    ],
    ['fills an empty map', resource('v1', 'ConfigMap', 'a', '', '  labels: {}\n'), 'labels:; color: orange'],
  ];
  for (const [title, item, want] of layouts) {
    it(title, async () => {
      assert.equal(await changed(item), want);
    });
  }

  it('adds new labels in the order of their keys', async () => {
    assert.equal(
      await changed(resource('v1', 'ConfigMap', 'a'), config('{b: "2", a: "1"}')),
      'labels:; a: "1"; b: "2"',
    );
  });

  it('quotes what is not a string without quotes', async () => {
    const want = 'labels:; a: "yes"; b: "1.10"; "on": x';
    assert.equal(await changed(resource('v1', 'ConfigMap', 'a'), config('{a: "yes", b: "1.10", "on": x}')), want);
  });

  it('takes a number in a ConfigMap as it is written', async () => {
    const item = resource('v1', 'ConfigMap', 'a');
    const data = resource('v1', 'ConfigMap', 'config', 'data: {a: 1.10, b: 0x1f}\n');
    assert.equal(await changed(item, data), 'labels:; a: "1.10"; b: "0x1f"');
    assert.deepEqual((await messages([item], data)).slice(0, 2), [
      'warning data.a: should be a string: taken as "1.10"',
      'warning data.b: should be a string: taken as "0x1f"',
    ]);
  });

  it('edits the elements of a list', async () => {
    const list = 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Secret\n  metadata:\n    name: s\n';
    assert.equal(await changed(list), 'labels:; color: orange');
    assert.match((await run(list, ORANGE, 'v0.2')).report, /original edits the list/);
    assert.doesNotMatch((await run(list)).report, /original/);
  });

  it('counts the labels that are in place, in each run', async () => {
    const service = resource('v1', 'Service', 'a', 'spec: {}\n');
    assert.deepEqual(await messages([service]), ['info -: labels set in total: 2']);
  });

  const reports: readonly (readonly [title: string, item: string, labels: string, want: string])[] = [
    ['no labels', resource('v1', 'Secret', 'a'), '{}', 'warning labels: no labels to set'],
    ['a value that Kubernetes refuses', resource('v1', 'Secret', 'a'), '{a: "b c"}', 'warning labels.a: a valid label'],
    ['a key that Kubernetes refuses', resource('v1', 'Secret', 'a'), '{"a b": c}', 'warning labels["a b"]: name part'],
    [
      'a list of labels',
      resource('v1', 'Secret', 'a', '', '  labels: [a]\n'),
      '{a: b}',
      'error metadata.labels: must be a map',
    ],
    [
      'a number as label',
      resource('v1', 'Secret', 'a', '', '  labels: {a: 1}\n'),
      '{a: b}',
      'error metadata.labels.a: must be a string',
    ],
    [
      'a text in place of a list',
      resource('apps/v1', 'StatefulSet', 'a', 'spec: {volumeClaimTemplates: text}\n'),
      '{a: b}',
      'error spec.volumeClaimTemplates: must be a list',
    ],
    [
      'only local configuration',
      resource('v1', 'Secret', 'a', '', '  annotations: {config.kubernetes.io/local-config: "true"}\n'),
      '{a: b}',
      'info -: no input resources',
    ],
  ];
  for (const [title, item, labels, want] of reports) {
    it(`reports ${title}`, async () => {
      const all = await messages([item], config(labels));
      assert.ok(
        all.some((message) => message.startsWith(want)),
        all.join('\n'),
      );
    });
  }

  it('warns of an affinity that selects another value', async () => {
    const term = '{labelSelector: {matchLabels: {color: red}}}';
    const affinity = `{podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [${term}]}}`;
    const pod = resource('apps/v1', 'Deployment', 'a', `spec: {template: {spec: {affinity: ${affinity}}}}\n`);
    assert.match((await messages([pod])).join('\n'), /^warning spec\.template\.spec\.affinity\..*: not edited/m);
  });

  it('warns of fields that only v0.1 reads, and refuses its kind', async () => {
    const fields = 'additionalLabelFields: [{path: spec/labels, create: true}]\n';
    const item = resource('example.com/v1', 'Gadget', 'a', 'spec: {}\n');
    assert.match((await messages([item], config('{a: b}', fields))).join('\n'), /^warning -: no effect/m);
    const former = resource('fn.kpt.dev/v1alpha1', 'SetLabelConfig', 'c', 'labels: {a: b}\n');
    assert.match((await messages([item], former)).join('\n'), /^error kind: SetLabelConfig is a kind of v0\.1/m);
  });
});

describe('set-labels in place of v0.1', () => {
  it('creates templates, and edits local configuration', async () => {
    const local = '  annotations:\n    config.kubernetes.io/local-config: "true"\n';
    const item = resource('apps/v1', 'Deployment', 'a', '', local);
    const want =
      'labels:; color: orange; spec:; selector:; matchLabels:; color: orange; template:; metadata:; labels:; color: orange';
    assert.equal(await changed(item, ORANGE, 'v0.1.5'), want);
  });

  it('adds labels to selectors that exist', async () => {
    const item = resource(
      'policy/v1',
      'PodDisruptionBudget',
      'a',
      'spec:\n  selector:\n    matchLabels:\n      a: b\n',
    );
    assert.equal(await changed(item, ORANGE, 'v0.1'), 'labels:; color: orange; color: orange');
  });

  it('sets additional fields', async () => {
    const fields = 'additionalLabelFields: [{path: spec/tags, create: true}]\n';
    const item = resource('example.com/v1', 'Gadget', 'a', 'spec:\n  a: b\n');
    const want = 'labels:; color: orange; tags:; color: orange';
    assert.equal(await changed(item, config('{color: orange}', fields), 'v0.1.5'), want);
  });

  it('reports a key with which the original fails', async () => {
    const { report } = await run(resource('v1', 'Secret', 'a'), config('{"5": a}'), 'v0.1.5');
    assert.match(report, /set: the original fails/);
  });
});
