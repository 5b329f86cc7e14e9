import { rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ContentChange } from '../../src/package/index.ts';

/** Removes the folders that contained only removed files. */
export function removeEmptied(root: string, changes: readonly ContentChange[]): void {
  for (const { path } of changes.filter(({ after }) => after === undefined).toReversed())
    for (const folder of foldersAround(path)) if (!removeFolder(join(root, folder))) break;
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

/** Returns the folders that hold a file, the innermost first. */
function foldersAround(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.push(folder);
  return folders;
}
