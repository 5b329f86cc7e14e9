import { applyFunction, type LoadedFunction, type Sources } from '../../function/index.ts';
import { KrmError, Resources, type Resource, type Result } from '../../krm/index.ts';

/**
 * Returns the PackageVariantSets among resources that are wrong, each alone, with their errors. Changes nothing. Throws any error that is not
 * a `KrmError`.
 */
export async function wrongSets(
  fn: LoadedFunction,
  resources: readonly Resource[],
  sources: Sources,
): Promise<ReadonlyMap<Resource, readonly Result[]>> {
  const wrong = new Map<Resource, readonly Result[]>();
  for (const set of resources.filter(isSet)) {
    const errors = await errorsWith(fn, [...resources.filter((each) => !isSet(each)), set], sources);
    if (errors.length > 0) wrong.set(set, errors);
  }
  return wrong;
}

async function errorsWith(
  fn: LoadedFunction,
  resources: readonly Resource[],
  sources: Sources,
): Promise<readonly Result[]> {
  try {
    await applyFunction(fn, new Resources(resources), undefined, sources);
    return [];
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    return error.results.filter(({ severity }) => severity === 'error');
  }
}

/** Reports whether a resource is a PackageVariantSet. */
export function isSet({ kind }: Resource): boolean {
  return kind === 'PackageVariantSet';
}
