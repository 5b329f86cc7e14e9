import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { realpathSync } from '../process/host-folders.ts';
import { dirname, join, resolve } from '../process/host-paths.ts';
import { renameSync } from '../process/rename.ts';
import { type Notice, fileError } from '../../src/krm/index.ts';
import { OUTPUT_EXISTS } from '../../src/messages/writing.ts';
import { lockTemporary } from './input-lock.ts';
import { newMode } from '../package/file-changes.ts';
import { withFile } from '../package/file-error.ts';
import { refuseHostName } from '../package/host-name.ts';
import { temporaryName } from '../package/temporary-file.ts';
import type { ContentChange } from '../../src/package/index.ts';

/** Throws a `KrmError` if a folder for output is not new. */
export function refuseExisting(folder: string): void {
  if (existsSync(folder)) throw fileError(folder, 'file-exists', OUTPUT_EXISTS);
}

/**
 * Writes files to a new folder, or with `fills` to one that is there and empty: all, or none. Returns notices about
 * what killed runs left beside it. Throws a `KrmError` if it exists or cannot be written.
 */
export function writeNewFolder(
  folder: string,
  files: readonly ContentChange[],
  { fills = false }: { readonly fills?: boolean } = {},
): readonly Notice[] {
  if (!fills || readdirSync(folder).length > 0) refuseExisting(folder);
  for (const { path, after } of files) if (after !== undefined) refuseHostName(path);
  const parent = dirname(resolve(folder));
  return withFile(folder, () => {
    mkdirSync(parent, { recursive: true });
    const temporary = join(realpathSync(parent), temporaryName());
    const lock = lockTemporary(temporary);
    try {
      mkdirSync(temporary);
      const written = files.filter(({ after }) => after !== undefined);
      for (const inner of new Set(written.map(({ path }) => dirname(path))))
        mkdirSync(join(temporary, inner), { recursive: true });
      for (const { path, after = '', isExecutable } of written)
        writeFileSync(join(temporary, path), after, { mode: newMode(isExecutable) });
      if (fills) moveInto(folder, temporary);
      else renameSync(temporary, folder);
      return lock.notices;
    } finally {
      rmSync(temporary, { recursive: true, force: true });
      lock.release();
    }
  });
}

/** Moves all that is in a folder to another one, which may be where a shell is: it cannot be replaced. */
function moveInto(folder: string, from: string): void {
  const moved: string[] = [];
  try {
    for (const name of readdirSync(from)) {
      renameSync(join(from, name), join(folder, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) rmSync(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}
