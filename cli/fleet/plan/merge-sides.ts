import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinPath } from '../../../src/files/index.ts';
import { callGit, git } from '../../git/git.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import type { WorkTree } from '../store/work-tree.ts';
import type { LocalPackage, Merge } from '../ports.ts';

/** Folder of a variant, and the paths of its files that count. */
export interface MergedFolder {
  readonly folder: string;
  readonly lockText: string;
  readonly local: LocalPackage;
  /** Paths in its lock, or its locks. */
  readonly paths: readonly string[];
}

/** A merge of git, and the locks of a folder in it. */
export interface LockMerge {
  /** Undefined if it is not committed yet. */
  readonly commit: string | undefined;
  readonly sides: readonly LockSide[];
}

/** A commit, and the lock of a folder there. */
export interface LockSide {
  readonly commit: string;
  /** Undefined if the commit has no lock. */
  readonly id: string | undefined;
}

/** Returns the merges that changed a folder or its lock, and kept the lock or made it, the newest first. */
export function lockMerges(tree: WorkTree, merged: MergedFolder): readonly LockMerge[] {
  const path = lockFile(merged.folder);
  const paths = [path, ...pathsOf(merged).map((each) => joinPath(merged.folder, each))];
  const merges = new Set(paths.flatMap((each) => tree.history.of(each).flatMap(mergeOf)));
  const all = [...mergeInProgress(tree), ...[...merges].flatMap((commit) => tree.history.mergesUpTo(commit))];
  const own = lockId(tree, merged);
  const commits = all.flatMap(({ commit, sides }) => [...sides, ...(commit === undefined ? [] : [commit])]);
  const ids = blobsAt(
    tree,
    commits.map((commit) => `${commit}:${path}`),
  );
  const sideAt = (commit: string): LockSide => ({ commit, id: ids.get(`${commit}:${path}`) });
  return all.flatMap(({ commit, sides }) =>
    commit !== undefined && sideAt(commit).id !== own ? [] : [{ commit, sides: sides.map(sideAt) }],
  );
}

/** Returns the id of the lock of a folder. */
export function lockId({ objects }: WorkTree, { lockText }: Pick<MergedFolder, 'lockText'>): string {
  return objects.idOf(lockText.replaceAll('\r\n', '\n'));
}

function pathsOf({ paths, local }: MergedFolder): readonly string[] {
  return [...new Set([...paths, ...local.stored.keys()])];
}

function mergeOf({ commit, isMerge }: { readonly commit: string; readonly isMerge: boolean }): readonly string[] {
  return isMerge ? [commit] : [];
}

/** A merge that is not committed yet. */
interface OpenMerge extends Pick<Merge, 'sides'> {
  readonly commit: undefined;
}

/** Returns the merge that is not committed yet. */
function mergeInProgress({ gitDir, head }: WorkTree): readonly OpenMerge[] {
  const file = join(gitDir, 'MERGE_HEAD');
  if (head === undefined || !existsSync(file)) return [];
  return [{ commit: undefined, sides: [head, ...readFileSync(file, 'utf8').trim().split('\n')] }];
}

/** Returns the commit at which two branches parted, with its lock of a folder; undefined if they have none in common. */
export function partingOf(
  tree: WorkTree,
  folder: string,
  [ours, theirs]: readonly [LockSide, LockSide],
): LockSide | undefined {
  const { stdout, status } = callGit(['merge-base', ours.commit, theirs.commit], { folder: tree.root });
  if (status !== 0) return undefined;
  const commit = stdout.toString().trim();
  const name = `${commit}:${lockFile(folder)}`;
  return { commit, id: blobsAt(tree, [name]).get(name) };
}

/** Returns the ids of the files of a folder in a commit. */
export function filesAt(tree: WorkTree, commit: string, merged: MergedFolder): ReadonlyMap<string, string> {
  const names = pathsOf(merged).map((path) => [path, `${commit}:${joinPath(merged.folder, path)}`] as const);
  const ids = blobsAt(
    tree,
    names.map(([, name]) => name),
  );
  return new Map(
    names.flatMap(([path, name]) => {
      const id = ids.get(name);
      return id === undefined ? [] : [[path, id] as const];
    }),
  );
}

/** Returns the ids of files in commits, by `COMMIT:PATH`. */
function blobsAt({ root }: WorkTree, names: readonly string[]): ReadonlyMap<string, string> {
  if (names.length === 0) return new Map();
  const args = ['cat-file', '--batch-check=%(objecttype) %(objectname)'];
  const lines = git(args, { folder: root, input: `${names.join('\n')}\n` })
    .toString()
    .split('\n');
  return new Map(
    names.flatMap((name, index) => {
      const [kind, id = ''] = (lines[index] ?? '').split(' ');
      return kind === 'blob' ? [[name, id] as const] : [];
    }),
  );
}

/** Branches of a merge that took the lock of one of them. */
export interface TakenSides {
  readonly commit: string | undefined;
  /** Side with the lock of the folder. */
  readonly own: LockSide;
  readonly other: LockSide;
  /** Commit at which they parted. */
  readonly before: LockSide;
}

/** Returns the merges that took the lock of one side, although the other side had another one. */
export function takenSides(tree: WorkTree, merged: MergedFolder): readonly TakenSides[] {
  const id = lockId(tree, merged);
  return lockMerges(tree, merged).flatMap(({ commit, sides }) => {
    const own = sides.find((side) => side.id === id);
    const other = sides.find((side) => side.id !== id && side.id !== undefined);
    if (own === undefined || other === undefined) return [];
    const before = partingOf(tree, merged.folder, [own, other]);
    return before === undefined ? [] : [{ commit, own, other, before }];
  });
}

/** Returns the text of a lock; '' for none. */
export function textOfLock({ objects }: WorkTree, id: string | undefined): string {
  return id === undefined ? '' : String(objects.read([id]).get(id) ?? '');
}
