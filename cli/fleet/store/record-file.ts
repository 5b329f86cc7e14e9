import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../package/replace-file.ts';

/** Returns the path of a file that `fleet` keeps beside git's own files. */
export function recordFile(gitDir: string, name: string): string {
  return join(gitDir, 'krm-variants', name);
}

/** Writes such a file, which only this user can read. `waits`: waits until it is on the disk. Throws the error of the system. */
export function writeRecord(file: string, content: string | Uint8Array, { waits = false } = {}): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replaceFile(file, content, { temporary: `${file}.new`, mode: 0o600, waits });
}
