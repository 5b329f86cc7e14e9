import type { SortedArguments } from '../arguments/options.ts';
import { showCall, showDiff } from '../run/run-command.ts';
import { parseMergeArguments } from './merge-arguments.ts';
import { mergeFolders } from './merge-folders.ts';

/**
 * Implements `krm-variants merge`: merges a new version of a package and a local one that both come from an earlier
 * version. Prints the diff, a report or the names of the files that would change to stdout, conflicts and other results
 * to stderr. Returns the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function mergeCommand(sorted: SortedArguments): Promise<number> {
  const asked = parseMergeArguments(sorted);
  return await showCall(undefined, async () => mergeFolders(asked, showDiff));
}
