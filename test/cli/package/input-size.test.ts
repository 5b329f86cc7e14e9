import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sizeOfInputs } from '../../../cli/package/input-size.ts';
import { inFolder } from '../run-support.ts';

const FILES = {
  'p/a.yaml': 'a'.repeat(10),
  'p/sub/b.json': 'b'.repeat(100),
  'p/Kptfile': 'c'.repeat(1000),
  'p/notes.md': 'd'.repeat(10_000),
  'p/.git/e.yaml': 'e'.repeat(10_000),
  'other.txt': 'f'.repeat(5),
};

const rows: readonly (readonly [title: string, inputs: readonly string[], enough: number, want: number])[] = [
  ['counts the files of a folder that may hold resources', ['p'], Infinity, 1110],
  ['counts a file by any name', ['other.txt'], Infinity, 5],
  ['adds up inputs', ['p', 'other.txt'], Infinity, 1115],
  ['stops at what is enough', ['other.txt', 'p'], 5, 5],
  ['counts what does not exist as nothing', ['missing', 'other.txt'], Infinity, 5],
  ['follows a link that is named, and none in a folder', ['link'], Infinity, 1110],
];

describe('the size of inputs', () => {
  for (const [title, inputs, enough, want] of rows)
    it(title, () =>
      inFolder(FILES, (folder) => {
        symlinkSync('p', join(folder, 'link'));
        symlinkSync('../other.txt', join(folder, 'p/link.yaml'));
        const paths = inputs.map((input) => join(folder, input));
        assert.equal(sizeOfInputs(paths, enough), want);
      }),
    );
});
