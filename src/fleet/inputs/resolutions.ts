import {
  checkResolutions,
  holdOf,
  isResolution,
  readResolution,
  selects,
  type Hold,
  type Resolution,
  type ResolvedRun,
  type Variant,
} from '../index.ts';
import type { Result } from '../../krm/index.ts';
import { RESOLUTION_FOLDER } from './fleet-paths.ts';
import type { DecisionKind } from './decision-files.ts';

/** MergeResolutions as decisions about a fleet. */
export const RESOLUTIONS: DecisionKind<Resolution> = {
  folder: RESOLUTION_FOLDER,
  kind: 'MergeResolution',
  purpose: 'decides conflicts',
  isOne: isResolution,
  read: readResolution,
};

/** Run whose variants may be held. */
type HeldRun = ResolvedRun & { readonly merged: readonly Variant[] | undefined };

/**
 * Returns results about MergeResolutions that do not decide a conflict, except for those of held variants, which may
 * have it.
 */
export function resolutionResults(all: readonly Resolution[], run: HeldRun, holds: readonly Hold[]): readonly Result[] {
  const held = (run.merged ?? []).filter((variant) => holdOf(holds, variant) !== undefined);
  const isSeen = (resolution: Resolution): boolean => !held.some((variant) => selects(resolution, variant));
  return checkResolutions(
    all.filter((each) => run.used.has(each) || isSeen(each)),
    run,
  );
}
