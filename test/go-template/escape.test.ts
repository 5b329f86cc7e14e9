import assert from 'node:assert/strict';
import { htmlEscape, jsEscape, urlQueryEscape } from '../../src/go-template/builtins.ts';
import { encodeBytes } from '../../src/go-template/value.ts';

type Row = readonly [bytes: string, want: string];

const tables: readonly (readonly [name: string, escape: (bytes: string) => string, rows: readonly Row[]])[] = [
  [
    'HTML',
    htmlEscape,
    [
      ['', ''],
      ['plain \xc3\xa9 \xff', 'plain \xc3\xa9 \xff'],
      [`<a href="x?y&z='2'">`, '&lt;a href=&#34;x?y&amp;z=&#39;2&#39;&#34;&gt;'],
      ['\0', '\xef\xbf\xbd'],
    ],
  ],
  [
    'JavaScript',
    jsEscape,
    [
      ['', ''],
      ['plain \x7f', 'plain \x7f'],
      [`\\ ' " < > & =`, String.raw`\\ \' \" \u003C \u003E \u0026 \u003D`],
      ['\0\n\x1f', String.raw`\u0000\u000A\u001F`],
      [encodeBytes('é世😀'), encodeBytes('é世😀')],
      [encodeBytes('\u00a0\u2028\u{e0001}'), String.raw`\u00A0\u2028\uE0001`],
      ['\xff\xed\xa0\x80', '\xff\xed\xa0\x80'],
    ],
  ],
  [
    'the query of a URL',
    urlQueryEscape,
    [
      ['', ''],
      ['AZaz09-_.~', 'AZaz09-_.~'],
      ['a b+c/d?e&f=%', 'a+b%2Bc%2Fd%3Fe%26f%3D%25'],
      ["!*'()", '%21%2A%27%28%29'],
      ['\xc3\xa9\xff\0\n', '%C3%A9%FF%00%0A'],
    ],
  ],
];

for (const [name, escape, rows] of tables) {
  describe(`escapes for ${name}`, () => {
    for (const [bytes, want] of rows) it(JSON.stringify(bytes), () => assert.equal(escape(bytes), want));
  });
}
