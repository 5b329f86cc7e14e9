import type { CommandProgram, FunctionProgram } from '../../arguments/command.ts';
import { NO_OUTPUTS } from '../../work/job.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { runJob } from '../../work/start-job.ts';
import { parseFleetDiff, type FleetDiffArguments, type SortedFleetDiff } from './fleet-diff-arguments.ts';
import { FleetDiffJob } from './fleet-diff-job.ts';

export { FLEET_DIFF_OPTIONS } from './fleet-diff-arguments.ts';

/**
 * Implements `krm-variants fleet diff`: prints what differs between two variants or two revisions of a fleet to stdout. Returns the exit
 * code. Throws a `UsageError` if the arguments are invalid.
 */
export async function fleetDiffCommand(sorted: SortedFleetDiff, program: CommandProgram): Promise<number> {
  const asked = parseFleetDiff(sorted);
  return await showCall(asked, () => diffFleet(program, asked));
}

/** Finds out what differs in a fleet. */
export async function diffFleet(program: FunctionProgram, args: FleetDiffArguments): Promise<FolderOutcome> {
  return await runJob(new FleetDiffJob(program, args), { ...args, ...NO_OUTPUTS, strict: false, writes: false });
}
