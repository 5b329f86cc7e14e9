import { showCall, showDiff } from '../work/show-call.ts';
import { parseMergeArguments, type SortedMerge } from './merge-arguments.ts';
import { mergeFolders } from './merge-folders.ts';

export { MERGE_OPTIONS } from './merge-arguments.ts';

/**
 * Implements `krm-variants merge`: merges a new version of a package and a local one that both come from an earlier
 * version. Prints the diff or a report to stdout, changed files, conflicts and other messages to stderr. Returns the exit
 * code. Throws a `UsageError` if the arguments are invalid.
 */
export async function mergeCommand(sorted: SortedMerge): Promise<number> {
  const asked = parseMergeArguments(sorted);
  return await showCall(asked, () => mergeFolders(asked, showDiff));
}
