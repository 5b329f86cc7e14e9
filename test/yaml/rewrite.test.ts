import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  applyEdits,
  commentPlaces,
  readDocument,
  readStream,
  verifyDocuments,
  withComments,
  type SourceDocument,
} from '../../src/yaml/index.ts';
import { aims, perform, plain, selecting } from './edit/random-edits.ts';
import { commentChanges, usualTexts } from './random-comments.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1500);

/** Texts that cannot replace that of a document. */
const REFUSED: readonly (readonly [name: string, text: string, by: string, message: RegExp])[] = [
  ['other data', 'a: 1\n', 'a: 2\n', /only with the same data/],
  ['another type', 'a: 1\n', 'a: "1"\n', /only with the same data/],
  ['another order of keys', 'a:\n- b: 1\n  1: 2\n', 'a:\n- 1: 2\n  b: 1\n', /in the same order/],
  [
    'another order of keys in an alias',
    'a: &x {b: 1, c: 2}\nd: *x\n',
    'a: &x {b: 1, c: 2}\nd: {c: 2, b: 1}\n',
    /in the same order/,
  ],
  ['a missing marker', '---\na: 1\n', 'a: 1\n', /document markers/],
  ['an added end', 'a: 1\n', 'a: 1\n...\n', /document markers/],
  ['a missing line break', 'a: 1\n', 'a: 1', /must end in a line break/],
  ['several documents', 'a: 1\n', 'a: 1\n---\n', /expected one document, found 2/],
  ['no YAML', 'a: 1\n', 'a: [\n', /is not closed/],
];

