import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

let count = 0;

/**
 * Keeps a repository and the folders beside it as they are before a call of `krm-variants`, if `KEEP_FLEETS=DIR` is
 * set: as `N.tar` and, beside it, `N.json` with the folder they were in and the words of the call. `npm run
 * same-behaviour` repeats such calls.
 */
export function keepFleet(repository: string, words: readonly string[]): void {
  const kept = process.env['KEEP_FLEETS'];
  if (kept === undefined) return;
  const folder = dirname(repository);
  const name = join(kept, `${process.pid}-${++count}`);
  mkdirSync(kept, { recursive: true });
  execFileSync('tar', ['--create', '--file', `${name}.tar`, '--directory', folder, '.']);
  writeFileSync(`${name}.json`, JSON.stringify({ folder, repository, words }));
}
