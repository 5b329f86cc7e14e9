import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockCached } from '../../../cli/git/cache.ts';
import { inFolder } from '../run-support.ts';

describe('lockCached', () => {
  const files = {
    '.git/HEAD': '',
    '.git/index.lock': '',
    '.git/config.lock': '',
    '.git/refs/a.lock': '',
    'b.lock': '',
  };

  it('removes the locks of git that a killed process left, and no file of the work tree', () =>
    inFolder(files, (folder) => {
      lockCached(folder, join(folder, '.git')).release();
      assert.deepEqual(readdirSync(join(folder, '.git')).toSorted(), ['HEAD', 'refs']);
      assert.deepEqual(readdirSync(folder).toSorted(), ['.git', 'b.lock']);
    }));

  it('locks a folder that has no repository yet', () =>
    inFolder({}, (folder) => lockCached(folder, join(folder, '.git')).release()));
});
