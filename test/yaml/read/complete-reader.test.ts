import assert from 'node:assert/strict';
import { readStream } from '../../../src/yaml/index.ts';
import { plain } from '../edit/random-edits.ts';

describe('invalid texts that the `yaml` package accepts', () => {
  const rows: readonly (readonly [name: string, text: string, at: string])[] = [
    ['refuses a second map on a line', 'a: {}: b\n', '1:6'],
    ['refuses a lone colon deeper than its map', 'a: b\n : c\n', '2:2'],
    ['refuses text below an explicit key', '- ? a\n  b\n', '2:3'],
    ['refuses a second document on a line', '- |\t---\n', '1:5'],
    ['refuses single quotes that end in an escaped one', "a: 'b''", '1:8'],
    ['refuses double quotes that end in an escaped one', 'a: "b\\"', '1:8'],
    ['refuses two colons below one explicit key without a value', '? a\n:\n: b\n', '3:1'],
    ['refuses a plain key whose colon is on the next line', 'a: 1\nb\n : c\n', '2:1'],
    ['refuses a quoted key whose colon is on the next line', 'a: 1\n"b"\n : c\n', '2:1'],
    ['refuses entries in braces without a comma below a comment', '--- {a: &n x # c\n&b\n ,  }\n', '2:1'],
    ['refuses a byte order mark below a comment', '# c\n\uFEFFa: b\n', '2:1'],
    ['refuses a byte order mark in a key of a second document', 'a: b\n---\n\uFEFFc: d\n', '3:1'],
    ['refuses a byte order mark between documents', 'a: b\n...\n\uFEFF---\nc: d\n', '3:1'],
  ];
  for (const [name, text, at] of rows) {
    it(name, () => assert.throws(() => readStream(text), { name: 'YamlError', message: new RegExp(` at ${at}$`) }));
  }

  const marked: readonly (readonly [where: string, text: string, at: string])[] = [
    ['after a document marker', '---\uFEFF\na: b\nc: d\n', '1:4'],
    ['after a document marker and a blank', '--- \uFEFFa: b\nc: d\n', '1:5'],
    ['before a document marker', 'a: b\n\uFEFF---\nc: d\ne: f\n', '2:1'],
    ['between document markers', 'a: b\n---\n\uFEFF---\nc: d\n', '3:1'],
    ['before a key below a document marker', 'a: b\r\n---\r\n\uFEFFc: d\r\n', '3:1'],
    ['before a comment below a document marker', 'a: b\n---\n\uFEFF# c\nc: d\n', '3:1'],
    ['before a quoted key', '---\n\uFEFF"c": d\n', '2:1'],
    ['before a map of JSON', '{"a": 1}\n---\n\uFEFF{"b": 1}\n', '3:1'],
  ];
  for (const [where, text, at] of marked)
    it(`name a byte order mark ${where}`, () =>
      assert.throws(() => readStream(text), {
        message: `a byte order mark (U+FEFF) must be at the beginning of the text: remove it at ${at}`,
      }));

  const endless: readonly (readonly [name: string, text: string, message: string])[] = [
    ['a list at the end of the text', 'a: [b\n', 'the list that begins at 1:4 is not closed: "]" is missing at 2:1'],
    ['a list before another key', 'a: [b\nc: d\n', 'the list that begins at 1:4 is not closed: "]" is missing at 2:1'],
    ['a map before another key', 'a: {b: c\nd: e\n', 'the map that begins at 1:4 is not closed: "}" is missing at 2:1'],
    ['a map in a list', 'a: [b, {c: d]\n', 'the map that begins at 1:8 is not closed: "}" is missing at 1:13'],
    ['the first of two', 'a: [b\nc: [d\n', 'the list that begins at 1:4 is not closed: "]" is missing at 2:1'],
    ['a list of JSON', '{"a": [1, 2}\n', 'the list that begins at 1:7 is not closed: "]" is missing at 1:12'],
    [
      'a text in double quotes',
      'x: [y]\na: "b\nc: d\n',
      "the text in double quotes that begins at 2:4 is not closed: '\"' is missing at 4:1",
    ],
    [
      'a text in single quotes',
      "a: 'b\nc: d\n",
      'the text in single quotes that begins at 1:4 is not closed: "\'" is missing at 3:1',
    ],
    [
      'a text that ends in an escaped quote',
      'a: "b\\"',
      "the text in double quotes that begins at 1:4 is not closed: '\"' is missing at 1:8",
    ],
    [
      'a list that is closed in the wrong column',
      'a:\n  b: [c\n]\n',
      'the "]" of the list that begins at 2:6 must be indented more at 3:1',
    ],
    [
      'an unquoted template before more text',
      'a: {{.x}}-b\n',
      'a value that begins with "{{" must be quoted: put the whole value in quotes at 1:10',
    ],
    [
      'an unquoted template with a trim marker',
      '- {{- .x }}\n',
      'a value that begins with "{{" must be quoted: put the whole value in quotes at 1:5',
    ],
  ];
  for (const [name, text, message] of endless) {
    it(`reports ${name}, and where it begins`, () => assert.throws(() => readStream(text), { message }));
  }

  const misread: readonly (readonly [text: string, at: string])[] = [
    ['a:\n- \n#b\n  c\n- d\n', '5:1'],
    ['a:\n  -\n  #b\n    c\n    d\n  - e\n', '6:3'],
    ['- a:\n#b\n    c\n- d\n', '4:1'],
    ['-\n\n# b\n  c\n- d\n', '5:1'],
    ['- \r\n#b\r\n  c\r\n\r\n- d\r\n', '5:1'],
  ];
  for (const [text, at] of misread) {
    it(`refuses ${JSON.stringify(text)}, where it takes an element for the end of a plain scalar`, () => {
      assert.throws(() => readStream(text), {
        message: new RegExp(`or move the comment above it at ${at}$`),
      });
    });
  }

  it('accepts plain scalars of several lines below comments', () => {
    const accepted: readonly (readonly [text: string, data: unknown])[] = [
      ['a:\n- \n# b\n  c\n  d\n- e\n', { a: ['c d', 'e'] }],
      ['a:\n- \n  #b\n  c\n\n  d\n- e\n', { a: ['c\nd', 'e'] }],
      ['- a: b\n   c\n  d: e\n', [{ a: 'b c', d: 'e' }]],
      ['a\nb\n', 'a b'],
    ];
    for (const [text, data] of accepted)
      assert.deepEqual(plain(readStream(text).documents[0]?.value([])), plain(data), text);
  });

  for (const [where, before] of [
    ['below an empty value', 'a:\n  b:\n  '],
    ['below an empty value and blank lines', '- b:\n\n\n  '],
    ['below a value', 'a:\n  b: 1\n  '],
  ] as const) {
    it(`counts the characters of a key ${where} from its first`, () => {
      const read = (length: number): unknown => readStream(`${before}${'k'.repeat(length)}: 1\n`).documents.length;
      assert.equal(read(1024), 1);
      assert.throws(() => read(1025), /a key must have at most 1024 characters/);
    });
  }

  it('accepts absent keys', () => {
    const texts = [':\n:\n', ': a\n\n# b\n: c\n', 'a: b\n\n: c\n', "'a''': '''b'", 'a: "\\\\"'];
    for (const text of texts) assert.equal(readStream(text).documents.length, 1);
  });
});
