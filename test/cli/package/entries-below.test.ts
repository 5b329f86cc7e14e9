import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entriesBelow } from '../../../cli/package/entries-below.ts';

describe('entriesBelow', () => {
  it('follows no symbolic link', () => {
    const folder = mkdtempSync(join(tmpdir(), 'krm-variants-entries-'));
    try {
      mkdirSync(join(folder, 'a', 'empty'), { recursive: true });
      mkdirSync(join(folder, 'other'));
      for (const path of ['a/b', 'other/c']) writeFileSync(join(folder, path), '');
      symlinkSync('.', join(folder, 'a', 'self'));
      symlinkSync('../other', join(folder, 'a', 'other'));
      assert.deepEqual(entriesBelow(join(folder, 'a')).toSorted(), ['b', 'other', 'self']);
      assert.deepEqual(entriesBelow(folder).toSorted(), ['a/b', 'a/other', 'a/self', 'other/c']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
