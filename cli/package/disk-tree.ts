import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFile } from './file-error.ts';
import type { FileTree } from '../../src/package/index.ts';

/** Returns the files of a folder on a disk. */
export function diskTree(root: string): FileTree {
  return {
    has: (path) => existsSync(join(root, path)),
    read: (path) => withFile(path, () => readFileSync(join(root, path))),
  };
}
