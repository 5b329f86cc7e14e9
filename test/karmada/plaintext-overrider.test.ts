import assert from 'node:assert/strict';
import { dirname } from 'node:path/posix';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Problems } from '../../src/function/index.ts';
import { readPlaintextOverriders, type OverrideEffect, type WrittenPlaintext } from '../../src/karmada/index.ts';
import { formatFieldPath, Resource, Results, type Result } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import { readDocument, type Value } from '../../src/yaml/index.ts';
import type { Operation } from '../../src/patch/index.ts';
import { expectedData } from '../functions/field-override/expected-data.ts';
import { oracle } from '../patch/oracle.ts';
import { plain } from '../patch/plain.ts';
import { operationAims, operationAt, type OperationAim } from '../patch/random-operations.ts';
import { documents } from '../yaml/generate.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(500);

const FIELD: Path = ['spec', 'overrideRules', 0, 'overriders', 'plaintext'];

const item = (rest: string, metadata = ''): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: # kept\n  name: web\n${metadata}${rest}`;

const KPT = "    internal.config.kubernetes.io/path: 'web.yaml'\n";

interface Row {
  readonly name: string;
  readonly item: string;
  readonly plaintext: readonly WrittenPlaintext[];
  /** Text of the resource; defaults to the text on input. */
  readonly want?: string;
  /** Number of changed values, then absent pointers. Defaults to `0`. */
  readonly effect?: string;
  /** Severity, field and beginning of the message of each result, which start with the place of the entry. */
  readonly results?: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'replaces a value and keeps its comment',
    item: item('spec:\n  replicas: 1 # for now\n'),
    plaintext: [{ path: '/spec/replicas', operator: 'replace', value: 3 }],
    want: item('spec:\n  replicas: 3 # for now\n'),
    effect: '1',
  },
  {
    name: 'leaves an equal value as written',
    item: item('spec:\n  replicas: 0x3\n'),
    plaintext: [{ path: '/spec/replicas', operator: 'replace', value: 3 }],
  },
  {
    name: 'adds, replaces and removes in one patch, in order',
    item: item('spec:\n  a: 1\n  b: 2\n'),
    plaintext: [
      { path: '/spec/c', operator: 'add', value: { z: 1, d: 'x' } },
      { path: '/spec/c/d', operator: 'replace', value: 'w' },
      { path: '/spec/b', operator: 'remove', value: 'ignored, as in Karmada' },
    ],
    want: item('spec:\n  a: 1\n  c:\n    d: w\n    z: 1\n'),
    effect: '3 /spec/b',
  },
  {
    name: 'replaces all labels',
    item: item('', '  labels: {app: web, tier: front}\n'),
    plaintext: [{ path: '/metadata/labels', operator: 'add', value: { app: 'web', stage: 'edge' } }],
    want: item('', '  labels: {app: web, stage: edge}\n'),
    effect: '1',
  },
  {
    name: 'reads the tokens of a path unescaped',
    item: item('', '  labels:\n    a.io/b~c: x\n'),
    plaintext: [{ path: '/metadata/labels/a.io~1b~0c', operator: 'replace', value: 'w' }],
    want: item('', '  labels:\n    a.io/b~c: w\n'),
    effect: '1',
  },
  {
    name: 'appends to a list',
    item: item('args:\n- a # first\n'),
    plaintext: [{ path: '/args/-', operator: 'add', value: 'b' }],
    want: item('args:\n- a # first\n- b\n'),
    effect: '1',
  },
  {
    name: 'appends no element that the list has, unlike Karmada, which starts from the original each time',
    item: item('args: [b, a]\n'),
    plaintext: [{ path: '/args/-', operator: 'add', value: 'b' }],
  },
  {
    name: 'counts a negative index from the end of a list',
    item: item('args: [a, b]\n'),
    plaintext: [{ path: '/args/-1', operator: 'replace', value: 'c' }],
    want: item('args: [a, c]\n'),
    effect: '1',
  },
  {
    name: 'writes null',
    item: item('a: 1\n'),
    plaintext: [{ path: '/a', operator: 'replace', value: null }],
    want: item('a: null\n'),
    effect: '1',
  },
  {
    name: 'names a removed value that is absent, unlike Karmada, for which that is an error',
    item: item('a: 1\n'),
    plaintext: [
      { path: '/b', operator: 'remove' },
      { path: '/b/c/d', operator: 'remove' },
    ],
    effect: '0 /b /b/c/d',
  },
  {
    name: 'names no removed value that a later entry adds',
    item: item('a: 1\n'),
    plaintext: [
      { path: '/a', operator: 'remove' },
      { path: '/a', operator: 'add', value: 2 },
    ],
    want: item('a: 2\n'),
    effect: '2',
  },
  {
    name: 'changes another kind, version, name and namespace, as Karmada does',
    item: item('', '  namespace: a\n'),
    plaintext: [
      { path: '/apiVersion', operator: 'replace', value: 'apps/v1beta1' },
      { path: '/kind', operator: 'replace', value: 'StatefulSet' },
      { path: '/metadata/name', operator: 'replace', value: 'db' },
      { path: '/metadata/namespace', operator: 'remove' },
    ],
    want: 'apiVersion: apps/v1beta1\nkind: StatefulSet\nmetadata: # kept\n  name: db\n',
    effect: '4 /metadata/namespace',
  },
  ...(['kind', 'apiVersion'] as const).map((name) => ({
    name: `refuses to remove the ${name} of a resource`,
    item: item('a: 1\n'),
    plaintext: [{ path: `/${name}`, operator: 'remove' as const }],
    results: [
      `error ${name}: \`spec.overrideRules[0].overriders.plaintext\`: Object '${name === 'kind' ? 'Kind' : name}' is missing in`,
    ],
  })),
  {
    name: 'refuses a kind that is not a string',
    item: item(''),
    plaintext: [{ path: '/kind', operator: 'replace', value: 5 }],
    results: ["error kind: `spec.overrideRules[0].overriders.plaintext`: Object 'Kind' is missing in"],
  },
  {
    name: 'refuses metadata without a name',
    item: item(''),
    plaintext: [{ path: '/metadata', operator: 'replace', value: { labels: {} } }],
    results: [
      "error metadata.name: `spec.overrideRules[0].overriders.plaintext`: Object 'metadata.name' is missing in",
    ],
  },
  {
    name: 'refuses to add without the parent',
    item: item('a: {}\n'),
    plaintext: [{ path: '/a/b/c', operator: 'add', value: 1 }],
    results: [
      'error a.b.c: `spec.overrideRules[0].overriders.plaintext[0]` (add "/a/b/c"): add operation does not apply: doc is missing path: "/a/b/c": missing value',
    ],
  },
  {
    name: 'refuses to replace what is absent',
    item: item('a: 1\n'),
    plaintext: [{ path: '/b', operator: 'replace', value: 1 }],
    results: [
      'error b: `spec.overrideRules[0].overriders.plaintext[0]` (replace "/b"): replace operation does not apply: doc is missing key: /b: missing value',
    ],
  },
  {
    name: 'refuses to add to a scalar',
    item: item('a: 1\n'),
    plaintext: [{ path: '/a/b', operator: 'add', value: 1 }],
    results: ['error a.b: `spec.overrideRules[0].overriders.plaintext[0]` (add "/a/b"): add operation does not apply'],
  },
  {
    name: 'refuses an index out of range',
    item: item('a: [{b: 1}]\n'),
    plaintext: [{ path: '/a/9/b', operator: 'replace', value: 1 }],
    results: [
      'error a[9].b: `spec.overrideRules[0].overriders.plaintext[0]` (replace "/a/9/b"): replace operation does not apply: doc is missing path: /a/9/b',
    ],
  },
  {
    name: 'refuses an index with a leading zero, which Karmada accepts: RFC 6901 forbids it',
    item: item('a: [1, 2]\n'),
    plaintext: [{ path: '/a/01', operator: 'replace', value: 3 }],
    results: ['error a[1]: `spec.overrideRules[0].overriders.plaintext[0]` (replace "/a/01"): '],
  },
  {
    name: 'applies none of the entries if one does not apply',
    item: item('a: 1\n'),
    plaintext: [
      { path: '/a', operator: 'replace', value: 2 },
      { path: '/b', operator: 'replace', value: 2 },
    ],
    results: ['error b: `spec.overrideRules[0].overriders.plaintext[1]` (replace "/b"): replace operation'],
  },
  {
    name: 'refuses to remove an element that another follows, which a further run would remove too',
    item: item('a: [1, 2]\n'),
    plaintext: [{ path: '/a/0', operator: 'remove' }],
    results: [
      'error a[0]: `spec.overrideRules[0].overriders.plaintext[0]` (remove "/a/0"): edits must be repeatable: a second run would change',
    ],
  },
  {
    name: 'removes the last element by its index',
    item: item('a: [1, 2]\n'),
    plaintext: [{ path: '/a/1', operator: 'remove' }],
    want: item('a: [1]\n'),
    effect: '1 /a/1',
  },
  {
    name: 'refuses entries of which one would fail in a further run',
    item: item('a: {b: 1}\n'),
    plaintext: [
      { path: '/a/b', operator: 'replace', value: 2 },
      { path: '/a', operator: 'remove' },
    ],
    results: [
      'error a.b: edits must be repeatable: a second run would fail: `spec.overrideRules[0].overriders.plaintext[0]` (replace "/a/b"): ',
    ],
  },
  {
    name: 'keeps annotations of kpt if all annotations are replaced',
    item: item('', `  annotations:\n${KPT}    a: b\n`),
    plaintext: [{ path: '/metadata/annotations', operator: 'replace', value: { c: 'd' } }],
    want: item('', `  annotations:\n    c: d\n${KPT.replaceAll("'", '')}`),
    effect: '1',
  },
  {
    name: 'keeps annotations of kpt if all annotations are removed',
    item: item('', `  annotations:\n${KPT}    a: b\n`),
    plaintext: [{ path: '/metadata/annotations', operator: 'remove' }],
    want: item('', `  annotations:\n${KPT.replaceAll("'", '')}`),
    effect: '1 /metadata/annotations',
  },
  {
    name: 'warns of what is missing, and does the rest',
    item: item('a: 1\n'),
    plaintext: [
      { path: '/b', operator: 'replace', value: 2, ifMissing: 'warn' },
      { path: '/c/d', operator: 'add', value: 2, ifMissing: 'warn' },
      { path: '/a', operator: 'replace', value: 2 },
    ],
    want: item('a: 2\n'),
    effect: '1',
    results: [
      'warning b: `spec.overrideRules[0].overriders.plaintext[0]` (replace "/b"): replace operation does not apply',
      'warning c.d: `spec.overrideRules[0].overriders.plaintext[1]` (add "/c/d"): add operation does not apply',
    ],
  },
  {
    name: 'ignores what is missing',
    item: item('a: 1\n'),
    plaintext: [{ path: '/b', operator: 'replace', value: 2, ifMissing: 'ignore' }],
  },
  {
    name: 'does not warn of what is there in a further run',
    item: item('a: 1\n'),
    plaintext: [
      { path: '/b/c', operator: 'replace', value: 2, ifMissing: 'warn' },
      { path: '/b', operator: 'add', value: { c: 2 } },
    ],
    want: item('a: 1\nb:\n  c: 2\n'),
    effect: '1',
  },
  {
    name: 'refuses what is not an index, also if what is missing is ignored',
    item: item('a: [1]\n'),
    plaintext: [{ path: '/a/x', operator: 'replace', value: 2, ifMissing: 'ignore' }],
    results: ['error a.x: `spec.overrideRules[0].overriders.plaintext[0]` (replace "/a/x"): '],
  },
  {
    name: 'creates missing parents',
    item: item('a: 1\n'),
    plaintext: [{ path: '/b/c/d', operator: 'add', value: 2, ensurePath: true }],
    want: item('a: 1\nb:\n  c:\n    d: 2\n'),
    effect: '1',
  },
  {
    name: 'creates a parent in place of null',
    item: item('', '  labels: # kept\n'),
    plaintext: [{ path: '/metadata/labels/a', operator: 'add', value: 'b', ensurePath: true }],
    want: item('', '  labels: # kept\n    a: b\n'),
    effect: '1',
  },
  {
    name: 'creates no parent that is there',
    item: item('a:\n  b: 1\n'),
    plaintext: [{ path: '/a/c', operator: 'add', value: 2, ensurePath: true }],
    want: item('a:\n  b: 1\n  c: 2\n'),
    effect: '1',
  },
  {
    name: 'replaces no scalar by a parent',
    item: item('a: 1\n'),
    plaintext: [{ path: '/a/b/c', operator: 'add', value: 2, ensurePath: true }],
    results: ['error a.b.c: `spec.overrideRules[0].overriders.plaintext[0]` (add "/a/b/c"): add operation'],
  },
  {
    name: 'creates no element beyond the end of a list',
    item: item('a: [1]\n'),
    plaintext: [{ path: '/a/9/b', operator: 'add', value: 2, ensurePath: true }],
    results: ['error a[9].b: `spec.overrideRules[0].overriders.plaintext[0]` (add "/a/9/b"): '],
  },
];

