import { applyFunction, type LoadedFunction } from '../../src/function/index.ts';
import type { FunctionCall } from '../../src/render/index.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { namedSources, sources } from './sources.ts';

/**
 * Returns a function that returns the call of a built-in function. Throws a `UsageError` for an option that the function
 * does not support.
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
    // A configuration in a list or among the items may come with the package, so it must not read other sources.
    const given = hasConfig ? { ...sources, ...named } : named;
    return { inProcess: true, run: (resources, { config }) => applyFunction(fn, resources, config, given) };
  };
}
