import { rmdirSync } from 'node:fs';
import { join } from '../process/host-paths.ts';
import type { ContentChange } from '../../src/package/index.ts';
import { foldersAbove } from '../../src/files/index.ts';

/** Removes the folders that contained only removed files. */
export function removeEmptied(root: string, changes: readonly ContentChange[]): void {
  for (const { path } of changes.filter(({ after }) => after === undefined).toReversed())
    for (const folder of foldersAbove(path)) if (!removeFolder(join(root, folder))) break;
}

function removeFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    // The folder contains something else, or was already removed.
    return false;
  }
}
