import { showCall, showDiff } from '../work/show-call.ts';
import { parseMergeArguments, type SortedMerge } from './merge-arguments.ts';
import { mergeFolders } from './merge-folders.ts';

/**
 * Implements `krm-variants merge`: merges a new version of a package and a local one that both come from an earlier
 * version. Prints the diff, a report or the names of the files that would change to stdout, conflicts and other results
 * to stderr. Returns the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function mergeCommand(sorted: SortedMerge): Promise<number> {
  const asked = parseMergeArguments(sorted);
  return await showCall(undefined, () => mergeFolders(asked, showDiff));
}
