import type { CommandProgram, FunctionProgram } from '../../arguments/command.ts';
import { NO_OUTPUTS } from '../../work/job.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { runJob } from '../../work/start-job.ts';
import { parseLogArguments, type LogArguments, type SortedLog } from './log-arguments.ts';
import { LogJob } from './log-job.ts';

export { LOG_OPTIONS } from './log-arguments.ts';

/**
 * Implements `krm-variants fleet log`: prints the history of a variant to stdout. Returns the exit code. Throws a `UsageError` if the arguments are
 * invalid.
 */
export async function logCommand(sorted: SortedLog, program: CommandProgram): Promise<number> {
  const asked = parseLogArguments(sorted);
  return await showCall(asked, () => logOf(program, asked));
}

/** Reads the history of a variant. */
export async function logOf(program: FunctionProgram, args: LogArguments): Promise<FolderOutcome> {
  return await runJob(new LogJob(program, args), { ...args, ...NO_OUTPUTS, strict: false, writes: false });
}
