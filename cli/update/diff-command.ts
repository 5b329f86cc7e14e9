import type { FolderOutcome } from '../work/report-jobs.ts';
import { showCall } from '../work/show-call.ts';
import { NO_OUTPUTS } from '../work/job.ts';
import { runJob } from '../work/start-job.ts';
import { parseDiffArguments, type DiffArguments, type SortedDiff } from './diff-arguments.ts';
import { DiffJob } from './diff-job.ts';
import type { FunctionProgram } from '../arguments/command.ts';

export { DIFF_OPTIONS } from './diff-arguments.ts';

/**
 * Implements `krm-variants diff`: prints what was changed in a package since it came from its upstream, or what is new there, to stdout.
 * Returns the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function diffCommand(sorted: SortedDiff, program: FunctionProgram): Promise<number> {
  const asked = parseDiffArguments(sorted);
  return await showCall(asked, () => diffPackage(program, asked));
}

/** Compares the versions of a package. */
export async function diffPackage(program: FunctionProgram, args: DiffArguments): Promise<FolderOutcome> {
  return await runJob(new DiffJob(program, args), { ...args, ...NO_OUTPUTS, strict: false, writes: false });
}
