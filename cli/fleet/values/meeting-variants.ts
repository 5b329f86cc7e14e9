import type { Variant } from '../../../src/fleet/index.ts';
import { PackageConditions } from '../../where/package-conditions.ts';
import type { ValueCondition } from '../../where/value-condition.ts';
import { variantFiles } from './variant-files.ts';

/**
 * Returns the variants whose folders have values as `--where` asks for. `root`: top folder of their git repository. Throws a `KrmError` if a `!=` is
 * for a resource that none of them has.
 */
export function meetingVariants(
  root: string,
  variants: readonly Variant[],
  conditions: readonly ValueCondition[],
): readonly Variant[] {
  if (conditions.length === 0) return variants;
  const checked = new PackageConditions(conditions);
  const meeting = variants.filter(({ folder }) => checked.areMetBy(variantFiles(root, folder)));
  // Variants in other git repositories may have the field.
  checked.refuseUnknown({ isPart: true });
  return meeting;
}
