import { joinPath } from '../../files/index.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import type { LocalPackage, Tree } from '../ports.ts';

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
export function lockMerges(tree: Tree, merged: MergedFolder): readonly LockMerge[] {
  const path = lockFile(merged.folder);
  const paths = [path, ...pathsOf(merged).map((each) => joinPath(merged.folder, each))];
  const merges = new Set(paths.flatMap((each) => tree.history.of(each).flatMap(mergeOf)));
  const all = [
    ...(tree.openMerge.length === 0 ? [] : [{ commit: undefined, sides: tree.openMerge }]),
    ...[...merges].flatMap((commit) => tree.history.mergesUpTo(commit)),
  ];
  const own = lockId(tree, merged);
  const commits = all.flatMap(({ commit, sides }) => [...sides, ...(commit === undefined ? [] : [commit])]);
  const ids = tree.idsAt(commits.map((commit) => `${commit}:${path}`));
  const sideAt = (commit: string): LockSide => ({ commit, id: ids.get(`${commit}:${path}`) });
  return all.flatMap(({ commit, sides }) =>
    commit !== undefined && sideAt(commit).id !== own ? [] : [{ commit, sides: sides.map(sideAt) }],
  );
}

/** Returns the id of the lock of a folder. */
export function lockId({ objects }: Tree, { lockText }: Pick<MergedFolder, 'lockText'>): string {
  return objects.idOf(lockText.replaceAll('\r\n', '\n'));
}

function pathsOf({ paths, local }: MergedFolder): readonly string[] {
  return [...new Set([...paths, ...local.stored.keys()])];
}

function mergeOf({ commit, isMerge }: { readonly commit: string; readonly isMerge: boolean }): readonly string[] {
  return isMerge ? [commit] : [];
}

/** Returns the commit at which two branches parted, with its lock of a folder; undefined if they have none in common. */
export function partingOf(
  tree: Tree,
  folder: string,
  [ours, theirs]: readonly [LockSide, LockSide],
): LockSide | undefined {
  const commit = tree.mergeBase(ours.commit, theirs.commit);
  if (commit === undefined) return undefined;
  const name = `${commit}:${lockFile(folder)}`;
  return { commit, id: tree.idsAt([name]).get(name) };
}

/** Returns the ids of the files of a folder in a commit. */
export function filesAt(tree: Tree, commit: string, merged: MergedFolder): ReadonlyMap<string, string> {
  const names = pathsOf(merged).map((path) => [path, `${commit}:${joinPath(merged.folder, path)}`] as const);
  const ids = tree.idsAt(names.map(([, name]) => name));
  return new Map(
    names.flatMap(([path, name]) => {
      const id = ids.get(name);
      return id === undefined ? [] : [[path, id] as const];
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
export function takenSides(tree: Tree, merged: MergedFolder): readonly TakenSides[] {
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
export function textOfLock({ objects }: Tree, id: string | undefined): string {
  return id === undefined ? '' : String(objects.read([id]).get(id) ?? '');
}
