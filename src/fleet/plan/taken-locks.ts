import { type FolderContent, isSameContent, joinPath } from '../../files/index.ts';
import { KrmError, type Result } from '../../krm/index.ts';
import { mergePackages, type PackageFiles } from '../../merge/index.ts';
import { KEEP_LOCAL } from '../../upstream/index.ts';
import { type JoinedLocks, joinLocks, lockText, type LockTree, readLock, type VariantLock } from '../index.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import { takenLock } from '../messages/merge.ts';
import type { LocalPackage, Tree } from '../ports.ts';
import type { LockedFolder } from './lock-state.ts';
import { leftBy, type LeftBy, leftTree, WholeFiles, joinPackages, NO_FILES } from './whole-files.ts';

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
 * Throws a `KrmError` if a merge took the lock of one side, and files of the folder have lines that the other side's
 * apply brought: they are not edits of people. Lines that are derived now do no harm. Reads nothing unless a merge
 * changed an edited file, or the lock.
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

/** Joined locks, and what the folder had with each of them. */
export interface LeftLocks {
  readonly locks: JoinedLocks;
  readonly left: LeftBy;
}

/** Locks of branches that git merged, if the folder has files of the branch whose lock git did not take. */
interface TakenFiles extends LeftLocks {
  readonly has: (path: string) => boolean;
}

/**
 * Finds files that people took as a whole from a branch that had derived nothing new, such as by `git checkout --ours
 * FILE`: git took the lock of the other branch, whose changes these files lack. Returns undefined if there are none.
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

/**
 * Returns what the folder had with each of joined locks: in the commits that git merged or, if these are not known,
 * after the apply.
 */
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

/** Folder of a variant, and the paths of its files that count. */
interface MergedFolder {
  readonly folder: string;
  readonly lockText: string;
  readonly local: LocalPackage;
  /** Paths in its lock, or its locks. */
  readonly paths: readonly string[];
}

/** A merge of git, and the locks of a folder in it. */
interface LockMerge {
  /** Undefined if it is not committed yet. */
  readonly commit: string | undefined;
  readonly sides: readonly LockSide[];
}

/** A commit, and the lock of a folder there. */
interface LockSide {
  readonly commit: string;
  /** Undefined if the commit has no lock. */
  readonly id: string | undefined;
}

/** Returns the merges that changed a folder or its lock, and kept the lock or made it, the newest first. */
function lockMerges(tree: Tree, merged: MergedFolder): readonly LockMerge[] {
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
function lockId({ objects }: Tree, folder: Pick<MergedFolder, 'lockText'>): string {
  return objects.idOf(folder.lockText.replaceAll('\r\n', '\n'));
}

function pathsOf({ paths, local }: MergedFolder): readonly string[] {
  return [...new Set([...paths, ...local.stored.keys()])];
}

function mergeOf({ commit, isMerge }: { readonly commit: string; readonly isMerge: boolean }): readonly string[] {
  return isMerge ? [commit] : [];
}

/**
 * Returns the commit at which two branches parted, with its lock of a folder; undefined if they have none in common.
 */
function partingOf(tree: Tree, folder: string, [ours, theirs]: readonly [LockSide, LockSide]): LockSide | undefined {
  const commit = tree.mergeBase(ours.commit, theirs.commit);
  if (commit === undefined) return undefined;
  const name = `${commit}:${lockFile(folder)}`;
  return { commit, id: tree.idsAt([name]).get(name) };
}

/** Returns the ids of the files of a folder in a commit. */
function filesAt(tree: Tree, commit: string, merged: MergedFolder): ReadonlyMap<string, string> {
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
interface TakenSides {
  readonly commit: string | undefined;
  /** Side with the lock of the folder. */
  readonly own: LockSide;
  readonly other: LockSide;
  /** Commit at which they parted. */
  readonly before: LockSide;
}

/** Returns the merges that took the lock of one side, although the other side had another one. */
function takenSides(tree: Tree, merged: MergedFolder): readonly TakenSides[] {
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
function textOfLock({ objects }: Tree, id: string | undefined): string {
  return id === undefined ? '' : String(objects.read([id]).get(id) ?? '');
}
