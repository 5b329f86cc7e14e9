import { sortArguments } from '../../cli/arguments/sort-arguments.ts';
import { parseRunArguments, RUN_OPTIONS } from '../../cli/run/run-arguments.ts';
import { applyToFolders } from '../../cli/run/run-command.ts';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import type { ShowDiff } from '../../cli/work/start-job.ts';
import type { LoadedFunction } from '../../src/function/index.ts';

/** Runs a function as `krm-variants run` with these arguments after its name does, but prints nothing. */
export async function applyToFolder(
  fn: LoadedFunction,
  args: readonly string[],
  show?: ShowDiff,
): Promise<FolderOutcome> {
  const sorted = sortArguments(args, RUN_OPTIONS);
  return await applyToFolders(fn, parseRunArguments(sorted, sorted.operands), { show });
}
