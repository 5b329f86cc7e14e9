import { lockOfEarlierRun, OWN_CHANGE } from '../messages/publish.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import type { FleetRun } from './fleet-run.ts';
import { fileError } from '../../krm/index.ts';
import { isUncommitted } from '../ports.ts';

/**
 * Throws a `KrmError` if a file of a folder has changes that are not committed, which `--commit` would commit as its
 * own. With `--branch`, the lock must have none either: the work tree gets the last commit back.
 */
export function refuseUncommitted({ tree, args }: FleetRun, folder: string): void {
  const lock = args.branch === undefined ? undefined : tree.file(lockFile(folder));
  const found = [...tree.filesBelow(folder).values(), ...(lock === undefined ? [] : [lock])].find(isUncommitted);
  if (found === undefined) return;
  throw fileError(found.path, 'changes-uncommitted', OWN_CHANGE);
}

/**
 * Throws a `KrmError` if an earlier call wrote an unchanged variant, and nobody committed it: `--commit` would leave it
 * out in silence.
 */
export function refuseUnpublished({ tree, args }: FleetRun, folder: string): void {
  const lock = args.commits ? tree.file(lockFile(folder)) : undefined;
  if (lock === undefined || !isUncommitted(lock)) return;
  throw fileError(lock.path, 'changes-uncommitted', lockOfEarlierRun(folder));
}
