import type { CommandProgram } from '../arguments/command.ts';
import { showCall, showDiff } from '../work/show-call.ts';
import {
  parseAdoptArguments,
  parseApplyArguments,
  parsePlanArguments,
  parsePruneArguments,
  parseRollbackArguments,
  type FleetArguments,
  type SortedAdopt,
  type SortedApply,
  type SortedPlan,
  type SortedPrune,
  type SortedRollback,
} from './fleet-arguments.ts';
import { workerShare } from '../workers/worker.ts';
import { runFleet } from './run-fleet.ts';
import { CHILD_PROCESSES } from './variant-plans.ts';
import { serveVariants } from './worker-variants.ts';
import { parseStatusArguments, type SortedStatus } from './status/status-arguments.ts';

export { ADOPT_OPTIONS, APPLY_OPTIONS, PLAN_OPTIONS, PRUNE_OPTIONS, ROLLBACK_OPTIONS } from './fleet-arguments.ts';
export { STATUS_OPTIONS } from './status/status-arguments.ts';

/**
 * Implements `krm-variants fleet plan`: derives the packages that PackageVariants ask for, and shows what a merge into their folders
 * would change. Prints a table, the diff or a report to stdout, changed files, conflicts and other messages to stderr. Returns the exit
 * code. Throws a `UsageError` if the arguments are invalid.
 */
export async function planFleet(sorted: SortedPlan, program: CommandProgram): Promise<number> {
  return await run(parsePlanArguments(sorted), program);
}

/** Implements `krm-variants fleet status`, like `planFleet`: it prints the conditions of each variant. */
export async function statusFleet(sorted: SortedStatus, program: CommandProgram): Promise<number> {
  return await run(parseStatusArguments(sorted), program);
}

/** Implements `krm-variants fleet apply`, like `planFleet`: it also writes the folders. */
export async function applyFleet(sorted: SortedApply, program: CommandProgram): Promise<number> {
  return await run(parseApplyArguments(sorted), program);
}

/** Implements `krm-variants fleet rollback`, like `applyFleet`: it derives an earlier version of one variant, and holds it. */
export async function rollbackFleet(sorted: SortedRollback, program: CommandProgram): Promise<number> {
  return await run(parseRollbackArguments(sorted), program);
}

/** Implements `krm-variants fleet adopt`, like `applyFleet`: it writes only locks, and derived texts of edited files. */
export async function adoptFleet(sorted: SortedAdopt, program: CommandProgram): Promise<number> {
  return await run(parseAdoptArguments(sorted), program);
}

/** Implements `krm-variants fleet prune`: removes what is recorded about variants that are gone, and their folders where their policy says so. */
export async function pruneFleet(sorted: SortedPrune, program: CommandProgram): Promise<number> {
  return await run(parsePruneArguments(sorted), program);
}

async function run(asked: FleetArguments, program: CommandProgram): Promise<number> {
  const jobs = workerShare();
  if (jobs !== undefined) return await serveVariants(program, { ...asked, jobs });
  return await showCall({ ...asked, inputs: [asked.folder], weight: WEIGHT }, () =>
    runFleet(program, { ...asked, processes: CHILD_PROCESSES }, showDiff),
  );
}

/** Size of a variant beside that of the Repository that asks for it. */
const WEIGHT = 10;
