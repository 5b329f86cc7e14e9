import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withFile } from '../package/file-error.ts';
import { sha256 } from '../../src/sha-256.ts';

/**
 * Locks of other versions of the program whose files this version derives, too. They are remembered beside git's own files: a new version
 * derives everything once, and changes no lock for it.
 */
export class SameResults {
  readonly #file: string;
  #known: Set<string> | undefined;

  constructor(gitDir: string, version: string) {
    this.#file = join(gitDir, 'krm-variants', `same-${version.replaceAll('/', '-')}`);
  }

  has(lockText: string): boolean {
    this.#known ??= new Set(existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : []);
    return this.#known.has(sha256(lockText));
  }

  add(lockText: string): void {
    if (this.has(lockText)) return;
    this.#known?.add(sha256(lockText));
    withFile(this.#file, () => {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      appendFileSync(this.#file, `${sha256(lockText)}\n`);
    });
  }
}
