import { lstatSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { KrmError, fileError, resultsOf } from '../../src/krm/index.ts';
import { withFile } from '../package/file-error.ts';
import { realPath } from '../package/real-path.ts';
import { temporaryName } from '../package/temporary-file.ts';

/** Links to make. */
export interface LinkRequest {
  readonly names: readonly string[];
  /** Folder of the links, created if missing. */
  readonly folder: string;
  /** Absolute path of the target, without symbolic links. */
  readonly program: string;
  /** Replaces files and links to other files. Folders are never replaced. */
  readonly replaces: boolean;
}

/** Names by outcome. */
export interface Linked {
  readonly made: readonly string[];
  /** Names that already linked to the program. */
  readonly kept: readonly string[];
}

/** Links names to a program: all or none. Throws a `KrmError` that names each file in the way. */
export function linkNames({ names, folder, program, replaces }: LinkRequest): Linked {
  const linked = (name: string): boolean => realPath(join(folder, name)) === program;
  const made = names.filter((name) => !linked(name));
  const obstacles = made.flatMap((name) => obstacle(join(folder, name), replaces) ?? []);
  if (obstacles.length > 0) throw new KrmError(obstacles.flatMap(resultsOf));
  makeLinks(
    made.map((name) => join(folder, name)),
    folder,
    program,
  );
  return { made, kept: names.filter((name) => !made.includes(name)) };
}

function obstacle(path: string, replaces: boolean): KrmError | undefined {
  const found = withFile(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (found?.isDirectory() === true) return fileError(path, 'file-exists', 'is a folder; nothing was linked');
  if (found === undefined || replaces) return undefined;
  return fileError(
    path,
    'file-exists',
    'already exists, and is not a link to this program; nothing was linked: pass `--force` to replace it',
  );
}

/** Creates links, and keeps the replaced files until all are created. Undoes everything on an error. */
function makeLinks(paths: readonly string[], folder: string, program: string): void {
  const undo: (() => void)[] = [];
  const replaced: string[] = [];
  try {
    const made = withFile(folder, () => mkdirSync(folder, { recursive: true }));
    if (made !== undefined) undo.push(() => rmSync(made, { recursive: true }));
    for (const path of paths) {
      withFile(path, () => {
        if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
          const aside = join(folder, temporaryName());
          renameSync(path, aside);
          replaced.push(aside);
          undo.push(() => renameSync(aside, path));
        }
        symlinkSync(program, path);
        undo.push(() => rmSync(path));
      });
    }
  } catch (error) {
    for (const act of undo.toReversed()) act();
    throw error;
  }
  for (const path of replaced) rmSync(path);
}
