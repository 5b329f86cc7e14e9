import { isTemporary, joinPath } from '../../files/index.ts';
import { groupBy } from '../../group-by.ts';
import { fileError, fileWarning, KrmError, type Result } from '../../krm/index.ts';
import { type LockedFile, locksIn, readLock, type ReadLock, type VariantLock } from '../index.ts';
import { checkOutCommand, LOCK_FOLDER, lockFile } from '../inputs/fleet-paths.ts';
import { LOCK_NEWER, otherApply, otherApplyOverlaid } from '../messages/merge.ts';
import { filesLeftBehind, notCheckedOut } from '../messages/places.ts';
import { type LocalPackage, specialKind, type StoredFile, type Tree } from '../ports.ts';
import { isSameRecord, upstreamText } from './variant-record.ts';

/** Lock of a variant in the work tree. */
export interface LockState {
  readonly path: string;
  readonly text: string;
  readonly read: Exclude<ReadLock, { readonly kind: 'newer' }>;
}

/**
 * Reads the lock of a folder; undefined if it has none. Throws a `KrmError` if it is not checked out, or of a later
 * version.
 */
export function readLockState(tree: Tree, folder: string): LockState | undefined {
  const path = lockFile(folder);
  if (tree.file(path)?.state === 'sparse')
    throw fileError(path, 'file-not-checked-out', notCheckedOut(checkOutCommand(LOCK_FOLDER)));
  const text = tree.textAt(path);
  if (text === undefined) return undefined;
  const read = readLock(text);
  if (read.kind === 'newer') throw fileError(path, 'lock-newer', LOCK_NEWER);
  return { path, text, read };
}

/** Reads the lock of a folder; undefined if it cannot be read. */
export function readableState(tree: Tree, folder: string): LockState | undefined {
  try {
    return readLockState(tree, folder);
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    return undefined;
  }
}

/**
 * Reports whether the folder of a variant has the files that its lock names, as far as git knows without reading them.
 */
export function isUntouched(tree: Tree, folder: string, { files }: VariantLock): boolean {
  const entries = storedFiles(tree, folder);
  const expected = new Map(files.flatMap((file) => (file.folder === undefined ? [] : [[file.path, file.folder]])));
  return (
    entries.length === expected.size &&
    entries.every(([path, { id, mode, state }]) => {
      const wanted = expected.get(path);
      return state !== 'unmerged' && wanted !== undefined && wanted.id === id && wanted.mode === mode;
    })
  );
}

/** Returns the files of a folder that count as parts of its package, by path. */
export function storedFiles(tree: Tree, folder: string): readonly (readonly [string, StoredFile])[] {
  return [...tree.filesBelow(folder)].filter(
    ([path, entry]) => !isTemporary(path.slice(path.lastIndexOf('/') + 1)) && specialKind(entry) === undefined,
  );
}

/**
 * Names the version of the upstream that a lock has, or those of joined locks; undefined if it is missing or damaged.
 */
export function versionText(state: LockState | undefined): string | undefined {
  const versions = new Set(locksOf(state).map(({ upstream }) => upstreamText(upstream)));
  return versions.size === 0 ? undefined : [...versions].join(' and ');
}

/**
 * Returns the lock that was read, of joined locks that of the first side; undefined if there is none, or it is damaged.
 */
export function lockOf(state: LockState | undefined): VariantLock | undefined {
  return locksOf(state)[0];
}

/** Returns the locks of all sides. */
function locksOf(state: LockState | undefined): readonly VariantLock[] {
  return state === undefined ? [] : locksIn(state.read);
}

/** Returns the paths that a lock names. */
export function pathsOf(state: LockState | undefined): readonly string[] {
  if (state?.read.kind === 'damaged') return [...state.read.ids.keys()];
  return [...new Set(locksOf(state).flatMap(({ files }) => files.map(({ path }) => path)))];
}

/** Returns the part of a lock that an apply does not change: where the variant was moved from. */
export function movedOf(state: LockState | undefined): Pick<VariantLock, 'moved'> {
  const moved = [...new Set(locksOf(state).flatMap((lock) => lock.moved ?? []))];
  return { ...(moved.length > 0 && { moved }) };
}

/**
 * Returns warnings about the folders that a variant was moved from and that have files again: git leaves those there
 * that another branch added or edited. `folder`: that of the variant.
 */
export function leftInOldFolder(tree: Tree, state: LockState | undefined, folder: string): readonly Result[] {
  const { moved = [] } = movedOf(state);
  return moved.flatMap((old) => (tree.has(lockFile(old)) ? [] : filesLeftIn(tree, old, folder)));
}

function filesLeftIn(tree: Tree, moved: string, folder: string): readonly Result[] {
  const paths = storedFiles(tree, moved).map(([path]) => path);
  if (paths.length === 0) return [];
  return [fileWarning(moved, 'variant-moved', filesLeftBehind(paths, folder))];
}

/** Reports whether a lock has a record already. */
export function isRecorded(state: LockState | undefined, record: VariantLock): boolean {
  return state?.read.kind === 'valid' && isSameRecord(state.read.lock, record);
}

/** Reports whether a lock has the results of the derivation with a version of the program. */
export function hasResults({ program, results }: VariantLock, version: string): boolean {
  return program === version && results !== undefined;
}

/** Maximum number of earlier locks of a variant to compare with. */
const MAX_LOCKS = 50;

/** A lock of a variant in the history of its repository. */
interface EarlierLock {
  readonly commit: string;
  readonly files: ReadonlyMap<string, LockedFile>;
}

/** The lock of a variant, with its folder. */
export interface LockedFolder {
  readonly folder: string;
  readonly lock: VariantLock;
  readonly lockText: string;
  readonly local: LocalPackage;
}

