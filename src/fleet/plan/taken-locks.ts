import { type FolderContent, isSameContent, joinPath } from '../../files/index.ts';
import { readLock, type VariantLock } from '../index.ts';
import { takenLock } from '../messages/merge.ts';
import { KrmError, type Result } from '../../krm/index.ts';
import { mergePackages, type PackageFiles } from '../../merge/index.ts';
import { KEEP_LOCAL } from '../../upstream/index.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import { joinPackages, NO_FILES } from './join-packages.ts';
import { filesAt, lockId, takenSides, textOfLock, type MergedFolder, type TakenSides } from './merge-sides.ts';
import type { LockedFolder } from './other-applies.ts';
import { leftBy } from './whole-files.ts';
import type { Tree } from '../ports.ts';

/** A merge of git that took the lock of one side, although the other side had applied, too. */
interface TakenLock {
  /** Undefined if it is not committed yet. */
  readonly commit: string | undefined;
  /** Lock of the other side, and its commit. */
  readonly other: LockAt;
  /** Lock before the sides parted. */
  readonly before: LockAt;
}

interface LockAt {
  readonly commit: string;
  /** Undefined if the commit has none. */
  readonly lock: VariantLock | undefined;
}

/** Packages of a folder to compare. */
interface TakenPackages {
  /** Reads what was derived when a lock was written, as far as it can be had. */
  readonly read: (lock: VariantLock) => Promise<FolderContent>;
  /** Derived now; undefined if that does not matter. */
  readonly now: PackageFiles | undefined;
}

/**
 * Throws a `KrmError` if a merge took the lock of one side, and files of the folder have lines that the other side's apply brought: they are not edits
 * of people. Lines that are derived now do no harm. Reads nothing unless a merge changed an edited file, or the lock.
 */
export async function refuseTakenLocks(tree: Tree, locked: LockedFolder, { read, now }: TakenPackages): Promise<void> {
  const { folder, lock, local } = locked;
  const merged = { ...locked, paths: lock.files.map(({ path }) => path) };
  const taken = takenLocks(tree, locked, merged);
  if (taken.length === 0) return;
  const own = await read(lock);
  const errors: Result[] = [];
  for (const merge of taken) {
    const [theirs, base] = [await contentAt(merge.other, read), await contentAt(merge.before, read)];
    const both = joinPackages({ base, theirs, local: own }, () => 'local').files;
    const atMerge = merge.commit === undefined ? local.files : textsAt(tree, merge.commit, merged);
    const paths = otherLines({ own: own.files, both, now: undefined }, atMerge);
    const left = otherLines({ own: own.files, both, now }, local.files);
    const found = paths.filter((path) => left.includes(path));
    errors.push(...found.map((path) => takenError(joinPath(folder, path), lockFile(folder), merge)));
  }
  if (errors.length > 0) throw new KrmError(errors);
}

/** Returns the files of a folder with changes that only the other side derived, and that are not derived now. */
function otherLines(
  {
    own,
    both,
    now,
  }: { readonly own: PackageFiles; readonly both: PackageFiles; readonly now: PackageFiles | undefined },
  local: PackageFiles,
): readonly string[] {
  const without = mergePackages({ base: both, theirs: own, local }, KEEP_LOCAL).files;
  const into = (files: PackageFiles): PackageFiles =>
    now === undefined ? files : mergePackages({ base: own, theirs: now, local: files }, KEEP_LOCAL).files;
  const [kept, left] = [into(local), into(without)];
  return [...new Set([...kept.keys(), ...left.keys()])].filter(
    (path) => !isSameContent(kept.get(path), left.get(path)),
  );
}

/** Returns the texts of the files of a folder as a commit has them. */
function textsAt(tree: Tree, commit: string, merged: MergedFolder): PackageFiles {
  const ids = filesAt(tree, commit, merged);
  const texts = tree.objects.read(ids.values());
  return new Map(
    [...ids].flatMap(([path, id]) => {
      const text = texts.get(id);
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
}

async function contentAt({ lock }: LockAt, read: TakenPackages['read']): Promise<FolderContent> {
  return lock === undefined ? NO_FILES : await read(lock);
}

function takenError(path: string, lock: string, { other, before }: TakenLock): Result {
  const at = ({ commit, lock: found }: LockAt) => ({ commit: commit.slice(0, 12), hasLock: found !== undefined });
  const message = takenLock(lock, at(other), at(before));
  return { severity: 'error', code: 'lock-mismatch', message, file: { path, index: 0 } };
}

/** Returns the merges since the lock was written that took it from one of their sides. */
function takenLocks(tree: Tree, { lock, local }: LockedFolder, merged: MergedFolder): readonly TakenLock[] {
  const left = leftBy(lock);
  const isEdited = left.size !== local.stored.size || [...local.stored].some(([path, { id }]) => left.get(path) !== id);
  return isEdited
    ? takenSides(tree, merged).flatMap((sides) =>
        droppedLock(tree, sides, lockId(tree, merged)).map((each) => ({ commit: sides.commit, ...each })),
      )
    : [];
}

/** Returns the lock that a merge dropped; none unless both sides changed the lock. */
function droppedLock(tree: Tree, { other, before }: TakenSides, own: string): readonly Omit<TakenLock, 'commit'>[] {
  if (before.id === own || before.id === other.id) return [];
  const [dropped, old] = [other, before].map(({ id }) => readLock(textOfLock(tree, id)));
  if (dropped?.kind !== 'valid' || (before.id !== undefined && old?.kind !== 'valid')) return [];
  return [
    {
      other: { commit: other.commit, lock: dropped.lock },
      before: { commit: before.commit, lock: old?.kind === 'valid' ? old.lock : undefined },
    },
  ];
}
