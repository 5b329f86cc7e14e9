import { applyFunction, type FunctionCall, type LoadedFunction } from '../../src/index.ts';
import { checkFolderOutputs } from '../work/check-outputs.ts';
import { runOnFolders, type FolderOutcome } from '../work/folder-run.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { FunctionWork } from '../work/function-work.ts';
import { parseRunArguments } from './run-arguments.ts';
import { namedSources, sources } from '../work/sources.ts';
import { UsageError } from '../arguments/usage-error.ts';

/**
 * Applies a function to the files of folders, as `runFolder` (`run-command.ts`) does, but prints nothing and has no limit
 * of its time. `show` receives the diff before a file is written, and may throw.
 */
export async function applyToFolder(
  fn: LoadedFunction,
  args: readonly string[],
  show?: (diff: string) => void,
): Promise<FolderOutcome> {
  const asked = parseRunArguments(args);
  checkFolderOutputs(asked);
  const setting = { name: fn.definition.name, callOf: callOfOwn(fn, asked) };
  return await runOnFolders(new FunctionWork(setting, asked), asked, show);
}

/**
 * Returns a function that returns the call of a function of this program. Throws a `UsageError` for an option that the
 * function does not have.
 */
export function callOfOwn(
  fn: LoadedFunction,
  asked: Pick<FolderArguments, 'objects' | 'context'>,
): (hasConfig: boolean) => Promise<FunctionCall> {
  const { name, takesObjects } = fn.definition;
  const option = (['objects', 'context'] as const).find((each) => asked[each] !== undefined);
  if (option !== undefined && takesObjects !== true)
    throw new UsageError(`${name} reads no objects of clusters: \`--${option}\` is not an option of it`);
  return async (hasConfig) => {
    const named = await namedSources(asked);
    // A configuration in a list or among the items may come with the package, so it reads nothing else.
    const given = hasConfig ? { ...sources, ...named } : named;
    return { inProcess: true, run: (resources, { config }) => applyFunction(fn, resources, config, given) };
  };
}
