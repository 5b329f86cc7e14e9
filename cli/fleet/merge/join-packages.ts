import { mergePackages, type Answer, type Conflict } from '../../../src/merge/index.ts';
import type { FolderContent } from '../../package/whole-folder.ts';

/** Differences between branches are conflicts rather than decided in favor of one of them. */
export const STRICT = { kptfile: 'plain', onDelete: 'conflict', onComment: 'conflict', onAdd: 'conflict' } as const;

/** Package of a side that lacks the variant. */
export const NO_FILES: FolderContent = { files: new Map(), executables: new Set() };

/** Merges packages of two branches. */
export function joinPackages(
  { base, theirs, local }: Readonly<Record<'base' | 'theirs' | 'local', FolderContent>>,
  answer: (conflict: Conflict) => Answer,
): FolderContent {
  const packages = { base: base.files, theirs: theirs.files, local: local.files };
  const { files } = mergePackages(packages, { ...STRICT, answer });
  return { files, executables: mergedExecutables([...files.keys()], { base, theirs, local }) };
}

function mergedExecutables(
  paths: readonly string[],
  { base, theirs, local }: Readonly<Record<'base' | 'theirs' | 'local', FolderContent>>,
): ReadonlySet<string> {
  const isExecutable = (path: string): boolean => {
    const own = local.executables.has(path);
    return own === base.executables.has(path) ? theirs.executables.has(path) : own;
  };
  return new Set(paths.filter(isExecutable));
}
