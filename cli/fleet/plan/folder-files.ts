import type { VariantLock } from '../../../src/fleet/index.ts';
import { callGit } from '../../git/git.ts';
import { storedFiles } from './lock-state.ts';
import type { WorkTree } from '../store/work-tree.ts';

/** Ids of the files of a folder by their paths, without the modes, which some copies lose. */
type FileIds = ReadonlyMap<string, string>;

/** Returns a text that only folders with the same files have. */
export function textOf(ids: FileIds): string {
  return [...ids]
    .map(([path, id]) => `${id} ${path}\0`)
    .toSorted()
    .join('');
}

/** Returns the files that a folder has now. */
export function idsIn(tree: WorkTree, folder: string): FileIds {
  return new Map(storedFiles(tree, folder).map(([path, { id = '' }]) => [path, id]));
}

/** Returns the files that a folder had after the last apply. */
export function lockedIds({ files }: Pick<VariantLock, 'files'>): FileIds {
  return new Map(files.flatMap(({ path, folder }) => (folder === undefined ? [] : [[path, folder.id] as const])));
}

/** Returns the files that a folder had in the last commit with it: with edits since the last apply. None in a shallow clone without it. */
export function lastIds(root: string, folder: string): FileIds {
  const now = committedIds(root, 'HEAD', folder);
  if (now.size > 0) return now;
  const { stdout } = callGit(['log', '-1', '--format=%H', '--', folder], { folder: root });
  const commit = stdout.toString().trim();
  return commit === '' ? new Map() : committedIds(root, `${commit}^`, folder);
}

function committedIds(root: string, commit: string, folder: string): FileIds {
  const { stdout, status } = callGit(['ls-tree', '-r', '-z', commit, '--', `${folder}/`], { folder: root });
  const entries = status === 0 ? stdout.toString().split('\0') : [];
  return new Map(
    entries.flatMap((entry) => {
      const [, id, path] = /^100\d{3} blob ([\da-f]+)\t(.*)$/s.exec(entry) ?? [];
      return id === undefined || path === undefined ? [] : [[path.slice(folder.length + 1), id] as const];
    }),
  );
}
