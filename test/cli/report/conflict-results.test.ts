import assert from 'node:assert/strict';
import { mergeForDriver } from '../../../cli/merge/merge-with-markers.ts';
import { conflictResults } from '../../../cli/report/conflict-results.ts';

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
    });
});
