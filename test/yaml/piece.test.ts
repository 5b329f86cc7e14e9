import assert from 'node:assert/strict';
import fc from 'fast-check';
import { documentPiece, isList, isMap, readDocument, type Piece, type Value } from '../../src/yaml/index.ts';
import { equalValues } from '../../src/yaml/index.ts';
import { isReadable, layouts } from './generate-layouts.ts';
import { plainVersions } from './generate-plain.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1500);

/** Documents and their pieces: of each entry what is above it, in brackets, and its text. */
const ROWS: readonly (readonly [title: string, text: string, pieces: readonly string[]])[] = [
  ['entries of a map', 'a: 1\nb: 2\n', ['a: 1\n', 'b: 2\n']],
  ['a comment above an entry', 'a: 1\n# c\n\nb: 2\n', ['a: 1\n', '(# c\n\n)b: 2\n']],
  ['a comment beside an entry', 'a: 1 # c\nb: 2\n', ['a: 1 # c\n', 'b: 2\n']],
  ['elements of a sequence', '- a\n- b\n', ['- a\n', '- b\n']],
  ['an entry with its lines', 'a:\n  b: 1\n  # c\nd: 1\n', ['a:\n  b: 1\n  # c\n', 'd: 1\n']],
  ['a comment that is less deep than the entries before', 'a:\n  b: 1\n# c\nd: 1\n', ['a:\n  b: 1\n', '(# c\n)d: 1\n']],
  ['a block scalar, which ends with its text', 'a: |\n  x\n\nb: 1\n', ['a: |\n  x\n', '(\n)b: 1\n']],
  ['a block scalar that keeps blank lines', 'a: |+\n  x\n\nb: 1\n', ['a: |+\n  x\n\n', 'b: 1\n']],
  ['a flow collection as a whole', '{a: 1, b: 2}\n', []],
  ['a map with a duplicate key as a whole', 'a: 1\na: 2\n', []],
  ['a map with an explicit key as a whole', '? a\n: 1\n', []],
  ['a scalar', 'a\n', []],
];

