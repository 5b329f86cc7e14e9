import type { Call } from '../../src/function/index.ts';
import { namespacedName, type Resource } from '../../src/krm/index.ts';
import { packageVariant } from '../../src/package-variant/index.ts';
import { setOf } from './ownership.ts';
import { packageVariantSet } from './kinds/package-variant-set.ts';
import type { VariantSet } from './variant-set.ts';

/**
 * Warns of PackageVariants whose set is neither applied nor among the items: it was renamed or removed, and no run
 * removes its PackageVariants. Selectors may also hide the set.
 */
export function warnOfOrphans({ config, resources, results }: Call<readonly VariantSet[]>): void {
  const variants = [...resources].filter((item) => isOf(item, packageVariant));
  if (variants.length === 0 || resources.isFiltered) return;
  const sets = [
    ...config.map(({ source }) => source),
    ...[...resources].filter((item) => isOf(item, packageVariantSet)),
  ];
  const known = new Set(sets.map(({ namespace, name }) => namespacedName(namespace, name)));
  for (const resource of variants) {
    const set = setOf(resource);
    if (set === undefined || known.has(set)) continue;
    const message = `created by PackageVariantSet "${set}", which is not among the items`;
    const remedy = 'remove this PackageVariant or restore the set';
    results.warning(`${message}: ${remedy}`, { code: 'unresolved-reference', resource });
  }
}

/** Reports whether a resource is of a kind, in any version. */
function isOf({ group, kind }: Resource, form: { readonly apiVersion: string; readonly kind: string }): boolean {
  return kind === form.kind && form.apiVersion.startsWith(`${group}/`);
}
