import { chmodSync, closeSync, fsyncSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from '../process/host-paths.ts';
import { renameSync } from '../process/rename.ts';
import { temporaryName } from './temporary-file.ts';

interface Replacement {
  /**
   * File in the same folder that holds the content until it is complete. Stays if writing fails: another process may be
   * writing to it, and the next call replaces it. Default: one with a temporary name, which is removed then.
   */
  readonly temporary?: string;
  /** Mode of the file, to which the system applies the user's umask. Default: 0666. */
  readonly mode?: number;
  /** True to give the file the mode of the one that it replaces. Default: false. */
  readonly keepsMode?: boolean;
  /** True to wait until the content is on the disk. Default: false. */
  readonly waits?: boolean;
}

/**
 * Writes a file whole or not at all: to a temporary file that is then renamed. Its folder exists. Throws the error of
 * the system.
 */
export function replaceFile(
  file: string,
  content: string | Uint8Array,
  { temporary: named, mode = 0o666, keepsMode = false, waits = false }: Replacement = {},
): void {
  const temporary = named ?? join(dirname(file), temporaryName());
  const old = keepsMode ? statSync(file, { throwIfNoEntry: false }) : undefined;
  try {
    if (waits) writeThrough(temporary, content, mode);
    else writeFileSync(temporary, content, { mode });
    if (old !== undefined) chmodSync(temporary, old.mode);
    renameSync(temporary, file);
  } catch (error) {
    if (named === undefined) rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes a file, and waits until it is on the disk. */
function writeThrough(file: string, content: string | Uint8Array, mode: number): void {
  const descriptor = openSync(file, 'w', mode);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
