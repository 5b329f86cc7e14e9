import assert from 'node:assert/strict';
import { mergeForDriver } from '../../../cli/merge/merge-with-markers.ts';
import { conflictResults } from '../../../cli/report/conflict-results.ts';
import { mergePackages } from '../../../src/merge/index.ts';

const LONG = `${'c'.repeat(100)}/cccccc`;

/** Returns the first 100 characters of a long value. */
function start(letter: string): string {
  return `"${letter}${LONG.slice(0, 98)}…`;
}

/** Values of a field in base, ours and theirs, and how the message shows them. */
const ROWS: readonly (readonly [title: string, values: readonly [string, string, string], shown: string])[] = [
  ['a string as JSON', ['one', "'two'", '"three"'], 'base "one", new "three", local "two"'],
  ['booleans of YAML 1.1', ['1', 'off', 'y'], 'base 1, new y, local off'],
  ['numbers', ['010', '1.10', '0x1F'], 'base 010, new 0x1F, local 1.10'],
  ['nulls', ['1', '~', '2 # two'], 'base 1, new 2, local ~'],
  ['a string that looks like a number', ['1', '"1"', '2'], 'base 1, new 2, local "1"'],
  ['an anchored number, and an alias as its value', ['1', '&a 0b11', '*x'], 'base 1, new 8, local 0b11'],
  [
    'long values from where they differ',
    [`${LONG}one`, `${LONG}three`, `${LONG}two`],
    'base …ccccc/ccccccone", new …ccccc/cccccctwo", local …ccccc/ccccccthree"',
  ],
  [
    'the start of long values that differ at once',
    [`a${LONG}`, `b${LONG}`, `c${LONG}`],
    `base ${start('a')}, new ${start('c')}, local ${start('b')}`,
  ],
  ['a map as JSON', ['1', '{a: y}', '2'], 'base 1, new 2, local {"a":true}'],
];

describe('message of a conflict', () => {
  for (const [title, values, shown] of ROWS)
    it(`shows ${title}`, () => {
      const [base, ours, theirs] = values.map((value) => `x: &x 010\nspec:\n  field: ${value}\n`) as [
        string,
        string,
        string,
      ];
      const names = { local: 'ours', theirs: 'theirs' };
      const file = { path: 'a.yaml', base, ours, theirs, markersOf: () => ({ size: 7, names }) };
      const [result] = conflictResults(mergeForDriver(file).conflicts);
      assert.equal(result?.message.replace(/^conflict \S+ /, ''), shown);
      assert.equal(result.code, 'conflict-edit-edit');
    });
});

