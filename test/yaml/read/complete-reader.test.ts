import assert from 'node:assert/strict';
import { readStream } from '../../../src/yaml/index.ts';

describe('invalid texts that the `yaml` package accepts', () => {
  const rows: readonly (readonly [name: string, text: string, at: string])[] = [
    ['refuses a second map on a line', 'a: {}: b\n', '1:6'],
    ['refuses a lone colon deeper than its map', 'a: b\n : c\n', '2:2'],
    ['refuses text below an explicit key', '- ? a\n  b\n', '2:3'],
    ['refuses a second document on a line', '- |\t---\n', '1:5'],
    ['refuses single quotes that end in an escaped one', "a: 'b''", '1:8'],
    ['refuses double quotes that end in an escaped one', 'a: "b\\"', '1:8'],
  ];
  for (const [name, text, at] of rows) {
    it(name, () => assert.throws(() => readStream(text), { name: 'YamlError', message: new RegExp(` at ${at}$`) }));
  }

  it('accepts absent keys', () => {
    const texts = [':\n:\n', ': a\n\n# b\n: c\n', 'a: b\n\n: c\n', "'a''': '''b'", 'a: "\\\\"'];
    for (const text of texts) assert.equal(readStream(text).documents.length, 1);
  });
});
