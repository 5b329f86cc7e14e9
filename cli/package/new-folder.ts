import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { newMode, type ContentChange } from './file-changes.ts';
import { fileError, withFile } from './file-error.ts';
import { temporaryName } from './temporary-file.ts';

/** Throws a `KrmError` if a folder for output is not new. */
export function refuseExisting(folder: string): void {
  if (existsSync(folder)) throw fileError(folder, 'already exists: `--output` must name a new folder');
}

/** Writes files to a new folder: all, or none. Throws a `KrmError` if it exists or cannot be written. */
export function writeNewFolder(folder: string, files: readonly ContentChange[]): void {
  refuseExisting(folder);
  const parent = dirname(resolve(folder));
  withFile(folder, () => {
    mkdirSync(parent, { recursive: true });
    const temporary = join(parent, temporaryName());
    mkdirSync(temporary);
    try {
      for (const { path, after, isExecutable } of files) {
        if (after === undefined) continue;
        mkdirSync(dirname(join(temporary, path)), { recursive: true });
        writeFileSync(join(temporary, path), after, { mode: newMode(isExecutable) });
      }
      renameSync(temporary, folder);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  });
}
