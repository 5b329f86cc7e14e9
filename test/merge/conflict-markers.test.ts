import assert from 'node:assert/strict';
import { withMarkers, writtenText } from '../../src/merge/text/conflict-markers.ts';
import type { Alternatives, MergedText } from '../../src/merge/text/merged-text.ts';

const MARKERS = { size: 7, names: { local: 'ours', theirs: 'theirs' } };

const ROWS: readonly (readonly [title: string, merged: MergedText, wanted: string])[] = [
  ['keeps a text without conflicts', ['a\n', 'b\n'], 'a\nb\n'],
  [
    'puts markers around whole lines',
    ['a\n', either('B\n', 'b\n'), 'c\n'],
    'a\n<<<<<<< ours\nb\n=======\nB\n>>>>>>> theirs\nc\n',
  ],
  [
    'repeats what stands before a value in its line',
    ['a: 1\nb: ', either('2\n', '3\n'), 'c: 1\n'],
    'a: 1\n<<<<<<< ours\nb: 3\n=======\nb: 2\n>>>>>>> theirs\nc: 1\n',
  ],
  ['ends a last line that has no line break', [either('B', 'b')], '<<<<<<< ours\nb\n=======\nB\n>>>>>>> theirs\n'],
  ['has nothing where a side deletes', [either(undefined, 'b\n')], '<<<<<<< ours\nb\n=======\n>>>>>>> theirs\n'],
  [
    'puts a byte order mark below the first marker',
    ['\uFEFF', either('B\n', 'b\n'), 'c\n'],
    '<<<<<<< ours\n\uFEFFb\n=======\n\uFEFFB\n>>>>>>> theirs\nc\n',
  ],
  [
    'has no byte order mark where a side deletes the first line',
    ['\uFEFF', either('', 'b\n')],
    '<<<<<<< ours\n\uFEFFb\n=======\n>>>>>>> theirs\n',
  ],
  ['has no markers where both sides are alike', ['a\n', either('b\n', 'b\n')], 'a\nb\n'],
  [
    'has markers around each of two conflicts',
    [either('A\n', 'a\n'), either('B\n', 'b\n')],
    '<<<<<<< ours\na\n=======\nA\n>>>>>>> theirs\n<<<<<<< ours\nb\n=======\nB\n>>>>>>> theirs\n',
  ],
  [
    'leaves lines that both sides have outside of the markers',
    [either('x\nB\ny\n', 'x\nb\ny\n')],
    'x\n<<<<<<< ours\nb\n=======\nB\n>>>>>>> theirs\ny\n',
  ],
  [
    'makes two conflicts of one with more than three equal lines in it',
    [either('A\n1\n2\n3\n4\nB\n', 'a\n1\n2\n3\n4\nb\n')],
    '<<<<<<< ours\na\n=======\nA\n>>>>>>> theirs\n1\n2\n3\n4\n<<<<<<< ours\nb\n=======\nB\n>>>>>>> theirs\n',
  ],
  [
    'keeps three equal lines within a conflict, as git does',
    [either('A\n1\n2\n3\nB\n', 'a\n1\n2\n3\nb\n')],
    '<<<<<<< ours\na\n1\n2\n3\nb\n=======\nA\n1\n2\n3\nB\n>>>>>>> theirs\n',
  ],
];

/** Conflicts by `merge.conflictStyle`, in which both sides have the first and the last line. */
const STYLES: readonly (readonly [style: 'merge' | 'diff3' | 'zdiff3', wanted: string])[] = [
  ['merge', 'x\n<<<<<<< ours\nb\n=======\nB\n>>>>>>> theirs\ny\n'],
  ['diff3', '<<<<<<< ours\nx\nb\ny\n||||||| base\n0\n=======\nx\nB\ny\n>>>>>>> theirs\n'],
  ['zdiff3', 'x\n<<<<<<< ours\nb\n||||||| base\n0\n=======\nB\n>>>>>>> theirs\ny\n'],
];

describe('conflict markers', () => {
  for (const [style, wanted] of STYLES)
    it(`follow the style ${style}`, () => {
      const conflict: Alternatives = { base: '0\n', theirs: 'x\nB\ny\n', local: 'x\nb\ny\n', taken: 'local' };
      const names = { base: 'base', local: 'ours', theirs: 'theirs' };
      assert.equal(withMarkers([conflict], { size: 7, names, style }), wanted);
    });

  for (const [title, merged, wanted] of ROWS) it(title, () => assert.equal(withMarkers(merged, MARKERS), wanted));

  it('have the size and names that are asked for', () => {
    const text = withMarkers([either('B\n', 'b\n')], { size: 10, names: { local: '', theirs: '' } });
    assert.equal(text, '<<<<<<<<<<\nb\n==========\nB\n>>>>>>>>>>\n');
  });

  it('are written on request only', () => {
    const merged = ['a\n', either('B\n', 'b\n')];
    assert.equal(writtenText(merged, undefined), 'a\nb\n');
    assert.equal(writtenText(merged, MARKERS), withMarkers(merged, MARKERS));
  });
});

function either(theirs: string | undefined, local: string): Alternatives {
  return { base: undefined, theirs, local, taken: 'local' };
}
