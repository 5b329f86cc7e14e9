import { goneFolders, readLock, type VariantLock } from '../../../src/fleet/index.ts';
import { Resource, type Result } from '../../../src/krm/index.ts';
import { readDocument } from '../../../src/yaml/index.ts';
import { lockFile } from '../fleet-paths.ts';
import type { FleetInputs } from './fleet-inputs.ts';
import type { FleetPlace } from './fleet-place.ts';
import { lockedFolders } from './locked-folders.ts';

/** Variant that no PackageVariant asks for any more. */
export interface GoneVariant {
  readonly folder: string;
  /** Name of the PackageVariant that it was made for; '' if its lock does not say. */
  readonly name: string;
  readonly result: Result;
}

/** Returns the variants with a lock that no PackageVariant asks for, as far as the inputs have all that could. */
export function goneVariants(
  { root, folder: place }: FleetPlace,
  { waves, failed }: Pick<FleetInputs, 'waves' | 'failed'>,
): readonly GoneVariant[] {
  const folders = new Set([...waves.flat(), ...failed].map(({ folder }) => folder));
  const locked = lockedFolders(root).map(({ folder, read }) => ({ folder, lock: () => lockIn(read()) }));
  const gone = goneFolders(
    locked.map(({ folder, lock }) => ({ folder, source: () => lock()?.source })),
    { place, folders },
  );
  const locks = new Map(locked.map(({ folder, lock }) => [folder, lock]));
  return gone.map((folder) => goneVariant(folder, locks.get(folder)?.()));
}

function goneVariant(folder: string, lock: VariantLock | undefined): GoneVariant {
  const path = lockFile(folder);
  const remedy = lock === undefined ? DAMAGED : REMEDIES[lock.deletionPolicy];
  const message = `no PackageVariant asks for the folder of this lock, which is left as it is: restore the PackageVariant, or ${remedy}`;
  const name = lock === undefined ? '' : new Resource(readDocument(lock.variant)).name;
  return { folder, name, result: { severity: 'warning', message, file: { path, index: 0 } } };
}

const REMEDIES: Readonly<Record<VariantLock['deletionPolicy'], string>> = {
  delete: 'run `krm-variants fleet prune`, which removes the folder and the lock (deletionPolicy: delete)',
  orphan: 'run `krm-variants fleet prune`, which removes only the lock (deletionPolicy: orphan)',
};
const DAMAGED = 'restore the lock with `git restore`, since `krm-variants fleet prune` needs it';

function lockIn(text: string): VariantLock | undefined {
  const read = readLock(text);
  return read.kind === 'valid' ? read.lock : undefined;
}
