import { readFileSync } from 'node:fs';
import { workingFolder } from '../process/host-folders.ts';
import { join, relative } from '../process/host-paths.ts';
import { contentOf, type FileContent } from '../../src/files/index.ts';
import { workTreeOf, type WorkTreePlace } from '../git/work-tree.ts';
import { withFile } from '../package/file-error.ts';
import { fileError } from '../../src/krm/index.ts';
import { FILE_NEEDED, NO_UPDATE, updateElsewhere } from '../../src/messages/updates.ts';
import { resolveFolder } from '../package/folder-files.ts';
import { isWithin } from '../package/is-within.ts';
import { readUpdate, type UnfinishedUpdate } from './update-state.ts';
import { entryAt } from '../package/entry-at.ts';

/** An unfinished update, and its package. */
export interface OpenUpdate extends UnfinishedUpdate {
  readonly tree: WorkTreePlace;
  /** Absolute folder of the package. */
  readonly root: string;
  /** Folder of the package for people: as given or, if another one is given, relative to the current one. */
  readonly named: string;
}

/**
 * Finds the unfinished update of the work tree that a folder is in. Throws a `KrmError` if there is none, or if the
 * folder is neither its package, nor in or around it.
 */
export function openUpdate(folder: string): OpenUpdate {
  const place = resolveFolder(folder);
  const tree = workTreeOf(place);
  const update = tree === undefined ? undefined : readUpdate(tree);
  if (tree === undefined || update === undefined) throw fileError(folder, 'no-update', NO_UPDATE);
  const root = join(tree.root, update.folder);
  const named = place === root ? folder : relative(workingFolder(), root) || '.';
  if (!isWithin(place, root) && !isWithin(root, place)) throw fileError(folder, 'no-update', updateElsewhere(named));
  return { ...update, tree, root, named };
}

/** A file on the disk. */
export interface CurrentFile {
  readonly content: FileContent;
  /** True if its owner can execute it. */
  readonly isExecutable: boolean;
}

/** Reads a file; undefined if there is none. Throws a `KrmError` if it is a folder or a symbolic link. */
export function currentFile(root: string, path: string): CurrentFile | undefined {
  const file = join(root, path);
  return withFile(path, () => {
    const stats = entryAt(file);
    if (stats === undefined) return undefined;
    if (!stats.isFile()) throw fileError(path, 'file-changed', FILE_NEEDED);
    return { content: contentOf(readFileSync(file)), isExecutable: (stats.mode & 0o100) !== 0 };
  });
}
