import type { FileContent, FolderContent } from '../../files/index.ts';
import { mergePackages, type Answer, type Conflict } from '../../merge/index.ts';

/** Differences between branches are conflicts rather than decided in favor of one of them. */
export const STRICT = { kptfile: 'plain', onDelete: 'conflict', onComment: 'conflict', onAdd: 'conflict' } as const;

/** Package of a side that lacks the variant. */
export const NO_FILES: FolderContent = { files: new Map(), executables: new Set() };

type PackageSides = Readonly<Record<'base' | 'theirs' | 'local', FolderContent>>;

/** Merges packages of two branches. `answer`: returns the version to take for a conflict. */
export type Join = (sides: PackageSides, answer: (conflict: Conflict) => Answer) => FolderContent;

/** Follows resources into other files, as git does if it follows renames. */
export const joinPackages: Join = ({ base, theirs, local }, answer) => {
  const packages = { base: base.files, theirs: theirs.files, local: local.files };
  const { files } = mergePackages(packages, { ...STRICT, answer });
  return { files, executables: mergedExecutables([...files.keys()], { base, theirs, local }) };
};

/** Merges each file by itself, as git does if it follows no renames. */
export const joinFiles: Join = ({ base, theirs, local }, answer) => {
  const sides = [base, theirs, local];
  const paths = new Set(sides.flatMap(({ files }) => [...files.keys()]));
  const files = new Map<string, FileContent>();
  for (const path of paths) {
    const only = (side: FolderContent): FolderContent => {
      const content = side.files.get(path);
      return { ...NO_FILES, files: new Map(content === undefined ? [] : [[path, content]]) };
    };
    const merged = joinPackages({ base: only(base), theirs: only(theirs), local: only(local) }, answer);
    for (const [each, content] of merged.files) files.set(each, content);
  }
  return { files, executables: mergedExecutables([...files.keys()], { base, theirs, local }) };
};

function mergedExecutables(paths: readonly string[], { base, theirs, local }: PackageSides): ReadonlySet<string> {
  const isExecutable = (path: string): boolean => {
    const own = local.executables.has(path);
    return own === base.executables.has(path) ? theirs.executables.has(path) : own;
  };
  return new Set(paths.filter(isExecutable));
}
