import type { VariantLock } from '../index.ts';
import { storedFiles } from './lock-state.ts';
import type { Tree } from '../ports.ts';

/** Ids of the files of a folder by their paths, without the modes, which some copies lose. */
type FileIds = ReadonlyMap<string, string>;

/** Returns a text that only folders with the same files have. */
export function idsText(ids: FileIds): string {
  return [...ids]
    .map(([path, id]) => `${id} ${path}\0`)
    .toSorted()
    .join('');
}

/** Returns the files that a folder has now. */
export function idsIn(tree: Tree, folder: string): FileIds {
  return new Map(storedFiles(tree, folder).map(([path, { id = '' }]) => [path, id]));
}

/** Returns the files that a folder had after the last apply. */
export function lockedIds({ files }: Pick<VariantLock, 'files'>): FileIds {
  return new Map(files.flatMap(({ path, folder }) => (folder === undefined ? [] : [[path, folder.id] as const])));
}
