import { showCall } from '../work/show-call.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { NO_OUTPUTS } from '../work/job.ts';
import { runJob } from '../work/start-job.ts';
import { parseGetArguments, type GetArguments, type SortedGet } from './get-arguments.ts';
import { GetJob } from './get-job.ts';

export { GET_OPTIONS } from './get-arguments.ts';

/**
 * Implements `krm-variants get`: copies a package from git to a new folder, completely or not at all. Prints messages to stderr. Returns
 * the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function getCommand(sorted: SortedGet): Promise<number> {
  const asked = parseGetArguments(sorted);
  return await showCall(asked, () => getPackage(asked));
}

/** Copies a package from git, and returns the messages and the exit code. */
export async function getPackage(args: GetArguments): Promise<FolderOutcome> {
  return await runJob(new GetJob(args), { ...args, ...NO_OUTPUTS, writes: true });
}
