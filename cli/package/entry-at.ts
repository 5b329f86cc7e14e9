import { lstatSync, type Stats } from 'node:fs';

/** Returns what is at a path, of a symbolic link the link itself; undefined if nothing is there, or a file where a folder of the path has to be. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}
