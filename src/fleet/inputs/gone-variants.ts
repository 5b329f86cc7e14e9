import { goneFolders, isWithin, locksIn, readLock, type VariantLock } from '../index.ts';
import { byteOrder } from '../../byte-order.ts';
import { variantGone } from '../messages/apply.ts';
import { Resource, type Result, fileWarning } from '../../krm/index.ts';
import { readDocument } from '../../yaml/index.ts';
import { lockFile } from './fleet-paths.ts';
import type { FleetInputs } from './fleet-inputs.ts';
import type { FleetName, FleetPlace, Files } from '../ports.ts';

/** Variant that no PackageVariant asks for any more. */
export interface GoneVariant {
  readonly folder: string;
  /** URL of its git repository, for people; undefined for that of the fleet. */
  readonly repository?: string;
  /** Name of the PackageVariant that it was made for; '' if its lock does not say. */
  readonly name: string;
  readonly result: Result;
}

/** Returns the variants with a lock that no PackageVariant asks for, as far as the inputs have all that could. */
export function goneVariants(
  { files, folder: place }: FleetPlace,
  { waves, failed }: Pick<FleetInputs, 'waves' | 'failed'>,
): readonly GoneVariant[] {
  const folders = new Set([...waves.flat(), ...failed].map(({ folder }) => folder));
  const locked = files.locks().map(({ folder, read }) => ({ folder, lock: () => lockIn(read()) }));
  const gone = goneFolders(
    locked.map(({ folder, lock }) => ({ folder, source: () => lock()?.source })),
    { place, folders },
  );
  const locks = new Map(locked.map(({ folder, lock }) => [folder, lock]));
  return gone.map((folder) => goneVariant(folder, locks.get(folder)?.(), files));
}

/** Fleet whose variants in another git repository are looked for. */
export interface AskingFleet {
  readonly name: FleetName;
  /** Folder that its PackageVariants are in, relative to the top of its git repository; '' for all of it. */
  readonly place: string;
  /** Folders in the other git repository that they ask for. */
  readonly asked: ReadonlySet<string>;
}

/**
 * Returns the variants of a fleet in the clone of another git repository that no PackageVariant asks for. Locks of
 * other fleets, and those that do not say of which fleet they are, do not count.
 */
export function goneElsewhere(
  { files, repository }: { readonly files: Files; readonly repository: string },
  { name, place, asked }: AskingFleet,
): readonly GoneVariant[] {
  // Another fleet may have the name that this one had before, or the commit that it began with.
  const isOwn = ({ fleet }: VariantLock): boolean =>
    fleet !== undefined &&
    name.isOwn(fleet.name) &&
    (place === '' || isWithin(fleet.file, new Set([place]))) &&
    name.hasHeld(fleet.file);
  return files
    .locks()
    .filter(({ folder }) => !asked.has(folder))
    .flatMap(({ folder, read }) => {
      const lock = lockIn(read());
      return lock !== undefined && isOwn(lock) ? [{ ...goneVariant(folder, lock), repository }] : [];
    })
    .toSorted((a, b) => byteOrder(a.folder, b.folder));
}

/** Reports whether the clone of another git repository has the lock of a variant of a fleet. `files`: its files. */
export function hasLockOf(files: Files, name: FleetName): boolean {
  return files.locks().some(({ read }) => name.isOwn(lockIn(read())?.fleet?.name));
}

/** `files`: those of the git repository of the fleet, if the variant is in it. */
function goneVariant(folder: string, lock: VariantLock | undefined, files?: Files): GoneVariant {
  const path = lockFile(folder);
  const prune = lock && { policy: lock.deletionPolicy, isElsewhere: lock.fleet !== undefined };
  const message = variantGone(prune, files === undefined ? [] : leftIn(files, lock));
  const name = lock === undefined ? '' : new Resource(readDocument(lock.variant)).name;
  return { folder, name, result: fileWarning(path, 'variant-gone', message) };
}

/**
 * Returns the folders that a variant was moved from and that are there again: a merge leaves the files there that
 * another branch changed.
 */
function leftIn(files: Files, lock: VariantLock | undefined): readonly string[] {
  const { moved = [] } = lock ?? {};
  return moved.filter((each) => !files.has(lockFile(each)) && files.has(each));
}

function lockIn(text: string): VariantLock | undefined {
  return locksIn(readLock(text))[0];
}
