import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withFile } from '../../package/file-error.ts';
import { replaceFile } from '../../package/replace-file.ts';
import type { Records } from '../fleet-store.ts';

/** Returns the path of a file that `fleet` keeps beside git's own files. */
export function recordFile(gitDir: string, name: string): string {
  return join(gitDir, 'krm-variants', name);
}

/** Writes such a file, which only this user can read. `waits`: waits until it is on the disk. Throws the error of the system. */
export function writeRecord(file: string, content: string | Uint8Array, { waits = false } = {}): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replaceFile(file, content, { temporary: `${file}.new`, mode: 0o600, waits });
}

/** Records on the disk. */
export class DiskRecords implements Records {
  readonly #gitDir: string;

  constructor(gitDir: string) {
    this.#gitDir = gitDir;
  }

  read(name: string): Buffer | undefined {
    const file = recordFile(this.#gitDir, name);
    return existsSync(file) ? withFile(file, () => readFileSync(file)) : undefined;
  }

  write(name: string, content: string | Uint8Array): void {
    const file = recordFile(this.#gitDir, name);
    withFile(file, () => writeRecord(file, content));
  }

  append(name: string, text: string): void {
    const file = recordFile(this.#gitDir, name);
    withFile(file, () => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      appendFileSync(file, text);
    });
  }
}