describe('pieces of a document', () => {
  for (const [title, text, wanted] of ROWS)
    it(`are those of ${title}`, () => {
      const { children } = documentPiece(readDocument(text));
      assert.deepEqual(
        children.map(({ lead, text: own }) => (lead === '' ? own : `(${lead})${own}`)),
        wanted,
      );
    });

  it('have the key, the column and the kind of their entry', () => {
    const [list] = documentPiece(readDocument('a:\n  - b: 1\n')).children;
    const [element] = list?.children ?? [];
    const [leaf] = element?.children ?? [];
    assert.deepEqual(
      [list, element, leaf].map((piece) => [piece?.key, piece?.column, piece?.kind, piece?.isElement]),
      [
        ['a', 0, 'seq', false],
        [undefined, 2, 'map', true],
        ['b', 4, 'leaf', false],
      ],
    );
  });

  it('split a leaf at its value', () => {
    const [leaf] = documentPiece(readDocument('a: &x "1" # c\n')).children;
    assert.deepEqual([leaf?.head, leaf?.body, leaf?.after], ['a: &x ', '"1"', ' # c\n']);
  });

  it('are marked as merge keys', () => {
    const pieces = documentPiece(readDocument('a: &x {b: 1}\nc:\n  <<: *x\n')).children[1]?.children;
    assert.deepEqual(
      pieces?.map(({ key, isMerge }) => [key, isMerge]),
      [['<<', true]],
    );
  });

  it('are refused for an edited document, and for a view', () => {
    const document = readDocument('a: 1\n');
    document.set(['a'], 2);
    assert.throws(() => documentPiece(document), { name: 'YamlError', message: /not edited/ });
    assert.throws(() => documentPiece(readDocument('a: {b: 1}\n').view(['a'])), { name: 'YamlError' });
  });

  it('are the whole text of their collection, and have its data', () => {
    fc.assert(
      fc.property(layouts(), (text) => {
        if (!isReadable(text)) return;
        const document = readDocument(text);
        const piece = documentPiece(document);
        const lines = text.replaceAll('\r\n', '\n');
        assert.equal(`${piece.lead}${piece.text}`, lines);
        assertWhole(piece, document.value([]) ?? null);
      }),
      { numRuns: RUNS },
    );
  });

  /** Two texts, and whether the values of their first keys are certain to be the same without reading them. */
  const pairs: readonly (readonly [one: string, other: string, isSame: boolean])[] = [
    ['a:\n  b: 1\n', 'a:\n  b: 1\nc: 2\n', true],
    ['a:\n  b: 1\n', 'a:\n  b: 1 # c\n', false],
    ['a:\n  b: 1\n', 'a:\n   b: 1\n', false],
    ['a: |\n  x\n', 'a: |\n  x', false],
    ['a: &x 1\nb: *x\n', 'a: &x 1\nb: *x\n', false],
    ['a: !!str 1\n', 'a: !!str 1\n', false],
  ];
  for (const [one, other, isSame] of pairs)
    it(`${isSame ? 'have' : 'do not have'} certainly equal lines in ${JSON.stringify([one, other])}`, () => {
      const [a, b] = [one, other].map((text) => documentPiece(readDocument(text)).children[0]);
      assert.ok(a !== undefined && b !== undefined);
      assert.equal(a.hasSameLines(b), isSame);
    });

  it('have other data at another column', () => {
    const one = documentPiece(readDocument('a: |2\n    x\n')).children[0];
    const other = documentPiece(readDocument('b:\n  a: |2\n    x\n')).children[0]?.children[0];
    assert.ok(one !== undefined && other !== undefined);
    assert.equal(one.text, other.text);
    assert.equal(one.hasSameLines(other), false);
    assert.deepEqual([one.value, other.value], ['  x\n', 'x\n']);
  });

  it('have the same data to every reader only if they are read by the same', () => {
    const [a, b] = (['kpt', 'kubernetes'] as const).map((reader) => documentPiece(readDocument('a: yes\n'), reader));
    assert.ok(a !== undefined && b !== undefined);
    assert.equal(a.hasSameLines(b), false);
    assert.equal(a.hasSameData(b), equalValues(a.value, b.value));
  });

  it('have the same data if their lines are equal, and if their parts are', () => {
    let count = 0;
    const assertSame = (a: Piece, b: Piece): void => {
      const isSame = equalValues(a.value, b.value);
      assert.equal(a.hasSameData(b), isSame);
      if (a.hasSameLines(b)) count++;
      if (a.hasSameLines(b)) assert.ok(isSame);
      for (const [index, child] of a.children.entries())
        for (const other of index === 0 ? b.children : b.children.slice(index, index + 1)) assertSame(child, other);
    };
    fc.assert(
      fc.property(plainVersions(), (texts) => {
        if (!texts.every(isReadable)) return;
        const [a, b] = texts.map((text) => documentPiece(readDocument(text)));
        if (a !== undefined && b !== undefined) assertSame(a, b);
      }),
      { numRuns: RUNS },
    );
    assert.ok(count > 0);
  });
});

/** Checks the parts of a piece, and of all in it. */
function assertWhole(piece: Piece, value: Value): void {
  assert.deepEqual(piece.value, value);
  if (piece.kind === 'leaf') {
    assert.deepEqual([...piece.children], []);
    assert.equal(`${piece.head}${piece.body}${piece.after}`, piece.text);
    return;
  }
  const parts = piece.children.map((child, index) => {
    const isInline = index === 0 && !/(?:^|\n)[ ]*$/.test(piece.head);
    return `${child.lead}${isInline ? '' : ' '.repeat(child.column)}${child.text}`;
  });
  assert.equal(`${piece.head}${parts.join('')}${piece.tail}`, piece.text);
  for (const [index, child] of piece.children.entries()) {
    const inner = isList(value) ? value[index] : isMap(value) ? value[child.key ?? ''] : undefined;
    if (!child.isMerge) assertWhole(child, inner ?? null);
  }
}
