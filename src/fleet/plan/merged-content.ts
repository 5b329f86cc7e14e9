import { type FolderContent, isSameContent } from '../../files/index.ts';
import { isWindows, type MergedFile, withWindowsLineEnds } from '../../package/index.ts';
import type { LocalPackage } from '../ports.ts';

/** Returns a merged file with the contents on the disk: a text keeps its line ends there. */
export function onDisk(file: MergedFile, local: LocalPackage): MergedFile {
  const disk = local.onDisk.get(file.path);
  if (disk === file.before || typeof disk !== 'string') return file;
  const after = typeof file.after === 'string' && isWindows(disk) ? withWindowsLineEnds(file.after) : file.after;
  return { ...file, before: disk, after: file.after === file.before ? disk : after };
}

/** Returns the package that merged files are. */
export function contentOf(files: readonly MergedFile[]): FolderContent {
  const kept = files.filter(({ after }) => after !== undefined);
  return {
    files: new Map(kept.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]))),
    executables: new Set(kept.filter(({ isExecutable }) => isExecutable).map(({ path }) => path)),
  };
}

/** Counts the files that differ in content or mode. */
export function editedFiles(base: FolderContent, local: FolderContent): number {
  const isEdited = (path: string): boolean =>
    !isSameContent(base.files.get(path), local.files.get(path)) ||
    base.executables.has(path) !== local.executables.has(path);
  return [...new Set([...base.files.keys(), ...local.files.keys()])].filter(isEdited).length;
}