/**
 * Throws a `KrmError` if files of a folder have the text of another apply than the lock, since somebody restored,
 * reverted or committed only one of both: that is not an edit. `isCurrent`: reports whether a file is as it is derived
 * now.
 */
export function refuseOtherApplies(tree: Tree, state: LockedFolder, isCurrent: (path: string) => boolean): void {
  const { folder, lock, local } = state;
  const suspects = lock.files.filter(({ path, derived, folder: left }) => {
    const id = local.stored.get(path)?.id;
    // What this apply or adoption left is of it, even if an earlier apply had left the same.
    return derived !== undefined && id !== undefined && id !== derived.id && id !== left?.id && !isCurrent(path);
  });
  if (suspects.length === 0) return;
  const { others, age, derivedAt } = earlierLocks(tree, state);
  if (others.length === 0) return;
  const found = suspects.flatMap((file) => {
    const id = local.stored.get(file.path)?.id ?? '';
    const ages = tree.history.of(joinPath(folder, file.path)).flatMap((each) => (each.id === id ? each.age : []));
    const derived = ages.filter((each) => each > age).map((each) => derivedAt(each, file.path));
    const isOld = derived.length > 0 && !derived.flat().includes(file.derived?.id);
    const other = others.find(({ files }) => isTextOf(files.get(file.path), file, id, isOld));
    return other === undefined ? [] : [{ path: joinPath(folder, file.path), other }];
  });
  const results = otherResults(tree, folder, found);
  if (results.length > 0) throw new KrmError(results);
}

/** File with the text of another apply, and the lock of that. */
interface OtherText {
  readonly path: string;
  readonly other: EarlierLock;
}

/** Returns one error for the files of the work tree, and one for each `--with` that has such a file. */
function otherResults(tree: Tree, folder: string, found: readonly OtherText[]): readonly Result[] {
  const groups = groupBy(found, ({ path }) => {
    const replacement = tree.replacementAt(path);
    return replacement === undefined ? undefined : otherApplyOverlaid(replacement);
  });
  const inFolder = ({ path, other }: OtherText) => ({
    path: path.slice(folder.length + 1),
    commit: other.commit.slice(0, 12),
  });
  return Array.from(groups, ([overlaid, files]) => {
    const [first] = files;
    const path = files.length === 1 && first !== undefined ? first.path : folder;
    const message = overlaid ?? otherApply({ folder, lock: lockFile(folder) }, files.map(inFolder));
    return { severity: 'error', code: 'lock-mismatch', message, file: { path, index: 0 } };
  });
}

/**
 * Reports whether a file with this id is what another apply made of it. `isOld`: the folder had it with earlier locks,
 * for which it was derived differently.
 */
function isTextOf(other: LockedFile | undefined, own: LockedFile, id: string, isOld: boolean): boolean {
  if (other?.derived === undefined || other.derived.id === own.derived?.id) return false;
  // Its own apply left this text, too: it kept the edits of people.
  if (own.folder?.id === id) return false;
  return isOld || other.derived.id === id || other.folder?.id === id;
}

/** Locks of a variant in the history of its repository. */
interface EarlierLocks {
  /** Those that differ from its own, the newest first. */
  readonly others: readonly EarlierLock[];
  /** Number of commits since its own; -1 if that is not committed. */
  readonly age: number;
  /** Returns the ids of what had been derived of a file that many commits ago: one, unless the lock was joined then. */
  readonly derivedAt: (age: number, path: string) => readonly (string | undefined)[];
}

function earlierLocks(tree: Tree, { folder, lock, lockText }: LockedFolder): EarlierLocks {
  const own = tree.objects.idOf(lockText.replaceAll('\r\n', '\n'));
  const changes = tree.history.of(lockFile(folder));
  const [newest] = changes;
  const ids = [...new Set(changes.flatMap(({ id }) => (id === undefined || id === own ? [] : [id])))];
  const texts = tree.objects.read(ids.slice(0, MAX_LOCKS));
  const filesOf = new Map([[own, [byPath(lock)]]]);
  const others = ids.flatMap((id): readonly EarlierLock[] => {
    const read = readLock(String(texts.get(id) ?? ''));
    filesOf.set(id, locksIn(read).map(byPath));
    const { commit = '' } = changes.find((change) => change.id === id) ?? {};
    return read.kind === 'valid' ? [{ commit, files: byPath(read.lock) }] : [];
  });
  return {
    others,
    age: newest?.id === own ? newest.age : -1,
    derivedAt: (age, path) => {
      const { id = '' } = changes.find((change) => change.age >= age) ?? {};
      return (filesOf.get(id) ?? []).map((files) => files.get(path)?.derived?.id);
    },
  };
}

function byPath({ files }: VariantLock): ReadonlyMap<string, LockedFile> {
  return new Map(files.map((file) => [file.path, file]));
}

/**
 * Returns the derived files that the folder lacks although its lock, which is committed, has them. `left`: those that
 * no commit ever had: they were left out of a commit, not deleted. `unclear`: those of a shallow clone, which cannot
 * tell.
 */
export function missingFiles(
  tree: Tree,
  { folder, lock, lockText, local }: LockedFolder,
): { readonly left: readonly string[]; readonly unclear: readonly string[] } {
  const own = tree.objects.idOf(lockText.replaceAll('\r\n', '\n'));
  const missing = lock.files
    .filter(({ path, derived, folder: had }) => derived && had && !local.files.has(path))
    .map(({ path }) => path);
  if (missing.length === 0 || tree.history.of(lockFile(folder))[0]?.id !== own) return { left: [], unclear: [] };
  const { added } = tree;
  if (added === undefined) return { left: [], unclear: missing };
  return { left: missing.filter((path) => !added.has(joinPath(folder, path))), unclear: [] };
}
