import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callGit } from '../../git/git.ts';
import { findObjects } from '../../git/stored-objects.ts';

/** Returns the sides of the merge that is not committed yet; none without one. */
export function sidesOfOpenMerge(gitDir: string, head: string | undefined): readonly string[] {
  const file = join(gitDir, 'MERGE_HEAD');
  if (head === undefined || !existsSync(file)) return [];
  return [head, ...readFileSync(file, 'utf8').trim().split('\n')];
}

/** Returns the commit at which two branches parted; undefined if they have none in common. `root`: top folder of the git repository. */
export function mergeBase(root: string, one: string, other: string): string | undefined {
  const { stdout, status } = callGit(['merge-base', one, other], { folder: root });
  return status === 0 ? stdout.toString().trim() : undefined;
}

/** Returns the ids of files in commits, by `COMMIT:PATH`. */
export function blobsAt(root: string, names: readonly string[]): ReadonlyMap<string, string> {
  const objects = findObjects({ folder: root }, names);
  return new Map(
    names.flatMap((name, index) => {
      const { kind, id } = objects[index] ?? {};
      return kind === 'blob' && id !== undefined ? [[name, id] as const] : [];
    }),
  );
}

/** Returns the ids of the files that a folder had in the last commit with it: with edits since the last apply. None in a shallow clone without it. */
export function lastFiles(root: string, folder: string): ReadonlyMap<string, string> {
  const now = committedIds(root, 'HEAD', folder);
  if (now.size > 0) return now;
  const { stdout } = callGit(['log', '-1', '--format=%H', '--', folder], { folder: root });
  const commit = stdout.toString().trim();
  return commit === '' ? new Map() : committedIds(root, `${commit}^`, folder);
}

function committedIds(root: string, commit: string, folder: string): ReadonlyMap<string, string> {
  const { stdout, status } = callGit(['ls-tree', '-r', '-z', commit, '--', `${folder}/`], { folder: root });
  const entries = status === 0 ? stdout.toString().split('\0') : [];
  return new Map(
    entries.flatMap((entry) => {
      const [, id, path] = /^100\d{3} blob ([\da-f]+)\t(.*)$/s.exec(entry) ?? [];
      return id === undefined || path === undefined ? [] : [[path.slice(folder.length + 1), id] as const];
    }),
  );
}