const problems: readonly (readonly [name: string, written: WrittenPlaintext, want: readonly string[]])[] = [
  [
    'a path without a slash, whose first part Karmada drops',
    { path: 'spec/a', operator: 'remove' },
    ['p[0].path: JSON pointer must be empty or start with a "/": "spec/a", offset 0'],
  ],
  ['the path of the resource', { path: '', operator: 'remove' }, ['p[0].path: must name a field of the resource']],
  [
    'a path with an empty part',
    { path: '/a//b', operator: 'remove' },
    ['p[0].path: must not contain "//" or end with "/"'],
  ],
  [
    'a path with a slash at the end',
    { path: '/a/', operator: 'remove' },
    ['p[0].path: must not contain "//" or end with "/"'],
  ],
  [
    'an escape other than ~0 and ~1, which Karmada takes literally',
    { path: '/a~2', operator: 'remove' },
    ['p[0].path: in a JSON pointer "~" must be followed by 0 or 1: "/a~2", offset 2'],
  ],
  [
    'a missing value, which Karmada takes for null',
    { path: '/a', operator: 'add' },
    ['p[0].value: value is required for add or replace operation'],
  ],
  [
    'an annotation of kpt',
    { path: '/metadata/annotations/config.kubernetes.io~1path', operator: 'remove' },
    ['p[0].path: must not name an annotation of kpt'],
  ],
  [
    'metadata with an annotation of kpt',
    { path: '/metadata', operator: 'replace', value: { name: 'a', annotations: { 'config.kubernetes.io/path': 'b' } } },
    ['p[0].path: must not name an annotation of kpt'],
  ],
  [
    'options that an operation does not take',
    { path: '/a', operator: 'remove', ifMissing: 'warn', ensurePath: true },
    [
      'p[0].ifMissing: ifMissing is not allowed for remove operation',
      'p[0].ensurePath: ensurePath is not allowed for remove operation',
    ],
  ],
  [
    'all at once',
    { path: 'a', operator: 'replace', ensurePath: true },
    [
      'p[0].value: value is required for add or replace operation',
      'p[0].ensurePath: ensurePath is not allowed for replace operation',
      'p[0].path: JSON pointer must be empty or start with a "/": "a", offset 0',
    ],
  ],
];

