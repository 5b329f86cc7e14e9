import { acceptedKinds, readConfig } from './config.ts';
import type { LoadedFunction, Sources } from './define.ts';
import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import { KrmError, resultsOf, type Notice, type Result } from '../krm/result.ts';
import { Results } from '../krm/results.ts';

/** What a function reports of one call, unsorted. */
export interface Report {
  readonly results: readonly Result[];
  readonly notices: readonly Notice[];
}

/**
 * Applies a function to resources, wherever their documents come from, and returns what it reports. Without a
 * configuration there is nothing to do for no resources. Throws a `KrmError` where the configuration is missing or wrong,
 * or the function reports an error: no edit counts then.
 */
export async function applyFunction(
  fn: LoadedFunction,
  resources: Resources,
  functionConfig: Resource | undefined,
  sources: Sources = {},
): Promise<Report> {
  const given = readConfig(fn, functionConfig, resources);
  if (given === undefined) {
    if (resources.length === 0) return { results: [], notices: [] };
    throw new KrmError([
      { severity: 'error', message: `no function config was given: ${acceptedKinds(fn.definition)}` },
    ]);
  }
  const results = new Results();
  const thrown = await failureOf(() => fn.definition.run({ config: given.config, resources, results, ...sources }));
  for (const resource of resources) {
    for (const notice of resource.notices) results.notice(notice, { resource });
  }
  const all = [...results, ...thrown];
  // No edit counts where there is an error, so neither does a report of what was reached.
  if (all.some(({ severity }) => severity === 'error'))
    throw new KrmError(all.filter(({ severity }) => severity !== 'info'));
  return { results: all, notices: results.notices };
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
