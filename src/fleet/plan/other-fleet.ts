import type { VariantLock } from '../index.ts';
import { ofOtherFleet } from '../messages/places.ts';
import { lockFile, NAME_SETTING } from '../inputs/fleet-paths.ts';
import { adoptCommand, type FleetContext } from './fleet-run.ts';
import { fileError } from '../../krm/index.ts';

/** Reports whether a lock is of the fleet of a call. In the git repository of a fleet, each is. */
export function isOfFleet({ home }: Pick<FleetContext, 'home'>, { fleet }: VariantLock): boolean {
  return home === undefined || home.name.isOwn(fleet?.name);
}

/** Throws a `KrmError` if the lock of a folder is of another fleet: it is not known which one the folder is to follow. */
export function refuseOtherFleet(
  run: Pick<FleetContext, 'home' | 'repository'>,
  folder: string,
  lock: VariantLock,
): void {
  if (isOfFleet(run, lock)) return;
  const remedies = { adopt: adoptCommand(run, folder), setting: NAME_SETTING };
  throw fileError(lockFile(folder), 'other-fleet', ofOtherFleet(lock.fleet?.name, remedies));
}
