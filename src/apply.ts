import type { LoadedFunction } from './function.ts';
import type { Resource } from './resource.ts';
import type { Resources } from './resources.ts';
import type { Result } from './result.ts';

/**
 * Applies a function to resources, wherever their documents come from, and returns its results, unsorted.
 * Throws a `KrmError` where the configuration is wrong or the function reports an error: no edit counts then.
 */
export async function applyFunction(
  fn: LoadedFunction,
  resources: Resources,
  functionConfig: Resource | undefined,
): Promise<readonly Result[]> {
  throw new Error("not built yet");
}
