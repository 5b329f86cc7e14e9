import { byteOrder } from '../byte-order.ts';
import { equalValues, isMap, readDocument, type Value } from '../yaml/index.ts';
import type { LockedContent, LockedFile, LockedUpstream, VariantLock } from './lock.ts';

/** Differences between a lock and the one before. */
export interface LockChanges {
  /** True for another version of the upstream package, or another package. */
  readonly upstream: boolean;
  /**
   * Changed fields of the PackageVariant, such as `packageContext` of its `spec`, or `metadata`; without its
   * `upstream`.
   */
  readonly fields: readonly string[];
  /** True if other objects were injected. */
  readonly objects: boolean;
  /** True if other third-party functions ran. */
  readonly functions: boolean;
  /** True for another version of the program. */
  readonly program: boolean;
  /** Files that were derived differently, in order. */
  readonly files: readonly string[];
}

/**
 * Compares a lock with the one before. Without one, each of its inputs counts as unchanged, and all of its files are
 * new.
 */
export function lockChanges(lock: VariantLock, before: VariantLock | undefined): LockChanges {
  const old = before ?? { ...lock, files: [] };
  const derived = new Map(old.files.map((file) => [file.path, file.derived]));
  const paths = new Set([...derived.keys(), ...lock.files.map(({ path }) => path)]);
  const now = new Map(lock.files.map((file) => [file.path, file.derived]));
  return {
    upstream: !isSameUpstream(lock.upstream, old.upstream),
    fields: changedFields(old.variant, lock.variant),
    objects: lock.objects !== old.objects,
    functions: lock.functions.toSorted().join('\0') !== old.functions.toSorted().join('\0'),
    program: lock.program !== old.program,
    files: [...paths].filter((path) => !isSameFile(derived.get(path), now.get(path))).toSorted(),
  };
}

/** Returns the files that people had edited, added or deleted when a lock was written, by path. */
export function lockedEdits({ files }: VariantLock): readonly string[] {
  const left = files.flatMap(({ path, folder }) => (folder === undefined ? [] : [[path, folder] as const]));
  return editedFiles(files, new Map(left)).map(({ path }) => path);
}

function isSameUpstream(a: LockedUpstream, b: LockedUpstream): boolean {
  return a.tree === b.tree && a.asked === b.asked && a.directory === b.directory && a.url === b.url;
}

function isSameFile(a: LockedContent | undefined, b: LockedContent | undefined): boolean {
  return a?.id === b?.id && a?.mode === b?.mode;
}

function changedFields(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [old, now] = [before, after].map(fieldsOf);
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].filter(
    (name) => name !== 'upstream' && !equalValues(old?.get(name) ?? null, now?.get(name) ?? null),
  );
}

/** Returns the `metadata` of a PackageVariant, and the fields of its `spec`. */
function fieldsOf(text: string): ReadonlyMap<string, Value> {
  const document = readDocument(text);
  const spec = document.value(['spec']);
  const metadata = document.value(['metadata']);
  return new Map([
    ...(metadata === undefined ? [] : [['metadata', metadata] as const]),
    ...(isMap(spec) ? Object.entries(spec) : []),
  ]);
}

/** A file of a variant that differs from what was derived. */
export interface EditedFile {
  /** Relative to the folder of the variant. */
  readonly path: string;
  readonly change: 'changed' | 'added' | 'deleted';
  /** Derived content; undefined for a file that was added. */
  readonly derived: LockedContent | undefined;
  /** Content in the folder; undefined for a file that was deleted. */
  readonly folder: LockedContent | undefined;
}

/**
 * Returns the files of a folder whose ids or modes differ from those that were derived, by path. `stored`: contents of
 * the folder.
 */
export function editedFiles(
  locked: readonly LockedFile[],
  stored: ReadonlyMap<string, LockedContent>,
): readonly EditedFile[] {
  const made = new Map(
    locked.flatMap(({ path, derived }) => (derived === undefined ? [] : [[path, derived] as const])),
  );
  const paths = [...new Set([...made.keys(), ...stored.keys()])].toSorted(byteOrder);
  return paths.flatMap((path): readonly EditedFile[] => {
    const [derived, folder] = [made.get(path), stored.get(path)];
    if (derived?.id === folder?.id && derived?.mode === folder?.mode) return [];
    const change = derived === undefined ? 'added' : folder === undefined ? 'deleted' : 'changed';
    return [{ path, change, derived, folder }];
  });
}
