import { isCertain } from '../../pairing/certainty.ts';
import { equalValues, readDocument, type Value } from '../../yaml/index.ts';
import { withoutMarks } from '../values/kpt-marks.ts';
import { plainText } from '../text/merged-text.ts';
import { mergeResource, wholeResource, type MergedResource, type ResourceRules } from './merge-resource.ts';
import type { LineMergedFiles } from './line-merged-files.ts';
import { presentSides, type Sides } from '../sides.ts';
import type { Unit } from './unit.ts';

/** Merges by lines of the files that may confirm a pair; undefined to confirm none. */
export type Confirming = LineMergedFiles | undefined;

/**
 * Merges the versions of a resource. If they are paired only by likeness, a merge of their file by lines must confirm the
 * pair, or else the whole resource is a conflict.
 */
export function mergeConfirmed(sides: Sides<Unit>, files: Confirming, rules: ResourceRules): MergedResource {
  const merged = mergeResource(sides, rules);
  if (merged.conflicts.length > 0) return merged;
  const isGuess = isGuessedRename(sides);
  if (files === undefined) return isGuess || isAddedTwice(sides) ? wholeResource(sides, merged, rules) : merged;
  if (!isGuess) return merged;
  const { text } = merged;
  const [path = '', ...others] = presentSides(sides).map(({ file }) => file.path);
  const isAtOnePlace = others.length === 2 && others.every((other) => other === path);
  const value = text && readDocument(plainText(text)).value([]);
  if (value !== undefined && isAtOnePlace && files.has(path, value)) return merged;
  return wholeResource(sides, merged, rules);
}

/** Reports whether another merge may pair a resource differently: it was renamed, or both sides added it differently. */
export function isUncertain(sides: Sides<Unit>): boolean {
  const { base, theirs, local } = sides;
  return isAddedTwice(sides) || [theirs, local].some((side) => side !== undefined && isOther(base, side));
}

function isAddedTwice({ base, theirs, local }: Sides<Unit>): boolean {
  return base === undefined && theirs !== undefined && local !== undefined && theirs.bareText !== local.bareText;
}

function isOther(base: Unit | undefined, side: Unit): boolean {
  return base?.identity !== undefined && !isCertain(side.identity === base.identity ? 'identity' : 'otherIdentity');
}

/**
 * Reports whether the versions of a resource are paired only by likeness, and this affects the result: one side changed its
 * identity, and the other side changed or deleted it.
 */
function isGuessedRename({ base, theirs, local }: Sides<Unit>): boolean {
  if (base === undefined) return false;
  const isPaired = (side: Unit | undefined): boolean => side !== undefined && isOther(base, side);
  const dataOf = (unit: Unit): Value => withoutMarks(unit.resource.value());
  const isChanged = (side: Unit | undefined): boolean => side === undefined || !equalValues(dataOf(side), dataOf(base));
  const isGuess = (isPaired(theirs) && isChanged(local)) || (isPaired(local) && isChanged(theirs));
  return isGuess && !(theirs !== undefined && local !== undefined && equalValues(dataOf(theirs), dataOf(local)));
}
