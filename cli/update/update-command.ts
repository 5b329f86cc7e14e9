import { MergeJob } from '../merge/merge-job.ts';
import { EXIT } from '../process/exit-code.ts';
import { checkOutputs } from '../work/check-outputs.ts';
import { splitName } from '../work/function-config.ts';
import { NO_OUTPUTS, type JobArguments } from '../work/job.ts';
import { outcomeOf, type FolderOutcome } from '../work/report-jobs.ts';
import { showCall, showDiff } from '../work/show-call.ts';
import { runJob, startJob, type ShowDiff } from '../work/start-job.ts';
import { AbortJob } from './abort-job.ts';
import { ContinueJob } from './continue-job.ts';
import { parseUpdateArguments, type SortedUpdate, type UpdateArguments } from './update-arguments.ts';
import { listNewerVersions } from './newer-versions.ts';
import { UpdateSource } from './update-source.ts';
import type { FunctionProgram } from '../arguments/command.ts';

export { UPDATE_OPTIONS } from './update-arguments.ts';

/**
 * Implements `krm-variants update`: merges a version of its upstream into a package. Prints the diff or a report to stdout, changed files,
 * conflicts and other messages to stderr. Returns the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function updateCommand(sorted: SortedUpdate, program: FunctionProgram): Promise<number> {
  const asked = parseUpdateArguments(sorted);
  return await showCall(asked, async () => {
    return asked.lists ? newerVersions(asked) : await updatePackage(program, asked, showDiff);
  });
}

function newerVersions(args: UpdateArguments): FolderOutcome {
  const { list, note } = listNewerVersions(args);
  const printed = list || 'no newer version\n';
  return { stdout: printed, printed, stderr: args.quiet ? '' : note, results: [], exitCode: EXIT.done };
}

/** Updates a package, completely or not at all, or ends an unfinished update. `show`: shows the diff before a file is written, and may throw. */
export async function updatePackage(
  program: FunctionProgram,
  args: UpdateArguments & Pick<JobArguments, 'patience'>,
  show?: ShowDiff,
): Promise<FolderOutcome> {
  if (args.ending !== undefined) return await endUpdate(program, args, args.ending);
  const { folder, base, policies, report, markers } = args;
  checkOutputs({ report }, [
    folder,
    ...(base === undefined ? [] : [base]),
    ...policies.map((each) => splitName(each)[0]),
  ]);
  const source = new UpdateSource(program, args);
  const written = { local: folder, output: folder, isInPlace: true, kptfile: 'plain', markers } as const;
  const job = new MergeJob({ ...args, ...written }, source);
  const settings = { ...NO_OUTPUTS, ...args };
  const end = await startJob(job, settings);
  return outcomeOf([end(show)], settings, source.about());
}

/** Finishes or undoes an unfinished update. */
async function endUpdate(
  program: FunctionProgram,
  args: UpdateArguments & Pick<JobArguments, 'patience'>,
  ending: 'continue' | 'abort',
): Promise<FolderOutcome> {
  const settings = { ...NO_OUTPUTS, ...args };
  if (ending === 'abort') return await runJob(new AbortJob(args.folder), settings);
  const job = new ContinueJob(program, args.folder);
  const end = await startJob(job, settings);
  return outcomeOf([end()], settings, job.about());
}
