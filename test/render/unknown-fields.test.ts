import assert from 'node:assert/strict';
import { formatResult, Resource } from '../../src/krm/index.ts';
import { unknownFields } from '../../src/render/index.ts';
import { isList, isMap, readDocument, newDocument, type Path, type Value } from '../../src/yaml/index.ts';

const SELECTOR = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'a',
  namespace: 'b',
  labels: { any: 'x' },
  annotations: { any: 'x' },
  resourceFileRegexp: 'a.*',
};

const FUNCTION = {
  image: 'set-labels',
  tag: '1.x',
  exec: './fn',
  configPath: 'fn.yaml',
  configMap: { any: 'x' },
  configRef: { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', namespace: 'b' },
  name: 'labels',
  selectors: [SELECTOR],
  exclude: [SELECTOR],
  when: 'true',
  resourceFileRegexp: 'a.*',
};

const STEP = {
  name: 'labels',
  image: 'set-labels',
  exec: './fn',
  executionError: 'x',
  stderr: 'x',
  exitCode: 1,
  results: [{ message: 'x', severity: 'error', file: { path: 'a.yaml' } }],
  errorResults: [{ message: 'x', any: 1 }],
  when: 'true',
  skipped: false,
};

/** Kptfile with each field that a version of kpt has. */
const ALL = {
  apiVersion: 'kpt.dev/v1',
  kind: 'Kptfile',
  metadata: { name: 'shop', namespace: 'x', labels: { any: 'x' }, annotations: { any: 'x' } },
  upstream: {
    type: 'git',
    git: { repo: 'r', directory: '/', ref: 'v1' },
    updateStrategy: 'resource-merge',
    preserveExplicitNull: true,
  },
  upstreamLock: {
    type: 'git',
    git: { repo: 'r', directory: '/', ref: 'v1', commit: 'c' },
    generic: { storeID: 'DB', resourceID: 'a', resourceVersion: '1' },
  },
  info: {
    site: 'x',
    emails: ['x'],
    license: 'x',
    licenseFile: 'x',
    description: 'x',
    keywords: ['x'],
    man: 'x',
    readinessGates: [{ conditionType: 'x' }],
  },
  pipeline: { mutators: [FUNCTION], validators: [FUNCTION] },
  inventory: { namespace: 'x', name: 'x', inventoryID: 'x', labels: { any: 'x' }, annotations: { any: 'x' } },
  status: {
    conditions: [{ type: 'x', status: 'True', reason: 'x', message: 'x' }],
    renderStatus: { mutationSteps: [STEP], validationSteps: [STEP], errorSummary: 'x' },
  },
} satisfies Value;

const foundIn = (text: string): readonly string[] =>
  unknownFields(new Resource(readDocument(text), { path: 'Kptfile' }), 'error').map(formatResult);

/** Maps whose fields kpt does not check, or that this program does not: results of functions. */
const FREE = /^(?:labels|annotations|configMap|results|errorResults)$/;

/** Returns the paths of the maps of a value that have a fixed set of fields. */
function closedMaps(value: Value, path: Path = []): readonly Path[] {
  if (isList(value)) return value.flatMap((each, at) => closedMaps(each, [...path, at]));
  if (!isMap(value)) return [];
  const inner = Object.entries(value).filter(([key]) => !FREE.test(key));
  return [path, ...inner.flatMap(([key, each]) => closedMaps(each, [...path, key]))];
}

describe('unknown fields of a Kptfile', () => {
  it('are none of the fields that a version of kpt has', () => {
    assert.deepEqual(foundIn(newDocument(ALL).text()), []);
  });

  for (const path of closedMaps(ALL))
    it(`are found in ${path.join('.') || 'the Kptfile'}`, () => {
      const document = newDocument(ALL);
      document.set([...path, 'foo'], 'x');
      const [found, ...others] = foundIn(document.text());
      assert.match(found ?? '', /foo: unknown field, which kpt refuses; known fields: `/);
      assert.deepEqual(others, []);
    });

  const rows: readonly (readonly [lines: string, message: RegExp])[] = [
    ['pipelines: {}', / pipelines: unknown field, which kpt refuses; did you mean `pipeline`\?$/],
    ['x-vendor: {a: 1}', / x-vendor: unknown field/],
    ['spec:', / spec: unknown field/],
    ['upstream: {git: {foo: x}}', / upstream\.git\.foo: .*; known fields: `repo`, `directory`, `ref`$/],
    ['status: {condition: []}', / status\.condition: .*; did you mean `conditions`\?$/],
    ['constructor: x', / constructor: unknown field/],
    [
      'pipeline: {mutators: [null, {image: a, configmap: {}}]}',
      / pipeline\.mutators\[1\]\.configmap: .*`configMap`\?$/,
    ],
  ];
  for (const [lines, message] of rows)
    it(`are found in ${lines}`, () => {
      const found = foundIn(`apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: a}\n${lines}\n`);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', message);
    });

  it('are found in metadata, which other resources have more of', () => {
    const [found] = foundIn('apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: a, creationTimestamp: null}\n');
    assert.match(found ?? '', / metadata\.creationTimestamp: unknown field/);
  });

  it('are none in values of another type, which other checks refuse', () => {
    assert.deepEqual(foundIn('kind: Kptfile\nmetadata: a\ninfo: [x]\npipeline: {mutators: {}}\nstatus: null\n'), []);
  });
});
