import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasPlainKeys, readDocument } from '../../src/yaml/index.ts';
import { isReadable } from './generate-layouts.ts';
import { plainVersions } from './generate-plain.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1500);

/** Documents, and whether all of their keys are in their data. */
const ROWS: readonly (readonly [text: string, isPlain: boolean])[] = [
  ['a: 1\nb: {a: 1}\n', true],
  ['a: 1\na: 2\n', false],
  ['a: 1\n"a": 2\n', false],
  ['yes: 1\non: 2\n', false],
  ['a:\n- b: 1\n- b: 2\n', true],
  ['a:\n- b: 1\n  b: 2\n', false],
  ['a:\n- {b: 1, b: 2}\n', false],
  ['a:\n- {b: 1, c: 2}\n', true],
  ['a: |\n  b: 1\n  b: 2\n', true],
  ['? {a: 1}\n: 2\n', false],
  ['a: &x 1\na: *x\n', false],
  ['a: |\n  c: 1\na: 2\n', false],
  ['a:\n  b: |\n    a: 1\n  b: 1\n', false],
  ['- a: 1\n  b:\n  - a: 1\n  a: 2\n', false],
  ['- - a: 1\n    a: 2\n', false],
  ['- - a: 1\n  - a: 2\n- a: 1\n', true],
  ['# b: 1\na: 1 # a: 2\nc: http://x:1\n', true],
  ['a: 1\n"b": 2\nb: 3\n', false],
  ['  a: 1\n  b: 1\n  a: 2\n', false],
];

describe('the keys of a document', () => {
  for (const [text, isPlain] of ROWS)
    it(`are ${isPlain ? '' : 'not '}all plain in ${JSON.stringify(text)}`, () => {
      assert.equal(hasPlainKeys(readDocument(text)), isPlain);
    });

  it('are examined where the lines of another document differ, or are at another place', () => {
    const rows = [
      ['a:\n  b: 1\n  b: 2\n', 'a:\n  b: 1\n  c: 2\n'],
      ['a:\n  b: 1\nc:\n  b: 1\n  b: 1\n', 'a:\n  b: 1\nc:\n  b: 1\n'],
      ['a:\n  - b: 1\n  - b: 1\n    b: 1\n', 'a:\n  - b: 1\n  - b: 1\n'],
      ['a:\n    b: 1\n    b: 2\n', 'c: 1\n'],
      // The same lines of an element mean something else at another column.
      ['x:\n  - a:\n    b: 1\n    a: 1\n', 'x:\n- a:\n    b: 1\n    a: 1\n'],
    ] as const;
    for (const [text, like] of rows) assert.equal(hasPlainKeys(readDocument(text), readDocument(like)), false, text);
  });

  it('are plain if none is a duplicate', () => {
    let duplicates = 0;
    fc.assert(
      fc.property(plainVersions(), (texts) => {
        if (!texts.every(isReadable)) return;
        const [isPlain, isOtherPlain] = texts.map((text) => readDocument(text).findDuplicateKeys().length === 0);
        if (isPlain === false) duplicates++;
        assert.equal(hasPlainKeys(readDocument(texts[0])), isPlain);
        if (isOtherPlain === true) assert.equal(hasPlainKeys(readDocument(texts[0]), readDocument(texts[1])), isPlain);
      }),
      { numRuns: RUNS },
    );
    assert.ok(duplicates > 0);
  });
});
