import { resolve } from 'node:path';
import { UsageError } from '../arguments/usage-error.ts';
import { realPath } from '../package/real-path.ts';
import { checkOutputs } from '../work/check-outputs.ts';
import { splitName } from '../work/function-config.ts';
import { NO_OUTPUTS, type JobArguments } from '../work/job.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { runJob, type ShowDiff } from '../work/start-job.ts';
import { folderSource } from './folder-source.ts';
import type { MergeArguments } from './merge-arguments.ts';
import { MergeJob } from './merge-job.ts';

/**
 * Merges the packages of three folders, and writes the result completely or not at all. It is not written after conflicts
 * without `--markers`, errors and, with `--strict`, warnings. `show`: shows the diff before a file is written, and may
 * throw. Throws a `UsageError` if the output is the local folder without `--in-place`.
 */
export async function mergeFolders(
  args: MergeArguments & Pick<JobArguments, 'patience'>,
  show?: ShowDiff,
): Promise<FolderOutcome> {
  checkOutput(args);
  const output = args.isInPlace ? undefined : args.output;
  return await runJob(new MergeJob(args, folderSource(args)), { ...NO_OUTPUTS, ...args, output }, show);
}

function checkOutput(args: MergeArguments): void {
  const { base, local, output, isInPlace, policies, report } = args;
  const isLocal =
    output !== undefined && (resolve(output) === resolve(local) || (realPath(output) ?? output) === realPath(local));
  if (isLocal && !isInPlace)
    throw new UsageError('`--output` must name a new folder: add `--in-place` to replace the files of LOCAL');
  if (!isLocal && isInPlace) throw new UsageError('`--in-place` writes to LOCAL: leave out `--output`, or name LOCAL');
  checkOutputs({ report, output: isInPlace ? undefined : output }, [
    base,
    args.theirs,
    local,
    ...policies.map((each) => splitName(each)[0]),
  ]);
}
