import type { CommandProgram, FunctionProgram } from '../../arguments/command.ts';
import { NO_OUTPUTS } from '../../work/job.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { runJob } from '../../work/start-job.ts';
import { parseFleetBlame, type FleetBlameArguments, type SortedFleetBlame } from './fleet-blame-arguments.ts';
import { FleetBlameJob } from './fleet-blame-job.ts';

export { FLEET_BLAME_OPTIONS } from './fleet-blame-arguments.ts';

/**
 * Implements `krm-variants fleet blame`: prints who set each line of a variant to stdout. Returns the exit code. Throws a `UsageError` if the
 * arguments are invalid.
 */
export async function fleetBlameCommand(sorted: SortedFleetBlame, program: CommandProgram): Promise<number> {
  const asked = parseFleetBlame(sorted);
  return await showCall(asked, () => blameVariant(program, asked));
}

/** Finds out who set the lines of a variant. */
export async function blameVariant(program: FunctionProgram, args: FleetBlameArguments): Promise<FolderOutcome> {
  return await runJob(new FleetBlameJob(program, args), { ...args, ...NO_OUTPUTS, strict: false, writes: false });
}
