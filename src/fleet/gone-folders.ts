import { byteOrder } from '../byte-order.ts';
import { isWithin } from './place.ts';

/** A folder with a lock. */
interface LockedFolder {
  readonly folder: string;
  /**
   * Returns the file with the PackageVariant that the lock was written for; '' if it is in another git repository,
   * undefined if it is not known.
   */
  readonly source: () => string | undefined;
}

/** Folders that PackageVariants ask for. */
interface AskedFor {
  /** Folder that all of them are in, relative to the top of the git repository; '' for all of it. */
  readonly place: string;
  /** Folders of their variants; undefined for one that is not known. */
  readonly folders: ReadonlySet<string | undefined>;
}

/**
 * Returns the folders with a lock that no PackageVariant asks for. Those of PackageVariants that were in another place
 * or git repository do not count, and none counts while a PackageVariant does not say which folder it asks for.
 */
export function goneFolders(locked: readonly LockedFolder[], { place, folders }: AskedFor): readonly string[] {
  if (folders.has(undefined)) return [];
  const isHere = (source: string | undefined): boolean =>
    source !== '' && (place === '' || (source !== undefined && isWithin(source, new Set([place]))));
  return locked
    .filter(({ folder, source }) => !folders.has(folder) && isHere(source()))
    .map(({ folder }) => folder)
    .toSorted(byteOrder);
}
