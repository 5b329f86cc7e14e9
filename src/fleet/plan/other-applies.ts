import { joinPath } from '../../files/index.ts';
import { locksIn, readLock, type LockedFile, type VariantLock } from '../index.ts';
import { otherApply, otherApplyOverlaid } from '../messages/merge.ts';
import { groupBy } from '../../group-by.ts';
import { KrmError, type Result } from '../../krm/index.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import type { LocalPackage, Tree } from '../ports.ts';

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
 * Throws a `KrmError` if files of a folder have the text of another apply than the lock, since somebody restored, reverted or committed only
 * one of both: that is not an edit. `isCurrent`: reports whether a file is as it is derived now.
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

/** Reports whether a file with this id is what another apply made of it. `isOld`: the folder had it with earlier locks, for which it was derived differently. */
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
 * Returns the derived files that the folder lacks although its lock, which is committed, has them. `left`: those that no commit ever had: they
 * were left out of a commit, not deleted. `unclear`: those of a shallow clone, which cannot tell.
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
