import assert from 'node:assert/strict';
import { hasConflict, mergeLines } from '../../src/merge/text/merge-lines.ts';
import { plainText } from '../../src/merge/text/merged-text.ts';

/** Lines are letters; `wanted` has `<new|local>` where both stand against each other. */
const ROWS: readonly (readonly [
  title: string,
  base: string | undefined,
  theirs: string,
  local: string,
  wanted: string,
])[] = [
  ['takes what new changes', 'abc', 'aBc', 'abc', 'aBc'],
  ['keeps what local changes', 'abc', 'abc', 'abC', 'abC'],
  ['takes both changes of different lines', 'abcde', 'Abcde', 'abcdE', 'AbcdE'],
  ['takes a deletion and a change of different lines', 'abcde', 'bcde', 'abcdE', 'bcdE'],
  ['takes what both change alike once', 'abcd', 'XbcD', 'Xbcd', 'XbcD'],
  ['has alternatives for lines that both change', 'abc', 'aBc', 'aXc', 'a<B|X>c'],
  ['has alternatives for lines that both add at one place', 'ac', 'abc', 'axc', 'a<b|x>c'],
  ['has alternatives for a deletion of a line that local changes', 'abc', 'ac', 'aXc', 'a<|X>c'],
  ['has alternatives for a line that new changes and local deletes', 'abc', 'aXc', 'ac', 'a<X|>c'],
  ['merges the lines around alternatives', 'abcde', 'AbYde', 'abXdE', 'Ab<Y|X>dE'],
  ['takes an absent base for an empty text', undefined, 'a', 'b', '<a|b>'],
  ['takes equal texts without a base', undefined, 'ab', 'ab', 'ab'],
  ['keeps an empty text that neither changes', '', '', '', ''],
];

describe('mergeLines', () => {
  for (const [title, base, theirs, local, wanted] of ROWS)
    it(title, () => {
      const sides = { base: base === undefined ? undefined : lines(base), theirs: lines(theirs), local: lines(local) };
      const merged = mergeLines(sides);
      const shown = merged.map((part) => (typeof part === 'string' ? part : `<${part.theirs}|${part.local}>`)).join('');
      assert.equal(shown.replaceAll('\n', ''), wanted);
      assert.equal(hasConflict(merged), wanted.includes('<'));
      assert.equal(plainText(merged), lines(wanted.replaceAll(/<[^|]*\|([^>]*)>/g, '$1')));
      assert.equal(plainText(mergeLines(sides, 'theirs')), lines(wanted.replaceAll(/<([^|]*)\|[^>]*>/g, '$1')));
    });

  it('keeps a last line without a line break', () => {
    assert.deepEqual(mergeLines({ base: 'a\nb\nc', theirs: 'A\nb\nc', local: 'a\nb\nC' }), ['A\nb\nC']);
  });

  it('keeps the lines of base in its alternatives', () => {
    assert.deepEqual(mergeLines({ base: 'a\nb\n', theirs: 'a\nB\n', local: 'a\nX\n' }), [
      'a\n',
      { base: 'b\n', theirs: 'B\n', local: 'X\n', taken: 'local' },
    ]);
  });
});

function lines(letters: string): string {
  return [...letters].map((letter) => `${letter}\n`).join('');
}