interface Applied {
  readonly text: string;
  readonly effect: OverrideEffect | undefined;
  readonly results: readonly string[];
}

function apply(text: string, plaintext: readonly WrittenPlaintext[]): Applied {
  const found = new Problems();
  const [overrider, ...others] = readPlaintextOverriders(plaintext, FIELD, found);
  assert.deepEqual([...found], []);
  assert.ok(overrider !== undefined && others.length === 0);
  assert.deepEqual(overrider.field, FIELD);
  const results = new Results();
  const resource = new Resource(readDocument(text));
  const effect = overrider.apply(resource, { results, scope: 'all' });
  assert.deepEqual(results.notices, []);
  for (const { resourceRef } of results) {
    if (text.startsWith('apiVersion')) assert.equal(resourceRef?.name, 'web', 'a result names the resource');
  }
  return { text: resource.document.text(), effect, results: [...results].map(shown) };
}

function shown({ severity, field, message }: Result): string {
  return `${severity} ${field?.path}: ${message}`;
}

describe('readPlaintextOverriders', () => {
  for (const { name, item: text, plaintext, want = text, effect = '0', results = [] } of rows) {
    it(name, () => {
      const ran = apply(text, plaintext);
      assert.equal(ran.results.length, results.length, ran.results.join('\n'));
      for (const [index, result] of results.entries())
        assert.ok(ran.results[index]?.startsWith(result), ran.results[index]);
      assert.equal([ran.effect?.changed ?? 0, ...(ran.effect?.absent ?? [])].join(' '), effect);
      if (ran.results[0]?.startsWith('error') === true) {
        assert.deepEqual(readDocument(ran.text).value([]), readDocument(text).value([]), 'an error edits nothing');
        return;
      }
      assert.equal(ran.text, want);
      assert.deepEqual(apply(ran.text, plaintext), { ...ran, effect: { ...ran.effect, changed: 0 } }, 'a second run');
    });
  }

  for (const [name, written, want] of problems) {
    it(`refuses ${name}`, () => {
      const found = new Problems();
      readPlaintextOverriders([written], ['p'], found);
      assert.deepEqual(
        [...found].map(({ field, message }) => `${formatFieldPath(field)}: ${message}`),
        want,
      );
    });
  }

  it('returns no overrider for an empty list', () => {
    assert.deepEqual(readPlaintextOverriders([], FIELD, new Problems()), []);
  });

  it('edits any document as fast-json-patch edits its data, or not at all', () => {
    fc.assert(
      fc.property(documents(), operationAims(), fc.constantFrom(false, false, false, true), (text, aims, keep) => {
        const data = plain(readDocument(text).value([]));
        const operations = operationsOn(data, aims, keep);
        fc.pre(operations.length > 0);
        const ran = apply(text, operations.map(asEntry));
        checkRun(text, operations, ran);
      }),
      { numRuns: RUNS },
    );
  });
});

