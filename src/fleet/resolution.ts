import { validatorOf } from '#validators';
import { readForm } from '../function/index.ts';
import type { Resource } from '../krm/resource.ts';
import { KrmError } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import type { Conflict } from '../merge/index.ts';
import { equalValues, type Value } from '../yaml/index.ts';
import {
  isHidden,
  conflictPlace,
  placeText,
  valuesDigest,
  type ConflictPlace,
  type MatchedValues,
} from './conflict-class.ts';
import { isElsewhere, isEnded, matchesHold, type HoldableVariant } from './hold.ts';
import { resolutionsClash } from './messages/decisions.ts';
import { mergeResolutionForm, type Resolution } from './resolution-form.ts';

/** Conflict of a variant. */
export interface VariantConflict {
  readonly variant: HoldableVariant;
  /** With a path relative to the top of the repository. */
  readonly conflict: Conflict;
  /** Returns a digest of both derived packages, for a conflict whose values are hidden. */
  readonly packages: () => string;
}

/** Reports whether a resource is a MergeResolution. */
export function isResolution({ kind, apiVersion }: Resource): boolean {
  return kind === mergeResolutionForm.kind && apiVersion === mergeResolutionForm.apiVersion;
}

/** Reads a MergeResolution. Throws a `KrmError` that lists everything wrong with it. */
export function readResolution(resource: Resource): Resolution {
  return readForm(mergeResolutionForm, validatorOf(mergeResolutionForm), resource);
}

/**
 * Returns the resolution that decides a conflict; undefined if none does. It must have the same place, kind and values,
 * and must not have ended. Throws a `KrmError` if there are two.
 */
export function resolutionOf(all: readonly Resolution[], found: VariantConflict): Resolution | undefined {
  const [first, ...others] = resolutionsAt(all, found).filter(
    (resolution) => isForValues(resolution.matched, found) && !isEnded(resolution, found.variant),
  );
  if (first === undefined || others.length === 0) return first;
  const message = resolutionsClash(placeText(conflictPlace(found.variant, found.conflict)), found.variant.folder);
  throw new KrmError(
    [first, ...others].map((each) => makeResult('error', message, { code: 'duplicate-decision', ...each })),
  );
}

/**
 * Returns the resolutions that are for the same conflict as a new one, `members` of which are open, and for one of
 * these variants that the new one selects, too: the two would be an error there. `variants`: all of the fleet, also
 * held ones.
 */
export function clashingResolutions(
  all: readonly Resolution[],
  proposed: Resolution,
  {
    members,
    variants,
  }: { readonly members: readonly VariantConflict[]; readonly variants: readonly HoldableVariant[] },
): readonly Resolution[] {
  const selected = variants.filter((variant) => isActive(proposed, variant));
  return all.filter(
    (each) =>
      isSamePlace(each.place, proposed.place) &&
      members.some((member) => isForValues(each.matched, member)) &&
      selected.some((variant) => isActive(each, variant)),
  );
}

function isActive(resolution: Resolution, variant: HoldableVariant): boolean {
  return selects(resolution, variant) && !isEnded(resolution, variant);
}

/** Returns the resolutions that select a variant and have the place of its conflict, even if they do not decide it. */
export function resolutionsAt(
  all: readonly Resolution[],
  { variant, conflict }: VariantConflict,
): readonly Resolution[] {
  const place = conflictPlace(variant, conflict);
  return all.filter((each) => isSamePlace(each.place, place) && selects(each, variant));
}

/** Reports whether a resolution is for a variant, as far as its upstream package and labels or folder say. */
export function selects({ place, selector, variants, repo }: Resolution, variant: HoldableVariant): boolean {
  const { repository, package: name } = place.upstream;
  if (variant.upstream.place.name !== repository || variant.upstream.package !== name) return false;
  if (selector === undefined && variants === undefined) return true;
  // A decision in doubt does not count.
  if (variants !== undefined && repo === undefined && isElsewhere(variant)) return false;
  return matchesHold({ selector, variants, repo }, variant);
}

/** Reports whether a resolution is for the values of a conflict. Values that are hidden are never the same. */
export function isForValues(matched: MatchedValues, { conflict, packages }: Omit<VariantConflict, 'variant'>): boolean {
  if (matched.packages !== undefined) return matched.packages.includes(packages());
  if (isHidden(conflict)) return false;
  if (matched.digest !== undefined) return matched.digest === valuesDigest(conflict);
  const { base, theirs } = conflict.values;
  return isSameValue(matched.values?.base, base) && isSameValue(matched.values?.new, theirs);
}

function isSamePlace(a: ConflictPlace, b: ConflictPlace): boolean {
  const [one, other] = [a, b].map(({ kind, resource, file, path }) => {
    const { apiVersion, kind: type, namespace, name } = resource ?? {};
    return JSON.stringify([kind, apiVersion, type, namespace, name, file, path]);
  });
  return one === other;
}

function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && equalValues(a, b));
}
