import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasPlainKeys, readStream, type Dialect, type SourceDocument } from '../../src/yaml/index.ts';
import { isReadable, layouts } from './generate-layouts.ts';
import { oddLayouts } from './generate-odd-layouts.ts';
import { plainVersions } from './generate-plain.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1500);

const quoted = (key: string, line: number, name: string): string =>
  `the key "${key}" in line ${line} must be quoted: Kubernetes reads it as "${name}"`;

/** Rows: name, text, each key as its path and its message, and the reader. */
const rows: readonly (readonly [name: string, text: string, want: readonly string[], reader?: Dialect])[] = [
  ['none', 'a: 1\nb: {a: 1}\nc: [{a: 1}, {a: 1}]\n', []],
  ['none among quoted words', '"on": 1\n\'y\': 2\n"1": 3\n', []],
  ['none among words that are their own name', 'true: 1\nnull: 2\n1: 3\n1.5: 4\n', []],
  ['a duplicate', 'a: 1\nb: {c: 1,\n  c: 2}\n', ['b.c duplicate key "c" in lines 2 and 3: a key must be unique']],
  ['a duplicate in a list', 'a:\n- b: 1\n  b: 2\n', ['a.0.b duplicate key "b" in lines 2 and 3: a key must be unique']],
  ['a duplicate in other quotes', '1: a\n"1": b\n', ['1 duplicate key "1" in lines 1 and 2: a key must be unique']],
  ['a word', 'a:\n  no: 1\n', [`a.false ${quoted('no', 2, 'false')}`]],
  ['words that are one key', 'on: 1\ny: 2\n', [`true ${quoted('on', 1, 'true')}`, `true ${quoted('y', 2, 'true')}`]],
  ['no word to kpt', 'on: 1\ny: 2\n', [], 'kpt'],
  [
    'a duplicate word to kpt',
    'on: 1\non: 2\n',
    ['on duplicate key "on" in lines 1 and 2: a key must be unique'],
    'kpt',
  ],
  ['a number in another form', '{0x10: a, 16: b}\n', [`16 ${quoted('0x10', 1, '16')}`]],
  ['an empty key', 'a:\n  : 1\n', [`a.null ${quoted('', 2, 'null')}`]],
  ['an alias as key', 'a: &k yes\n*k : 1\n', [`true ${quoted('yes', 2, 'true')}`]],
  ['no merge key', 'a: &a {b: 1}\nc: &c {d: 1}\ne:\n  <<: *a\n  <<: *c\n', []],
  [
    'a template without quotes',
    'a: {{ b }}\n',
    ['a the key in line 1 must be a string: put a value that begins with "{{" in quotes'],
  ],
  ['a key in lines of the file', 'a: 1\n---\nb: 1\nno: 1\n', [`false ${quoted('no', 4, 'false')}`]],
];

describe('findUnsafeKeys', () => {
  for (const [name, text, want, reader] of rows)
    for (const lazy of [false, true])
      it(`finds ${name}${lazy ? ' of a text that is read lazily' : ''}`, () => {
        const found = readStream(text, { lazy }).documents.flatMap((document) => document.findUnsafeKeys(reader));
        assert.deepEqual(
          found.map(({ path, message }) => `${path.join('.')} ${message}`),
          want,
        );
      });

  it('takes the new name of a key that was renamed', () => {
    const [document] = readStream('no: 1\na: 2\n').documents;
    document?.rename(['false'], 'b');
    assert.deepEqual(document?.findUnsafeKeys(), []);
  });
});

describe('duplicateIn', () => {
  const [document] = readStream('a: {b: 1, b: 2}\nc: 1\nc: 2\n').documents;

  it('finds the first key that is a duplicate', () => {
    assert.deepEqual(document?.duplicateIn(['a'], ['a', 'b']), { path: ['a', 'b'], lines: [1, 1] });
    assert.deepEqual(document.duplicateIn([], ['a', 'c']), { path: ['c'], lines: [2, 3] });
  });

  it('finds none among other keys, or below a scalar', () => {
    assert.equal(document?.duplicateIn([], ['a', 'x']), undefined);
    assert.equal(document?.duplicateIn(['a'], ['a', 'c']), undefined);
    for (const path of [['c'], ['x']]) assert.equal(document?.duplicateIn(path, ['d']), undefined);
  });
});

/** Texts in many layouts with a line that comes twice. */
function withRepeatedLine(): fc.Arbitrary<string> {
  const texts = fc.oneof(
    oddLayouts(),
    layouts(),
    plainVersions().map(([first]) => first),
  );
  return fc.tuple(texts, fc.nat(40), fc.nat(40)).map(([text, from, to]) => {
    const lines = text.split('\n');
    return lines.toSpliced(to % (lines.length + 1), 0, lines[from % lines.length] ?? '').join('\n');
  });
}

describe('keys that lines show to be unique', () => {
  it('are unique', () => {
    let count = 0;
    const check = (document: SourceDocument, text: string): void => {
      if (document.findDuplicateKeys().length === 0) return;
      count++;
      assert.equal(hasPlainKeys(document), false, text);
      assert.notDeepEqual(document.findUnsafeKeys(), [], text);
    };
    fc.assert(
      fc.property(withRepeatedLine(), fc.boolean(), (text, lazy) => {
        if (isReadable(text)) for (const each of readStream(text, { lazy }).documents) check(each, text);
        const inner = `a:\n${text.replaceAll(/^(?=.)/gm, '  ')}`;
        if (isReadable(inner)) for (const each of readStream(inner, { lazy }).documents) check(each.view(['a']), inner);
      }),
      { numRuns: RUNS },
    );
    assert.ok(count > RUNS / 100, `${count} documents with a duplicate key`);
  });
});
