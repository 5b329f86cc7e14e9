import { checkHolds, isHold, readHold, type Hold, type Variant } from '../index.ts';
import type { Result } from '../../krm/index.ts';
import { HOLD_FOLDER } from './fleet-paths.ts';
import type { DecisionKind } from './decision-files.ts';
import { allVariants } from './downstream-variants.ts';

/** FleetHolds as decisions about a fleet. */
export const HOLDS: DecisionKind<Hold> = {
  folder: HOLD_FOLDER,
  kind: 'FleetHold',
  purpose: 'holds variants',
  isOne: isHold,
  read: readHold,
};

/** Variants that a fleet asks for, and those that are wrong. */
interface AskedVariants {
  readonly waves: readonly (readonly Variant[])[];
  readonly elsewhere: readonly { readonly variants: readonly Variant[] }[];
  readonly failed: readonly unknown[];
}

/** Returns results about FleetHolds that hold nothing; none if the inputs may lack some of the variants. */
export function holdResults(holds: readonly Hold[], asked: AskedVariants, hasAll: boolean): readonly Result[] {
  const all = allVariants(asked);
  return hasAll && asked.failed.length === 0 ? checkHolds(holds, all) : [];
}
