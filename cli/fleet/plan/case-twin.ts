import type { Variant } from '../../../src/fleet/index.ts';
import { KrmError, makeResult } from '../../../src/krm/index.ts';
import { lockedFolder, lockFile } from '../inputs/fleet-paths.ts';
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
  const is = `the folder "${folder}" is but for case`;
  if (lock !== undefined) {
    const other = lockedFolder(lock) ?? '';
    const prune = fleetCommand('prune', ...(repository === undefined ? [] : ['--commit', '--push']));
    const move = repository === undefined ? `to keep its files, run \`${fleetCommand('move', other, folder)}\`; ` : '';
    refuse(
      `${is} that of the lock ${lock}: ${move}if no PackageVariant asks for it, run \`${prune}\`; otherwise name another folder`,
    );
  }
  const path = twins.of(folder);
  if (path !== undefined) refuse(`${is} "${path}", which exists: name another folder, or rename that one`);
}
