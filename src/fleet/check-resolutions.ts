import { groupBy } from '../group-by.ts';
import type { Result } from '../krm/result.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import { makeResult } from '../krm/results.ts';
import { classOf, placeText, type VariantConflicts } from './conflict-class.ts';
import { isEnded, type HoldableVariant } from './hold.ts';
import {
  decisionEnded,
  inFolders,
  RESOLUTION_UNUSED,
  RESOLUTION_WITHOUT_VARIANT,
  resolutionEndedFor,
  resolutionOfOtherValues,
  resolutionUndecided,
} from './messages/decisions.ts';
import type { Resolution } from './resolution-form.ts';
import { isForValues, resolutionsAt, selects } from './resolution.ts';

/** Outcome of a run, as far as resolutions are concerned. */
export interface ResolvedRun {
  /** Open conflicts. */
  readonly open: readonly VariantConflicts[];
  /** Resolutions that decided a conflict. */
  readonly used: ReadonlySet<Resolution>;
  /** All variants that were merged; undefined if there are others. */
  readonly merged: readonly HoldableVariant[] | undefined;
}

/**
 * Returns a warning for each resolution that does not decide a conflict at its place, with the reason, and an info for
 * each one that decides nothing: the conflict was decided by an earlier run, or is gone.
 */
export function checkResolutions(all: readonly Resolution[], { open, used, merged }: ResolvedRun): readonly Result[] {
  const refused = all.length === 0 ? [] : open.flatMap((variant) => refusalsOf(all, variant));
  const groups = groupBy(refused, ({ resolution, message }) => JSON.stringify([all.indexOf(resolution), message]));
  const warnings = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const message = inFolders(
      first.message,
      group.map(({ folder }) => folder),
    );
    return makeResult('warning', message, { code: first.code, ...first.resolution });
  });
  const others = new Set([...used, ...refused.map(({ resolution }) => resolution)]);
  const unused = merged === undefined ? [] : all.filter((each) => !others.has(each));
  return [...warnings, ...unused.map((each) => unusedInfo(each, merged ?? []))];
}

/** A conflict that a resolution does not decide although it is for this place. */
interface Refusal {
  readonly resolution: Resolution;
  readonly folder: string;
  readonly code: ResultCode;
  readonly message: string;
}

function refusalsOf(all: readonly Resolution[], found: VariantConflicts): readonly Refusal[] {
  const { variant, conflicts, packages = '' } = found;
  return conflicts.flatMap((conflict) => {
    const own = { variant, conflict, packages: () => packages };
    const { id, ...place } = classOf(variant, conflict);
    return resolutionsAt(all, own).map((resolution) => {
      const about = { id, place: placeText(place) };
      const refusal = (code: ResultCode, message: string): Refusal => {
        return { resolution, folder: variant.folder, code, message };
      };
      if (!isForValues(resolution.matched, own)) return refusal('resolution-unused', resolutionOfOtherValues(about));
      return isEnded(resolution, variant)
        ? refusal('resolution-ended', resolutionEndedFor(resolution.until, about))
        : refusal('resolution-unused', resolutionUndecided(about));
    });
  });
}

function unusedInfo(resolution: Resolution, merged: readonly HoldableVariant[]): Result {
  const own = merged.filter((variant) => selects(resolution, variant));
  if (own.length === 0)
    return makeResult('warning', RESOLUTION_WITHOUT_VARIANT, { code: 'resolution-unused', ...resolution });
  const isOver = own.every((variant) => isEnded(resolution, variant));
  return isOver
    ? makeResult('info', decisionEnded(resolution.until), { code: 'resolution-ended', ...resolution })
    : makeResult('info', RESOLUTION_UNUSED, { code: 'resolution-unused', ...resolution });
}