/**
 * Returns the operations that aims select, one after another, and that an entry can hold. `keep`: also failing ones.
 */
function operationsOn(data: Value, aims: readonly OperationAim[], keep: boolean): readonly Operation[] {
  const operations: Operation[] = [];
  let now = data;
  for (const aim of aims) {
    const operation = operationAt(now, aim);
    if (operation === undefined || !OPERATORS.has(operation.op)) continue;
    if (operation.path.split('/').slice(1).includes('') || operation.path === '') continue;
    const next = oracle(now, operation);
    if (next === undefined && !keep) continue;
    operations.push(operation);
    now = next ?? now;
  }
  return operations;
}

const OPERATORS: ReadonlySet<string> = new Set(['add', 'remove', 'replace']);

function asEntry({ op, path, value }: Operation): WrittenPlaintext {
  assert.ok(op === 'add' || op === 'remove' || op === 'replace');
  return { path, operator: op, value };
}

function checkRun(text: string, operations: readonly Operation[], ran: Applied): void {
  const about = `${JSON.stringify(operations.map(({ op, path }) => [op, path]))} in\n${text}\ngives\n${ran.text}\n`;
  const data = plain(readDocument(text).value([]));
  const once = expectedData(data, operations);
  const twice = 'failed' in once ? once : expectedData(once.data, operations);
  const isSettled = !('failed' in once) && 'data' in twice && isDeepStrictEqual(twice.data, once.data);
  // The model takes operations one by one. Those on one list count together, which has a property of its own.
  if (ran.results.length === 0 && editsByIndex(operations)) {
    assert.deepEqual(apply(ran.text, operations.map(asEntry)).text, ran.text, `${about}a second run`);
    return;
  }
  assert.equal(ran.results.length, isSettled ? 0 : 1, `${about}${ran.results.join('\n')}`);
  const want = isSettled ? once.data : data;
  assert.deepEqual(plain(readDocument(ran.text).value([])), want, about);
  if (!isSettled) return;
  if (isDeepStrictEqual(want, data) && (ran.effect?.changed ?? 0) === 0) assert.equal(ran.text, text, about);
  const again = apply(ran.text, operations.map(asEntry));
  assert.deepEqual(again, { ...ran, effect: { ...ran.effect, changed: 0 } }, `${about}a second run`);
}

/** Reports whether operations add to a list, and remove from it by index. */
function editsByIndex(operations: readonly Operation[]): boolean {
  const lists = (name: Operation['op']): readonly string[] =>
    operations.filter(({ op, path }) => op === name && /\/(?:-|\d+)$/.test(path)).map(({ path }) => dirname(path));
  const added = lists('add');
  return lists('remove').some((list) => added.includes(list));
}
