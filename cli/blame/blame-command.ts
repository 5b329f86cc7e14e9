import { NO_OUTPUTS } from '../work/job.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { showCall } from '../work/show-call.ts';
import { runJob } from '../work/start-job.ts';
import { parseBlameArguments, type BlameArguments, type SortedBlame } from './blame-arguments.ts';
import { BlameJob } from './blame-job.ts';
import type { FunctionProgram } from '../arguments/command.ts';

export { BLAME_OPTIONS } from './blame-arguments.ts';

/**
 * Implements `krm-variants blame`: prints who set each line of a package to stdout. Returns the exit code. Throws a `UsageError` if the
 * arguments are invalid.
 */
export async function blameCommand(sorted: SortedBlame, program: FunctionProgram): Promise<number> {
  const asked = parseBlameArguments(sorted);
  return await showCall(asked, () => blamePackage(program, asked));
}

/** Finds out who set the lines of a package. */
export async function blamePackage(program: FunctionProgram, args: BlameArguments): Promise<FolderOutcome> {
  return await runJob(new BlameJob(program, args), { ...args, ...NO_OUTPUTS, strict: false, writes: false });
}
