import { byteOrder } from '../byte-order.ts';
import { type FileContent, type FolderContent, foldersAbove, isSameContent } from '../files/index.ts';
import { KrmError, type Result } from '../krm/index.ts';
import type { ContentChange } from './change.ts';

/** A file of a merge, with its content in the local folder and in the merged package. */
export interface MergedFile extends ContentChange {
  readonly isExecutable: boolean;
  readonly wasExecutable: boolean;
}

/** Folders of the three versions. */
export interface Folders<Local extends FolderContent = FolderContent> {
  readonly base: FolderContent;
  readonly theirs: FolderContent;
  readonly local: Local;
}

/** Returns all files of the local folder and of the merged package, in byte order of their paths. */
export function mergedFiles(folders: Folders, merged: ReadonlyMap<string, FileContent>): readonly MergedFile[] {
  const { local } = folders;
  const paths = [...new Set([...local.files.keys(), ...merged.keys()])].toSorted(byteOrder);
  return paths.map((path) => ({
    path,
    before: local.files.get(path),
    after: merged.get(path),
    isExecutable: isExecutable(path, folders),
    wasExecutable: local.executables.has(path),
  }));
}

/** Throws a `KrmError` for each path of a file in the merged package that is a folder of other files. */
export function checkPaths(files: readonly MergedFile[]): void {
  const paths = files.flatMap(({ path, after }) => (after === undefined ? [] : [path]));
  const all = new Set(paths);
  const held = new Map(paths.flatMap((path) => foldersAbove(path).map((folder) => [folder, path] as const)));
  const errors = [...held].flatMap(([folder, path]): readonly Result[] => {
    if (!all.has(folder)) return [];
    const message = `must be a file or a folder, but the merged package has ${path} in it: rename one in LOCAL or NEW`;
    return [{ severity: 'error', code: 'place-taken', message, file: { path: folder, index: 0 } }];
  });
  if (errors.length > 0) throw new KrmError(errors);
}

/** Merges whether a file is executable: as in the side that changed this, or the only side with the file. */
function isExecutable(path: string, { base, theirs, local }: Folders): boolean {
  const [before, after] = [base.executables.has(path), theirs.executables.has(path)];
  if (!local.files.has(path)) return after;
  const isChanged = base.files.has(path) && theirs.files.has(path) && before !== after;
  return isChanged ? after : local.executables.has(path);
}

/** Reports whether a merge changes the content of a file, or whether it is executable. */
export function isMergeChange({ before, after, isExecutable: isNow, wasExecutable }: MergedFile): boolean {
  return !isSameContent(before, after) || (after !== undefined && isNow !== wasExecutable);
}

/** Reports whether a merge changes only whether a file is executable. */
export function isModeChange(file: MergedFile): boolean {
  return isMergeChange(file) && isSameContent(file.before, file.after);
}
