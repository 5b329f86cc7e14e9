import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  canBackquote,
  quote,
  quoteRune,
  quoteRuneToAscii,
  quoteToAscii,
  unquote,
  unquoteRune,
} from '../../../src/go-template/fmt/quote.ts';
import { encodeBytes } from '../../../src/go-template/value.ts';

describe('quoting', () => {
  const strings: readonly (readonly [bytes: string, quoted: string, ascii: string])[] = [
    ['', '""', '""'],
    ['a \'`" \\', String.raw`"a '${'`'}\" \\"`, String.raw`"a '${'`'}\" \\"`],
    ['\x07\b\f\n\r\t\v\0\x1f\x7f', String.raw`"\a\b\f\n\r\t\v\x00\x1f\x7f"`, String.raw`"\a\b\f\n\r\t\v\x00\x1f\x7f"`],
    ['\xff\xc3\x28', String.raw`"\xff\xc3("`, String.raw`"\xff\xc3("`],
    [encodeBytes('é世😀'), `"${encodeBytes('é世😀')}"`, String.raw`"\u00e9\u4e16\U0001f600"`],
    [encodeBytes('\u00ad\u2028\u{e0001}'), String.raw`"\u00ad\u2028\U000e0001"`, String.raw`"\u00ad\u2028\U000e0001"`],
    ['\xed\xa0\x80', String.raw`"\xed\xa0\x80"`, String.raw`"\xed\xa0\x80"`],
    ['\xef\xbf\xbd', '"\xef\xbf\xbd"', String.raw`"\ufffd"`],
  ];
  for (const [bytes, quoted, ascii] of strings) {
    it(`quotes as ${quoted}`, () => {
      assert.equal(quote(bytes), quoted);
      assert.equal(quoteToAscii(bytes), ascii);
    });
  }

  it("escapes code points that are newer than Go's version of Unicode", () => {
    assert.equal(quoteRune(0x2ffc), String.raw`'\u2ffc'`);
    assert.equal(quoteRune(0x1c8a), String.raw`'\u1c8a'`);
    assert.equal(quoteRune(0x2ebf0), String.raw`'\U0002ebf0'`);
  });

  const runes: readonly (readonly [code: number, quoted: string, ascii: string])[] = [
    [0x61, "'a'", "'a'"],
    [0x22, `'"'`, `'"'`],
    [0x27, String.raw`'\''`, String.raw`'\''`],
    [0x0a, String.raw`'\n'`, String.raw`'\n'`],
    [0x80, String.raw`'\u0080'`, String.raw`'\u0080'`],
    [0xe9, "'\xc3\xa9'", String.raw`'\u00e9'`],
    [0xd800, "'\xef\xbf\xbd'", String.raw`'\ufffd'`],
    [-1, "'\xef\xbf\xbd'", String.raw`'\ufffd'`],
    [0x110000, "'\xef\xbf\xbd'", String.raw`'\ufffd'`],
  ];
  for (const [code, quoted, ascii] of runes) {
    it(`quotes the code point ${code}`, () => {
      assert.equal(quoteRune(code), quoted);
      assert.equal(quoteRuneToAscii(code), ascii);
    });
  }

  const backquotes: readonly (readonly [bytes: string, can: boolean])[] = [
    ['', true],
    ['a\t"\\\'', true],
    [encodeBytes('é\u00ad'), true],
    ['a`', false],
    ['\n', false],
    ['\x7f', false],
    ['\xff', false],
    ['\xef\xbb\xbf', false],
  ];
  for (const [bytes, can] of backquotes) {
    it(`between backquotes: ${quote(bytes)}`, () => assert.equal(canBackquote(bytes), can));
  }
});

describe('reading literals', () => {
  const strings: readonly (readonly [literal: string, bytes: string | undefined])[] = [
    ['""', ''],
    ['"a\'`"', "a'`"],
    [String.raw`"\a\b\f\n\r\t\v\\\""`, '\x07\b\f\n\r\t\v\\"'],
    [String.raw`"\x41\xff\101\377\u00e9\U0001F600"`, 'A\xffA\xff\xc3\xa9\xf0\x9f\x98\x80'],
    ['"\xc3\xa9"', '\xc3\xa9'],
    ['"\xff"', '\xef\xbf\xbd'],
    ['"\t"', '\t'],
    ['`a"\\n\n\r`', 'a"\\n\n'],
    ['``', ''],
    ['"\n"', undefined],
    ['"a"b"', undefined],
    ['`a`b`', undefined],
    [String.raw`"\'"`, undefined],
    [String.raw`"\q"`, undefined],
    [String.raw`"\x4"`, undefined],
    [String.raw`"\400"`, undefined],
    [String.raw`"\18"`, undefined],
    [String.raw`"\ud800"`, undefined],
    [String.raw`"\U00110000"`, undefined],
    [String.raw`"\"`, undefined],
    ['"', undefined],
    ['', undefined],
    ['"a', undefined],
    ["'a'", undefined],
  ];
  for (const [literal, bytes] of strings) {
    it(JSON.stringify(literal), () => assert.equal(unquote(literal), bytes));
  }

  const characters: readonly (readonly [literal: string, code: number | undefined, rest?: string])[] = [
    ["'a'", 0x61, "'"],
    [`'"'`, 0x22, "'"],
    ["'\xc3\xa9'", 0xe9, "'"],
    ["'\xff'", 0xfffd, "'"],
    [String.raw`'\''`, 0x27, "'"],
    [String.raw`'\n'`, 0x0a, "'"],
    [String.raw`'\xff'`, 0xff, "'"],
    [String.raw`'\377'`, 0xff, "'"],
    [String.raw`'\u4e16'`, 0x4e16, "'"],
    ["'ab'", 0x61, "b'"],
    ["'a", 0x61, ''],
    ["''", undefined],
    ["'", undefined],
    [String.raw`'\"'`, undefined],
    ["'\\", undefined],
    [String.raw`'\ud800'`, undefined],
  ];
  for (const [literal, code, rest = ''] of characters) {
    it(JSON.stringify(literal), () => {
      assert.deepEqual(unquoteRune(literal), code === undefined ? undefined : { code, rest });
    });
  }

  it('restores quoted text', () => {
    const bytes = fc.array(fc.nat(255)).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(bytes, (original) => {
        assert.equal(unquote(quote(original)), original);
        assert.equal(unquote(quoteToAscii(original)), original);
      }),
    );
  });
});
