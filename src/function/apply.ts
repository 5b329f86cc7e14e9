import { acceptedKinds, readConfig } from './config.ts';
import type { LoadedFunction, Sources } from './define.ts';
import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import { KrmError, resultsOf, type Notice, type Result } from '../krm/result.ts';
import { Results } from '../krm/results.ts';

/** Unsorted results and notices of one call. */
export interface Report {
  readonly results: readonly Result[];
  readonly notices: readonly Notice[];
  /** The one of the results that says that there is no policy; undefined if there is one, or none is needed. */
  readonly lackedPolicy?: Result | undefined;
  /** Those of the results that people see although they did not ask for infos. Default: none. */
  readonly hints?: readonly Result[];
}

/**
 * Applies a function to resources, wherever their documents are stored, and returns its report. Does nothing if there
 * is neither a configuration nor a resource. Throws a `KrmError` if the configuration is missing or invalid, or if the
 * function reports an error: all edits are then void.
 */
export async function applyFunction(
  fn: LoadedFunction,
  resources: Resources,
  functionConfig: Resource | undefined,
  sources: Sources = {},
): Promise<Report> {
  const given = readConfig(fn, functionConfig, resources, sources);
  if (given === undefined) {
    if (resources.length === 0) return { results: [], notices: [] };
    throw new KrmError([
      {
        severity: 'error',
        code: 'no-config',
        message: `no function config was given: ${acceptedKinds(fn.definition)}`,
      },
    ]);
  }
  const { definition } = fn;
  if (definition.takesObjects === true) sources.onObjects?.(definition.objectsOf?.(given.config, resources));
  const results = new Results();
  results.include(given.warnings);
  const thrown = await failureOf(() => fn.definition.run({ config: given.config, resources, results, ...sources }));
  for (const resource of resources) {
    for (const notice of resource.notices) results.notice(notice, { resource });
  }
  const differences = sources.inPlaceOf === undefined ? [] : results.differences;
  const all = [...results, ...differences, ...thrown];
  // An error voids all edits, so reports of outcomes are dropped, too.
  if (all.some(({ severity }) => severity === 'error'))
    throw new KrmError(all.filter(({ severity }) => severity !== 'info'));
  const { notices, lackedPolicy, hints } = results;
  return { results: all, notices, ...(hints.length > 0 && { hints }), ...(lackedPolicy && { lackedPolicy }) };
}

/** Returns the results of an exception, which add to errors that the function reported before. */
async function failureOf(act: () => void | Promise<void>): Promise<readonly Result[]> {
  try {
    await act();
    return [];
  } catch (error) {
    return resultsOf(error);
  }
}