describe('message of a conflict about more than a value', () => {
  const config = (data: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  long: ${'x'.repeat(100)}\n${data}`;

  it('shows the fields in which the sides differ, as many as fit, and how many more there are', () => {
    const fields = (value: string): string =>
      config(['one', 'two', 'three', 'four', 'five', 'six'].map((key) => `  ${key}: ${value}\n`).join(''));
    const [message] = messages({ base: fields('a'), local: fields('b') });
    assert.equal(
      message,
      'conflict delete/change: new deletes this ConfigMap; local changes data.one from "a" to "b", changes data.two from "a" to "b", changes data.three from "a" to "b", changes data.four from "a" to "b", and 2 more changes',
    );
  });

  it('shows elements by their names, and a field that a side does not have', () => {
    const container = (more: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: web\n    image: ${'x'.repeat(100)}\n${more}`;
    const [message] = messages({ base: container(''), local: container('    tty: true\n') });
    const field = 'spec.containers[name=web].tty';
    assert.equal(message, `conflict delete/change: new deletes this Pod; local adds ${field} (true)`);
  });

  it('shows the elements that not all sides have, of a list without keys', () => {
    const rules = (...names: readonly string[]): string =>
      `apiVersion: example.com/v1\nkind: Rules\nmetadata:\n  name: a\nspec:\n  long: ${'x'.repeat(100)}\n  rules:\n${names.map((name) => `  - ${name}\n`).join('')}`;
    const [message] = messages({ base: rules('a', 'b', 'c'), local: rules('a', 'c') });
    assert.equal(message, 'conflict delete/change: new deletes this Rules; local removes "b" from spec.rules');
  });

  it('says that elements are in another order', () => {
    const list = (...names: readonly string[]): string =>
      config(`  list:\n${names.map((name) => `  - ${name}\n`).join('')}`);
    const [message] = messages({ base: list('a', 'b'), local: list('b', 'a') });
    assert.equal(message, 'conflict delete/change: new deletes this ConfigMap; local reorders data.list');
  });

  it('names the first line of a text that changed in a file that the other side deleted', () => {
    const of = (text: string): ReadonlyMap<string, string> => new Map([['README.md', text]]);
    const { conflicts } = mergePackages({ base: of('one\ntwo\n'), theirs: new Map(), local: of('one\nthree\n') });
    assert.equal(
      conflictResults(conflicts)[0]?.message,
      'conflict delete/change: new deletes the file; local changes line 2 from "two" to "three"',
    );
  });

  it('says that local deletes what new changes', () => {
    const role = (...rules: readonly string[]): string =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: a\nrules:\n${rules.map((resources) => `- apiGroups: [a]\n  resources: [${resources}]\n  verbs: [get]\n`).join('')}`;
    const versions = { base: role('one', 'two'), theirs: role('one', 'two, three'), local: role('one') };
    assert.deepEqual(messages(versions), ['conflict delete/change: local deletes it; new adds "three" to resources']);
  });

  it('has the names of elements in its field', () => {
    const container = (image: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: web\n    image: ${image}\n`;
    const { conflicts } = merged({ base: container('a'), theirs: container('b'), local: container('c') });
    assert.equal(conflictResults(conflicts)[0]?.field?.path, 'spec.containers[name=web].image');
  });

  it('names all files of a document that may be any of them, and says why', () => {
    const overlay = (name: string): string => `overlays/of-a-rather-long-name/${name}/a.yaml`;
    const { conflicts } = mergePackages({
      base: new Map([[overlay('base'), config('  a: 1\n')]]),
      theirs: new Map(['b', 'c', 'd'].map((name) => [overlay(name), config('  a: 1\n')])),
      local: new Map([[overlay('base'), config('  a: 2\n')]]),
    });
    const files = ['b', 'c', 'd'].map(overlay);
    assert.equal(
      conflictResults(conflicts)[0]?.message,
      `conflict identity: new no longer has this ConfigMap in "${overlay('base')}": it is deleted, or is the one in ${files.map((file) => JSON.stringify(file)).join(' or ')}; local changes data.a from 1 to 2`,
    );
  });

  it('shows the lines that both sides changed, and where each side differs from base', () => {
    const version = (first: string, last: string): ReadonlyMap<string, string> =>
      new Map([['a.txt', `same\n${first}\nimage: ${'x'.repeat(150)}${last}\nend\n`]]);
    const versions = { base: version('one', 'a'), theirs: version('one', 'b'), local: version('two', 'a') };
    const { conflicts } = mergePackages(versions);
    assert.match(
      conflictResults(conflicts)[0]?.message ?? '',
      /^conflict lines: base "one\\nimage: x+… …x+a\\n", new …x+b\\n", local "two\\nimage: x+…$/,
    );
  });

  it('says that both sides moved a document', () => {
    const { conflicts } = mergePackages({
      base: new Map([['a.yaml', config('')]]),
      theirs: new Map([['b.yaml', config('')]]),
      local: new Map([['c.yaml', config('')]]),
    });
    assert.equal(
      conflictResults(conflicts)[0]?.message,
      'conflict identity: new moves it from "a.yaml" to "b.yaml", and local moves it to "c.yaml"',
    );
  });
});

/** Merges versions of a file. */
function merged(texts: Readonly<Partial<Record<'base' | 'theirs' | 'local', string>>>) {
  const of = (text: string | undefined): ReadonlyMap<string, string> =>
    new Map(text === undefined ? [] : [['a.yaml', text]]);
  return mergePackages({ base: of(texts.base), theirs: of(texts.theirs), local: of(texts.local) });
}

function messages(texts: Parameters<typeof merged>[0]): readonly string[] {
  return conflictResults(merged(texts).conflicts).map(({ message }) => message);
}
