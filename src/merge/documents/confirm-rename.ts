import { equalValues, readDocument, type Value } from '../../yaml/index.ts';
import { withoutMarks } from '../values/kpt-marks.ts';
import { plainText } from '../text/merged-text.ts';
import { mergeResource, wholeResource, type MergedResource, type ResourceRules } from './merge-resource.ts';
import type { LineMergedFiles } from './line-merged-files.ts';
import { presentSides, type Sides } from '../sides.ts';
import type { Subject } from '../pairs/pair-documents.ts';
import type { Unit } from '../pairs/unit.ts';
import { undecidedResource } from './undecided.ts';
import { isCertain } from '../../pairing/certainty.ts';

/** Merges by lines of the files that may confirm a pair; undefined to confirm none. */
export type Confirming = LineMergedFiles | undefined;

/**
 * Merges the versions of a resource. One that a side deletes while it may have moved it is a conflict, if the other side changed it. If they are paired only by likeness, a merge of their file by lines must confirm the
 * pair, or else the whole resource is a conflict.
 */
export function mergeConfirmed(subject: Subject, files: Confirming, rules: ResourceRules): MergedResource {
  const { sides } = subject;
  const undecided = undecidedResource(subject, rules);
  if (undecided !== undefined) return undecided;
  const merged = mergeResource(subject, rules);
  if (merged.conflicts.length > 0) return merged;
  const isGuess = isGuessedRename(subject);
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
export function isUncertain({ sides, ways }: Subject): boolean {
  const isGuess = (['theirs', 'local'] as const).some((side) => {
    const way = ways[side];
    return way !== undefined && !isCertain(way) && (sides.base?.identity !== undefined || way !== 'otherIdentity');
  });
  return isGuess || isAddedTwice(sides);
}

function isAddedTwice({ base, theirs, local }: Sides<Unit>): boolean {
  return base === undefined && theirs !== undefined && local !== undefined && theirs.bareText !== local.bareText;
}

/**
 * Reports whether the versions of a resource are paired only by likeness, and this affects the result: one side changed its
 * identity, and the other side changed or deleted it.
 */
function isGuessedRename({ sides: { base, theirs, local }, ways }: Subject): boolean {
  if (base?.identity === undefined) return false;
  const isPaired = (side: 'theirs' | 'local'): boolean => ways[side] === 'otherIdentity';
  const dataOf = (unit: Unit): Value => withoutMarks(unit.resource.value());
  const isChanged = (side: Unit | undefined): boolean => side === undefined || !equalValues(dataOf(side), dataOf(base));
  const isGuess = (isPaired('theirs') && isChanged(local)) || (isPaired('local') && isChanged(theirs));
  return isGuess && !(theirs !== undefined && local !== undefined && equalValues(dataOf(theirs), dataOf(local)));
}
