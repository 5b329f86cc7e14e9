import type { Variant } from '../../../src/fleet/index.ts';
import { PackageValues } from '../../where/package-values.ts';
import { meetsAll, type ValueCondition } from '../../where/value-condition.ts';
import { variantFiles } from './variant-files.ts';

/** Returns the variants whose folders have values as `--where` asks for. `root`: top folder of their git repository. */
export function meetingVariants(
  root: string,
  variants: readonly Variant[],
  conditions: readonly ValueCondition[],
): readonly Variant[] {
  if (conditions.length === 0) return variants;
  const values = new PackageValues(conditions.map(({ query }) => query));
  return variants.filter(({ folder }) => meetsAll(values.of(variantFiles(root, folder)), conditions));
}