describe('rewriting a document', () => {
  it('adds comments below a block of text at the end', () => {
    const document = readDocument('a: |\n  # b\n');
    document.rewrite('a: |\n  # b\n# c\n\n# d\n');
    assert.equal(document.text(), 'a: |\n  # b\n# c\n\n# d\n');
  });

  it('replaces the text and records the entries with other comments', () => {
    const document = readDocument('a:\n  b: 1\nc: 2\n');
    document.rewrite('# x\na: # y\n  b: 1 # z\n\nc: 2\n');
    assert.equal(document.text(), '# x\na: # y\n  b: 1 # z\n\nc: 2\n');
    assert.deepEqual(document.edits, [
      { kind: 'comment', path: ['a'] },
      { kind: 'comment', path: ['a', 'b'] },
    ]);
    const data = { a: { b: 1 } };
    assert.equal(applyEdits(data, document.edits), data);
  });

  it('records the document if only comments of no entry differ, and nothing for the same text', () => {
    const document = readDocument('# x\n\na: 1\n');
    document.rewrite('# x\n\na: 1\n');
    assert.deepEqual(document.edits, []);
    document.rewrite('# y\n\na: 1\n');
    assert.deepEqual(document.edits, [{ kind: 'comment', path: [] }]);
  });

  for (const [name, text, by, message] of REFUSED) {
    it(`refuses ${name}, and leaves the document unchanged`, () => {
      const document = readDocument(text);
      assert.throws(() => document.rewrite(by), { name: 'YamlError', message });
      assert.deepEqual([document.text(), document.edits], [text, []]);
    });
  }

  it('refuses a view of a part', () => {
    assert.throws(() => readDocument('a:\n  b: 1\n').view(['a']).rewrite('b: 1 # x\n'), /only a whole document/);
  });

  it('accepts edits before and after', () => {
    const document = readDocument('a: 1\nlist:\n- x\n');
    document.set(['a'], 2);
    document.rewrite('a: 2 # c\nlist:\n# d\n- x\n');
    document.set(['a'], 3);
    document.append(['list'], 'z');
    document.remove(['list', 0]);
    document.set(['new'], { k: 'v' });
    assert.equal(document.text(), 'a: 3 # c\nlist:\n- z\nnew:\n  k: v\n');
    assert.deepEqual(document.position(['new']), undefined);
  });

  it('keeps views at their values, also when elements are moved before they are used again', () => {
    const document = readDocument('items:\n- a: 1\n- b: 2\n');
    const [first, second] = [0, 1].map((index) => document.view(['items', index])) as [SourceDocument, SourceDocument];
    document.rewrite('items:\n- a: 1 # x\n- b: 2\n');
    document.insert(['items'], 0, 'new');
    document.rewrite('items:\n- new\n- a: 1 # y\n- b: 2 # z\n');
    document.remove(['items', 1]);
    assert.equal(second.value(['b']), 2);
    second.set(['b'], 3);
    assert.equal(document.text(), 'items:\n- new\n- b: 3 # z\n');
    assert.equal(second.text(), 'b: 3 # z\n');
    assert.throws(() => first.value([]), /no value at `items\.0`/);
  });

  it('invalidates nodes, and replaces aliases of the new text by copies', () => {
    const document = readDocument('a: &x {b: 1}\nc: *x\n');
    const node = document.get(['a']);
    assert.ok(node);
    document.rewrite('a: &x {b: 1} # d\nc: *x # e\n');
    assert.throws(() => document.set(['f'], node), /earlier version/);
    document.set(['a', 'b'], 2);
    assert.equal(document.text(), 'a: &x {b: 2} # d\nc: {b: 1} # e\n');
  });

  const STREAM = '\uFEFFa: 1\r\n--- # m\r\nb: 2\r\n...\r\n---\r\nc: 3';
  it('rewrites documents of a stream with a byte order mark and CRLF', () => {
    const stream = readStream(STREAM);
    for (const document of stream.documents) document.rewrite(commented(document));
    const text = '\uFEFF# x\r\na: 1 # y\r\n--- # m\r\n# x\r\nb: 2 # y\r\n...\r\n---\r\n# x\r\nc: 3 # y';
    assert.equal(stream.text(), text);
    verifyDocuments(readStream(text).documents, stream.documents, readStream(STREAM).documents);
    stream.documents[1]?.set(['new'], ['v']);
    assert.match(stream.text(), /b: 2 # y\r\nnew:\r\n- v\r\n\.\.\.\r\n/);
  });

  it('verifies the data of a rewritten document', () => {
    const document = readDocument('a: 1\nb: 2\n');
    document.rewrite('a: 1 # c\nb: 2\n');
    const read = readDocument('a: 1\nb: 2\n');
    verifyDocuments([readDocument(document.text())], [document], [read]);
    assert.throws(() => verifyDocuments([readDocument('a: 2 # c\nb: 2\n')], [document], [read]), /document 0/);
  });

  it('gives the same data as an edit of the parsed data, before and after', () => {
    fc.assert(
      fc.property(usualTexts(), aims(), commentChanges(), aims(), (text, before, changeAt, after) => {
        const document = readDocument(text);
        if (!make(document, before)) return;
        const edited = document.text();
        const keys = [...commentPlaces(readDocument(edited)).keys()];
        document.rewrite(withComments(edited, new Map(keys.map((key, index) => [key, changeAt(index)]))).text);
        if (!make(document, after)) return;
        const again = readDocument(document.text());
        assert.deepEqual(plain(again.value([])), plain(document.value([])), document.text());
        verifyDocuments([again], [document], [readDocument(text)]);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Returns the text of a document with comments above and beside its entries. */
function commented(document: SourceDocument): string {
  const text = document.text();
  const keys = [...commentPlaces(readDocument(text)).keys()];
  return withComments(text, new Map(keys.map((key) => [key, { above: '# x', beside: '# y' }]))).text;
}

/** Edits a document. Returns false if an edit is refused. */
function make(document: SourceDocument, list: Parameters<typeof editAll>[1]): boolean {
  try {
    editAll(document, list);
    return true;
  } catch {
    return false;
  }
}

type Aims = typeof aims extends () => fc.Arbitrary<infer T> ? T : never;

function editAll(document: SourceDocument, list: Aims): void {
  const select = selecting();
  for (const aim of list) {
    const edit = select(plain(document.value([]) ?? null), aim);
    if (edit !== undefined) perform(document, edit);
  }
}
