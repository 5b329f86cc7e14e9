import { acceptedKinds, readConfig } from './config.ts';
import type { LoadedFunction, Readers } from './function.ts';
import type { Resource } from './resource.ts';
import type { Resources } from './resources.ts';
import { KrmError, resultsOf, type Result } from './result.ts';
import { Results } from './results.ts';

/**
 * Applies a function to resources, wherever their documents come from, and returns its results, unsorted. Without a
 * configuration there is nothing to do for no resources. Throws a `KrmError` where the configuration is missing or wrong,
 * or the function reports an error: no edit counts then.
 */
export async function applyFunction(
  fn: LoadedFunction,
  resources: Resources,
  functionConfig: Resource | undefined,
  readers: Readers = {},
): Promise<readonly Result[]> {
  const given = readConfig(fn, functionConfig, resources);
  if (given === undefined) {
    if (resources.length === 0) return [];
    throw new KrmError([
      { severity: 'error', message: `no function config was given: ${acceptedKinds(fn.definition)}` },
    ]);
  }
  const results = new Results();
  const thrown = await failureOf(() => fn.definition.run({ config: given.config, resources, results, ...readers }));
  for (const resource of resources) {
    for (const notice of resource.notices) results.info(notice, { resource });
  }
  const all = [...results, ...thrown];
  // What was done did not happen where there is an error, so what tells of it is left out.
  if (all.some(({ severity }) => severity === 'error'))
    throw new KrmError(all.filter(({ severity }) => severity !== 'info'));
  return all;
}

/** What a call throws is one more error: the function may have reported others before. */
async function failureOf(act: () => void | Promise<void>): Promise<readonly Result[]> {
  try {
    await act();
    return [];
  } catch (error) {
    return resultsOf(error);
  }
}
