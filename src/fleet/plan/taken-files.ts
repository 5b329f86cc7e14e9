import { joinLocks, lockText, readLock, type JoinedLocks, type LockTree, type VariantLock } from '../index.ts';
import { filesAt, lockId, lockMerges, partingOf, takenSides, textOfLock, type MergedFolder } from './merge-sides.ts';
import type { LockedFolder } from './other-applies.ts';
import { leftBy, leftTree, WholeFiles, type LeftBy } from './whole-files.ts';
import type { Tree } from '../ports.ts';

/** Joined locks, and what the folder had with each of them. */
export interface LeftLocks {
  readonly locks: JoinedLocks;
  readonly left: LeftBy;
}

/** Locks of branches that git merged, if the folder has files of the branch whose lock git did not take. */
export interface TakenFiles extends LeftLocks {
  readonly has: (path: string) => boolean;
}

/**
 * Finds files that people took as a whole from a branch that had derived nothing new, such as by `git checkout --ours FILE`: git took the lock of the
 * other branch, whose changes these files lack. Returns undefined if there are none.
 */
export function takenFiles(tree: Tree, locked: LockedFolder): TakenFiles | undefined {
  const { lock, local } = locked;
  const known = new Map(lock.files.map((file) => [file.path, [file.derived?.id, file.folder?.id]]));
  const changed = [...local.stored].filter(([path, { id }]) => known.get(path)?.includes(id) !== true);
  if (changed.length === 0) return undefined;
  const merged = { ...locked, paths: [...known.keys()] };
  const whole = new WholeFiles(local, tree.objects);
  for (const { own, other, before } of takenSides(tree, merged)) {
    const [base, ours, theirs] = [before, own, other].map(({ id }) => textOfLock(tree, id)) as [string, string, string];
    if (joinLocks({ base, ours, theirs })?.text !== ours) continue;
    const locks = { base: treeOf(base), ours: treeOf(ours), theirs: treeOf(theirs) };
    const sides = [before, own, other].map(({ id, commit }) => [id, filesAt(tree, commit, merged)] as const);
    const left = leftIn(tree, new Map(sides));
    const branches = leftTree(locks, left);
    const has = (path: string): boolean => whole.sideOf(branches, path) === 'theirs';
    if (changed.some(([path]) => has(path))) return { locks, left, has };
  }
  return undefined;
}

function treeOf(text: string): LockTree {
  const read = readLock(text);
  return read.kind === 'valid' || read.kind === 'joined' ? read : undefined;
}

/** Returns what the folder had with each of joined locks: in the commits that git merged or, if these are not known, after the apply. */
export function leftInMerges(tree: Tree, merged: MergedFolder): LeftBy {
  const files = new Map<string | undefined, ReadonlyMap<string, string>>();
  for (const { sides } of lockMerges(tree, merged)) {
    const [ours, theirs] = sides;
    const before = ours && theirs && partingOf(tree, merged.folder, [ours, theirs]);
    for (const side of before === undefined ? [] : [before, ...sides])
      if (side.id !== lockId(tree, merged) && !files.has(side.id))
        files.set(side.id, filesAt(tree, side.commit, merged));
  }
  return leftIn(tree, files);
}

function leftIn({ objects }: Tree, files: ReadonlyMap<string | undefined, ReadonlyMap<string, string>>): LeftBy {
  return (lock: VariantLock) => files.get(objects.idOf(lockText(lock))) ?? leftBy(lock);
}
