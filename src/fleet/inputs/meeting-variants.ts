import type { Variant } from '../index.ts';
import { resultsOf } from '../../krm/index.ts';
import { PackageConditions, type ValueCondition, type ValueFile } from '../../where/index.ts';
import type { FailedVariant } from './fleet-inputs.ts';
import { variantFiles } from './variant-files.ts';
import type { Files } from '../ports.ts';

/** Variants that conditions on values were checked for. */
interface MeetingVariants {
  readonly meeting: readonly Variant[];
  /** Variants whose files cannot be read: it is not known whether they meet the conditions. */
  readonly unread: readonly FailedVariant[];
}

/**
 * Selects the variants whose folders have values as `--where` asks for. `files`: those of their git repository. Throws
 * a `KrmError` if a `!=` is for a resource that none of them has.
 */
export function meetingVariants(
  files: Files,
  variants: readonly Variant[],
  conditions: readonly ValueCondition[],
): MeetingVariants {
  if (conditions.length === 0) return { meeting: variants, unread: [] };
  const checked = new PackageConditions(conditions);
  const unread: FailedVariant[] = [];
  const meeting = variants.filter((variant) => {
    const met = isMetBy(checked, variant, () => variantFiles(files, variant.folder));
    if (typeof met !== 'boolean') unread.push(met);
    return met === true;
  });
  // Variants in other git repositories, and those that cannot be read, may have the field.
  if (unread.length === 0) checked.refuseUnknown({ isPart: true });
  return { meeting, unread };
}

/** Reports whether a variant meets conditions. Returns the variant with the errors if its files cannot be read. */
export function isMetBy(
  checked: PackageConditions,
  { namespace, name, file, set, folder }: Omit<FailedVariant, 'results'>,
  files: () => readonly ValueFile[],
): boolean | FailedVariant {
  try {
    return checked.areMetBy(files());
  } catch (error) {
    return { namespace, name, file, set, folder, results: resultsOf(error) };
  }
}
