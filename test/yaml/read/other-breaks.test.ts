import assert from 'node:assert/strict';
import { readStream, YamlError } from '../../../src/yaml/index.ts';

const CHARS = ['\x85', '\u2028', '\u2029'] as const;

/** Texts in which `%` stands for a character that ends a line to Go. */
const REFUSED: readonly (readonly [title: string, text: string, place: string])[] = [
  ['beside a value in a comment', 'a: 1 # c%kind: T\n', '1:9'],
  ['in a comment line', '# c%\na: 1\n', '1:4'],
  ['in a plain value', 'a: b%c\n', '1:5'],
  ['in a key', 'a%b: c\n', '1:2'],
  ['in a literal', 'a: |\n  b%c\n', '2:4'],
  ['in a folded scalar', 'a: >\n  b%c\n', '2:4'],
  ['in a plain element in brackets', 'a: [b%c]\n', '1:6'],
  ['in a comment in brackets', 'a: [\n  "b%c", # d%\n]\n', '2:13'],
  ['in an anchor', 'a: &b%c d\n', '1:6'],
  ['in the second document', 'a: "%"\n---\nb: %\n', '3:4'],
];

const ACCEPTED: readonly (readonly [title: string, text: string])[] = [
  ['in double quotes', 'a: "b%c" # d\n'],
  ['in single quotes', "a: 'b%c'\n"],
  ['in a quoted key', '"a%b": c\n'],
  ['in JSON', '{"a": ["b%c", {"d%": 1}]}\n'],
  ['in a quoted element', "- 'x'\n- [a, 'b%c', \"%\"]\n"],
];

describe('characters that end a line to Go alone', () => {
  for (const char of CHARS) {
    const name = `U+${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
    for (const lazy of [false, true]) {
      const read = (text: string): unknown =>
        readStream(text.replaceAll('%', char), { lazy }).documents.map((document) => document.value([]));

      for (const [title, text, place] of REFUSED)
        it(`are refused ${title}: ${name}, ${lazy ? 'lazily' : 'at once'}`, () => {
          assert.throws(
            () => read(text),
            (error: unknown) =>
              error instanceof YamlError &&
              error.message ===
                `${name} must be in quotes, or be removed: to Kubernetes, a line ends there at ${place}`,
          );
        });

      for (const [title, text] of ACCEPTED)
        it(`are read ${title}: ${name}, ${lazy ? 'lazily' : 'at once'}`, () => {
          assert.ok(JSON.stringify(read(text)).includes(char));
        });
    }
  }
});

/** Texts in which `%` stands for a carriage return. */
const LONE_RETURNS: readonly (readonly [title: string, text: string, place: string])[] = [
  ['beside a value in a comment', 'a: 1 # c%kind: T\n', '1:9'],
  ['in a comment line', '# c%a: 1\n', '1:4'],
  ['in a plain value', 'a: b%c: d\n', '1:5'],
  ['at the end of the text', 'a: b%', '1:5'],
  ['on a line of its own', 'a: 1\n%b: 2\n', '2:1'],
  ['before CRLF', 'a: 1%\r\nb: 2\r\n', '1:5'],
  ['in a literal', 'a: |\n  b%c\n', '2:4'],
  ['at the end of a literal', 'a: |\n  b%', '2:4'],
  ['between elements in brackets', 'a: [1,%2]\n', '1:7'],
  ['in double quotes', 'a: "b%c"\n', '1:6'],
  ['in single quotes', "a: 'b%c'\n", '1:6'],
  ['in JSON', '{"a": 1,%"b": 2}\n', '1:9'],
  ['in the second document', 'a: 1\n---\nb: 2\nc: 3%', '4:5'],
];

describe('carriage returns without a line feed', () => {
  for (const lazy of [false, true])
    for (const [title, text, place] of LONE_RETURNS)
      it(`are refused ${title}, ${lazy ? 'lazily' : 'at once'}`, () => {
        const read = (): unknown =>
          readStream(text.replaceAll('%', '\r'), { lazy }).documents.map((document) => document.value([]));
        assert.throws(
          read,
          (error: unknown) => error instanceof YamlError && error.message === `${RETURN_MESSAGE} at ${place}`,
        );
      });

  it('are read where they are written as escapes', () => {
    assert.deepEqual(readStream('a: "b\\rc"\n').documents[0]?.value(['a']), 'b\rc');
  });
});

const RETURN_MESSAGE =
  'a carriage return must come before a line feed, or be written as "\\r" in double quotes: to Kubernetes, a line ends there';
