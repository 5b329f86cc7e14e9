import assert from 'node:assert/strict';
import { readDocument } from '../../../src/yaml/index.ts';
import { readComplete } from '../../../src/yaml/read/complete-reader.ts';
import { plainValue } from '../../../src/yaml/tree/plain.ts';

/** Texts of a value and their contents, as go-yaml reads them. */
const ROWS: readonly (readonly [name: string, text: string, content: string])[] = [
  ['keeps the blanks of a deeper last line of white space', 'a: |1-\n x\n    \n', 'x\n   '],
  ['keeps the blanks of a deeper line that is the only one', 'a: |1-\n  \n', ' '],
  ['keeps the blanks of a deeper line below others', 'a: |1-\n\n   \nb: 1\n', '\n  '],
  ['keeps the blanks of a deeper folded line', 'a: >2-\n   \n', ' '],
  ['keeps blank lines after deeper ones with +', 'a: |1+\n  \n\n', ' \n\n'],
  ['takes no deeper line without a digit', 'a: |\n    \n', ''],
  ['reads no line break that the text does not end with', 'a: |\n x\n  ', 'x\n '],
  ['counts a digit from the column of an element', '- - |1-\n    x\n', ' x'],
  ['counts a digit from the column of an inner key', '- a: |1\n   x\n', 'x\n'],
  ['folds lines that do not begin with blanks', 'a: >\n  x\n  y\n\n  z\n   w\n  v\n', 'x y\nz\n w\nv\n'],
  ['takes CRLF for one line break among others', '- # 0\r\n  - |2\r\n     \r\n\r\n\r\n# 1\n', ' \n'],
  ['folds lines that end in CRLF or LF', 'a: >\r\n  x\n  y\r\n\r\n  z\r\n   w\n', 'x y\nz\n w\n'],
  ['keeps CRLF at the end as LF', 'a: |+\r\n  x\r\n\n\r\nb: 1\n', 'x\n\n\n'],
  ['reads no line break after a last line below CRLF', 'a: |1-\r\n x\r\n  ', 'x\n '],
];

describe('block scalars that end in lines of white space', () => {
  for (const [name, text, content] of ROWS) {
    it(name, () => {
      const value = content;
      for (const read of [readDocument(text).value([]), plainValue(readComplete(text)[0]?.top.value ?? assert.fail())])
        assert.ok(JSON.stringify(read).includes(JSON.stringify(value)), JSON.stringify(read));
    });
  }

  it('edits them whole', () => {
    const document = readDocument('a: |1-\n x\n    \nb: 1\n');
    document.set(['a'], 'z');
    assert.equal(document.text(), 'a: |1-\n z\nb: 1\n');
  });

  it('refuses one with spaces and a tab before a comment, of which it would read a part', () => {
    assert.throws(() => readDocument('b:\n  c: |\n  \t# x\n').value([]), { name: 'YamlError' });
  });
});
