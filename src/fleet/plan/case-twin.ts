import type { Variant } from '../index.ts';
import { KrmError, makeResult } from '../../krm/index.ts';
import { lockedFolder, lockFile } from '../inputs/fleet-paths.ts';
import { twinOfFolder, twinOfLock } from '../messages/places.ts';
import type { FleetRun } from './fleet-run.ts';
import { fleetCommand } from '../inputs/fleet-command.ts';

/**
 * Throws a `KrmError` for a variant without a lock whose folder is equal but for case to one that exists, or that has a lock, such as of a variant
 * that is gone: some file systems would take both for one.
 */
export function refuseTwin({ twins, tree, repository }: FleetRun, variant: Variant): void {
  const { folder } = variant;
  if (tree.file(lockFile(folder)) !== undefined) return;
  const refuse = (message: string): never => {
    // Made on demand: the sets of a fleet without changes are not expanded.
    const { resource } = variant;
    throw new KrmError([
      makeResult('error', message, { code: 'variant-overlap', resource, field: ['spec', 'downstream'] }),
    ]);
  };
  const lock = twins.of(lockFile(folder));
  if (lock !== undefined) {
    const other = lockedFolder(lock) ?? '';
    const prune = fleetCommand('prune', ...(repository === undefined ? [] : ['--commit', '--push']));
    const move = repository === undefined ? fleetCommand('move', other, folder) : undefined;
    refuse(twinOfLock({ folder, lock, prune, move }));
  }
  const path = twins.of(folder);
  if (path !== undefined) refuse(twinOfFolder(folder, path));
}
