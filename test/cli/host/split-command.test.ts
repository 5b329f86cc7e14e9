import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitCommand } from '../../../cli/host/program-call.ts';

/** Recorded from kpt 1.0.0-beta.56. */
const split: readonly (readonly [text: string, want: readonly string[]])[] = [
  ['f', ['f']],
  [' f  a\tb\nc\rd ', ['f', 'a', 'b', 'c', 'd']],
  ['f a "b c" d', ['f', 'a', 'b c', 'd']],
  [String.raw`f a\ b 'c\d' "e\"f" "g\h" "\$x" i"j"k`, ['f', 'a b', String.raw`c\d`, 'e"f', 'gh', '$x', 'ijk']],
  [String.raw`f "\\a\b\n"`, ['f', String.raw`\abn`]],
  ['f # x', ['f']],
  ['#x\nf a # y\nb', ['f', 'a', 'b']],
  ['f a#b "#c" #d', ['f', 'a#b', '#c']],
  [String.raw`f "a#b" \#c`, ['f', 'a#b', '#c']],
  [`f a'b'#c`, ['f', 'ab#c']],
  ['f a;b|c $x ~ *', ['f', 'a;b|c', '$x', '~', '*']],
  ['f a\\\nb', ['f', 'a\nb']],
  ['f "a\nb"', ['f', 'a\nb']],
  ['f "" a', ['f', '', 'a']],
  [`f ''""`, ['f', '']],
  ['f é a\u00a0b', ['f', 'é', 'a\u00a0b']],
];

const refused: readonly (readonly [text: string, message: string])[] = [
  ["f 'a", "must be a command: the quote must be closed: 'a"],
  ['f "a', 'must be a command: the quote must be closed: "a'],
  ['f "a\\', 'must be a command: the quote must be closed: "a\\'],
  ['f a\\', 'must be a command: a character must follow its last backslash'],
  ['', 'must be a command: it must begin with a program'],
  [' \n', 'must be a command: it must begin with a program'],
  ['# f', 'must be a command: it must begin with a program'],
  ['"" a', 'must be a command: it must begin with a program'],
  ['f a\0b', 'must be a command: it must not contain NUL'],
];

describe('splitCommand', () => {
  for (const [text, want] of split)
    it(`splits ${JSON.stringify(text)}`, () => assert.deepEqual(splitCommand(text), want));

  for (const [text, message] of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => splitCommand(text), { name: 'KrmError', message });
    });
  }

  it('returns the words that are joined in quotes', () => {
    const word = fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', '#', '\n', '$', '😀') });
    const quotes = fc.constantFrom(singleQuoted, doubleQuoted, escaped);
    const words = fc.array(fc.tuple(word, quotes), { maxLength: 5 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '\t', '\n', '  '), (rest, space) => {
        const text = ['f', ...rest.map(([each, quote]) => quote(each))].join(space);
        assert.deepEqual(splitCommand(text), ['f', ...rest.map(([each]) => each)]);
      }),
    );
  });

  it('either splits a text or throws a KrmError', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', '#', '\n') });
    fc.assert(
      fc.property(text, (each) => {
        try {
          assert.notEqual(splitCommand(each)[0] ?? '', '');
        } catch (error) {
          assert.equal(error instanceof Error && error.name, 'KrmError');
        }
      }),
    );
  });

  it('splits a long command in linear time', () => {
    const word = 'ab'.repeat(500_000);
    assert.deepEqual(splitCommand(`f "${word}" '${word}' ${word} ${'a '.repeat(100_000)}`).length, 100_004);
  });
});

function singleQuoted(word: string): string {
  return `'${word.replaceAll("'", `'"'"'`)}'`;
}

function doubleQuoted(word: string): string {
  return `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function escaped(word: string): string {
  return word === '' ? '""' : word.replaceAll(/./gsu, String.raw`\$&`);
}
