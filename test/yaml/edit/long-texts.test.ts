import assert from 'node:assert/strict';
import { readStream, type SourceDocument } from '../../../src/yaml/index.ts';
import { testEdits } from './edit-rows.ts';

/** Long enough that a step for each pair of characters would take hours. */
const BLANKS = ' '.repeat(1_000_000);

describe('edits of long texts', () => {
  testEdits([
    {
      name: 'keeps a long run of blanks in double quotes',
      text: `a: "x${BLANKS}y\\n"\n`,
      edit: (d) => d.set(['a'], `x${BLANKS}z\n`),
      want: `a: "x${BLANKS}z\\n"\n`,
    },
    {
      name: 'keeps a long run of blanks in single quotes',
      text: `a: 'it''s${BLANKS}x'\n`,
      edit: (d) => d.set(['a'], `it's${BLANKS}y`),
      want: `a: 'it''s${BLANKS}y'\n`,
    },
    {
      name: 'keeps escapes on both sides of what differs in a scalar of several chunks',
      text: `a: "${String.raw`\"x\"\u0041 `.repeat(200_000)}y${String.raw`\"x\"\u0041 `.repeat(200_000)}"\n`,
      edit: (d) => d.set(['a'], `${'"x"A '.repeat(200_000)}z${'"x"A '.repeat(200_000)}`),
      want: `a: "${String.raw`\"x\"\u0041 `.repeat(200_000)}z${String.raw`\"x\"\u0041 `.repeat(200_000)}"\n`,
    },
    {
      name: 'keeps a long run of blanks before a comment',
      text: `a: x${BLANKS}# c\n`,
      edit: (d) => d.set(['a'], 'z'),
      want: `a: z${BLANKS}# c\n`,
    },
    {
      name: 'removes a value before a long run of blanks',
      text: `a: |\n  t\nb: x${BLANKS}\nc: 1\n`,
      edit: (d) => d.remove(['b']),
      want: 'a: |\n  t\nc: 1\n',
    },
  ]);

  it('reads half a million documents without content', () => {
    assert.equal(readStream('---\n'.repeat(500_000)).documents.length, 500_000);
  });
});

describe('edits of a text with CRLF', () => {
  const edit = (document: SourceDocument | undefined): void => {
    document?.set(['a', 'b'], 'two\nlines\n');
    document?.remove(['a', 'c']);
    document?.append(['l'], { x: 1 });
  };
  const text = '# head\na:\n  b: 1 # one\n  # above\n  c: 2\nl:\n- |\n  t\n- "f\n  g"\n';

  it('writes what edits of the same text with LF write', () => {
    const [lf, crlf] = [text, text.replaceAll('\n', '\r\n')].map((of) => {
      const stream = readStream(of);
      edit(stream.documents[0]);
      return stream.text();
    });
    assert.equal(crlf, lf?.replaceAll('\n', '\r\n'));
  });

  it('keeps a text in which one line ends in LF alone', () => {
    const mixed = `${text.replaceAll('\n', '\r\n')}z: 1\n`;
    const stream = readStream(mixed);
    stream.documents[0]?.set(['a', 'b'], 3);
    assert.equal(stream.text(), mixed.replace('b: 1', 'b: 3'));
  });

  it('locates nodes in the text that was read', () => {
    const crlf = text.replaceAll('\n', '\r\n');
    const node = readStream(crlf).documents[0]?.get(['a', 'c']);
    assert.equal(crlf.slice(node?.start, node?.end), '2');
  });
});
