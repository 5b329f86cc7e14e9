import assert from 'node:assert/strict';
import { readStream } from '../../src/yaml/index.ts';

/** Rows: name, text, and each duplicate as its path and its lines. */
const rows: readonly (readonly [name: string, text: string, want: readonly string[]])[] = [
  ['none', 'a: 1\nb: {a: 1}\nc: [{a: 1}, {a: 1}]\n', []],
  ['a key of a block map', 'a: 1\nb: 2\na: 3\n', ['a 1 3']],
  ['a key that is there three times', 'a: 1\na: 2\na: 3\n', ['a 1 2 3']],
  ['a key of an element', 'a:\n- b: 1\n  b: 2\n', ['a.0.b 2 3']],
  ['a key of a map that is itself a duplicate', 'a: {b: 1, b: 2}\na:\n  c: 1\n', ['a 1 2', 'a.b 1 1']],
  ['a key in JSON', '{"a": 1,\n"a": 2}', ['a 1 2']],
  ['a key in other quotes', 'a: 1\n"a": 2\n', ['a 1 2']],
  ['a key that is one to Kubernetes', 'yes: 1\n"true": 2\n', ['true 1 2']],
  ['no merge key', 'x: &x {a: 1}\ny: &y {b: 1}\nz:\n  <<: *x\n  <<: *y\n', []],
  ['no key that a merge key supplies', 'x: &x {a: 1}\nz:\n  <<: *x\n  a: 2\n', []],
  ['a key with an anchor once', 'x: &x {a: 1, a: 2}\ny: *x\n', ['x.a 1 1']],
  ['a key of the second document, in lines of the file', 'a: 1\n---\nb: 1\nb: 2\n', ['b 3 4']],
];

describe('findDuplicateKeys', () => {
  for (const [name, text, want] of rows)
    for (const lazy of [false, true])
      it(`finds ${name}${lazy ? ' of a text that is read lazily' : ''}`, () => {
        const found = readStream(text, { lazy }).documents.flatMap((document) => document.findDuplicateKeys());
        assert.deepEqual(
          found.map(({ path, lines }) => `${path.join('.')} ${lines.join(' ')}`),
          want,
        );
      });

  it('finds one below a view', () => {
    const [document] = readStream('a:\n  b: 1\n  b: 2\na2: 1\na2: 2\n').documents;
    assert.deepEqual(document?.view(['a']).findDuplicateKeys(), [{ path: ['b'], lines: [2, 3] }]);
  });
});
