import { lstatSync, type Stats } from 'node:fs';
import { systemErrorCode } from '../process/system-error.ts';

/**
 * Returns the entry at a path without following a symbolic link there; undefined if there is none, also because a part
 * of the path is a file.
 */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}
