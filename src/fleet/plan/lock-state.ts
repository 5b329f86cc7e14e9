import { locksIn, readLock, type ReadLock, type VariantLock } from '../index.ts';
import { KrmError, type Result, fileError, fileWarning } from '../../krm/index.ts';
import { checkOutCommand, LOCK_FOLDER, lockFile } from '../inputs/fleet-paths.ts';
import { LOCK_NEWER } from '../messages/merge.ts';
import { filesLeftBehind, notCheckedOut } from '../messages/places.ts';
import { isSameRecord, upstreamText } from './variant-record.ts';
import { type StoredFile, specialKind, type Tree } from '../ports.ts';
import { isTemporary } from '../../files/index.ts';

/** Lock of a variant in the work tree. */
export interface LockState {
  readonly path: string;
  readonly text: string;
  readonly read: Exclude<ReadLock, { readonly kind: 'newer' }>;
}

/** Reads the lock of a folder; undefined if it has none. Throws a `KrmError` if it is not checked out, or of a later version. */
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

/** Reports whether the folder of a variant has the files that its lock names, as far as git knows without reading them. */
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

/** Names the version of the upstream that a lock has, or those of joined locks; undefined if it is missing or damaged. */
export function versionText(state: LockState | undefined): string | undefined {
  const versions = new Set(locksOf(state).map(({ upstream }) => upstreamText(upstream)));
  return versions.size === 0 ? undefined : [...versions].join(' and ');
}

/** Returns the lock that was read, of joined locks that of the first side; undefined if there is none, or it is damaged. */
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
 * Returns warnings about the folders that a variant was moved from and that have files again: git leaves those there that another branch added or
 * edited. `folder`: that of the variant.
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
