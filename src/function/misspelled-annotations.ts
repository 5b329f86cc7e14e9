import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { didYouMean } from '../nearest-name.ts';
import type { Path } from '../yaml/index.ts';

/**
 * Warns of annotations whose keys are almost ones that a function reads. `field`: path of the annotations; defaults to
 * those of the resource itself.
 */
export function warnOfMisspelledAnnotations(
  resource: Resource,
  keys: readonly string[],
  results: Results,
  field: Path = ['metadata', 'annotations'],
): void {
  for (const key of resource.document.keys(field) ?? []) {
    const hint = keys.includes(key) || !keys.some((each) => isRelated(key, each)) ? '' : didYouMean(key, keys);
    if (hint !== '')
      results.warning(`unknown annotation: it is ignored${hint}`, {
        code: 'unknown-annotation',
        resource,
        field: [...field, key],
      });
  }
}

/**
 * Reports whether two keys have the same prefix, or the same name after it: comparing all keys of all resources by
 * letters takes long.
 */
function isRelated(key: string, other: string): boolean {
  const slash = other.indexOf('/');
  return key.startsWith(other.slice(0, slash + 1)) || key.endsWith(other.slice(slash));
}
