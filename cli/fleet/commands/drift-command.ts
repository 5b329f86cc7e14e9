import type { CommandProgram, FunctionProgram } from '../../arguments/command.ts';
import { NO_OUTPUTS } from '../../work/job.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { runJob } from '../../work/start-job.ts';
import { nextCommands } from '../show/next-commands.ts';
import { parseDriftArguments, type DriftArguments, type SortedDrift } from './drift-arguments.ts';
import { DriftJob } from './drift-job.ts';

export { DRIFT_OPTIONS } from './drift-arguments.ts';

/**
 * Implements `krm-variants fleet drift`: prints what people edited in the folders of a fleet. Returns the exit code. Throws a `UsageError` if
 * the arguments are invalid.
 */
export async function driftCommand(sorted: SortedDrift, program: CommandProgram): Promise<number> {
  const asked = parseDriftArguments(sorted);
  return await showCall(asked, () => driftOf(program, asked));
}

/** Finds the edits of people in a fleet. */
export async function driftOf(program: FunctionProgram, args: DriftArguments): Promise<FolderOutcome> {
  const job = new DriftJob(program, args);
  // The edits are printed, not listed as changes.
  const outcome = await runJob(job, {
    ...args,
    ...NO_OUTPUTS,
    check: args.check,
    prints: true,
    strict: false,
    writes: false,
  });
  return { ...outcome, stderr: `${outcome.stderr}${nextCommands(job.next(), args)}` };
}
