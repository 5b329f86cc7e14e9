import assert from 'node:assert/strict';
import { joinDocuments } from '../../src/merge/text/join-documents.ts';
import { plainText } from '../../src/merge/text/merged-text.ts';

const ROWS: readonly (readonly [title: string, documents: readonly string[], isMarked: boolean, wanted: string])[] = [
  ['returns one document as it is', ['a: 1\n'], false, 'a: 1\n'],
  ['returns nothing for none', [], false, ''],
  ['puts a marker between two', ['a: 1\n', 'b: 1\n'], false, 'a: 1\n---\nb: 1\n'],
  ['keeps the marker that a document has', ['a: 1\n', '---\nb: 1\n'], false, 'a: 1\n---\nb: 1\n'],
  ['keeps a comment beside a marker', ['a: 1\n', '--- # x\nb: 1\n'], false, 'a: 1\n--- # x\nb: 1\n'],
  ['keeps comments above a marker', ['a: 1\n', '# x\n\n---\nb: 1\n'], false, 'a: 1\n# x\n\n---\nb: 1\n'],
  ['puts a marker above comments without one', ['a: 1\n', '# x\nb: 1\n'], false, 'a: 1\n---\n# x\nb: 1\n'],
  ['takes the marker from a document that comes first', ['---\nb: 1\n', 'a: 1\n'], false, 'b: 1\n---\na: 1\n'],
  ['keeps the marker of a document that was first', ['---\na: 1\n', 'b: 1\n'], true, '---\na: 1\n---\nb: 1\n'],
  ['keeps content beside a marker', ['--- a\n', 'b: 1\n'], false, '--- a\n---\nb: 1\n'],
];

describe('joinDocuments', () => {
  for (const [title, documents, isMarked, wanted] of ROWS)
    it(title, () =>
      assert.equal(
        plainText(
          joinDocuments(
            documents.map((text) => [text]),
            { isMarked },
          ),
        ),
        wanted,
      ),
    );

  it('keeps conflicts in documents', () => {
    const conflict = { base: '1\n', theirs: '2\n', local: '3\n', taken: 'local' } as const;
    assert.deepEqual(joinDocuments([['a: 1\n'], ['b: ', conflict]], { isMarked: false }), [
      'a: 1\n',
      '---\n',
      'b: ',
      conflict,
    ]);
  });
});
