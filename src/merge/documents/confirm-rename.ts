import { isCertain } from '../../pairing/certainty.ts';
import { equalValues, readDocument, type Value } from '../../yaml/index.ts';
import { withoutMarks } from '../values/kpt-marks.ts';
import { plainText } from '../text/merged-text.ts';
import { makeResult } from '../../krm/results.ts';
import { MergeRules } from '../policy/merge-rule.ts';
import { possibleMessage } from '../values/possible-rename.ts';
import { mergeResource, unitName, wholeResource, type MergedResource, type ResourceRules } from './merge-resource.ts';
import type { LineMergedFiles } from './line-merged-files.ts';
import type { Subject } from './pair-documents.ts';
import { isNamedAlike } from './pair-units.ts';
import { presentSides, type Sides } from '../sides.ts';
import type { Unit } from './unit.ts';

/** Merges by lines of the files that may confirm a pair; undefined to confirm none. */
export type Confirming = LineMergedFiles | undefined;

/** Resources of a package with their versions. */
export interface PairedResources {
  readonly subjects: readonly Subject[];
  readonly of: ReadonlyMap<Unit, Subject>;
}

/**
 * Takes the versions of each resource apart that are paired only by likeness, and that no merge of their file by lines
 * confirms: the resource that one side renamed may be another one. A resource that the other side changed or deleted is then
 * a conflict, and what one side added stays, whatever the answer.
 */
export function splitUnconfirmed(
  { subjects, of }: PairedResources,
  files: Confirming,
  rules: ResourceRules,
): PairedResources {
  const units = new Map(of);
  const found = subjects.flatMap((subject): readonly Subject[] => {
    const parts = isGuessedRename(subject.sides) ? partsOf(subject.sides) : undefined;
    if (parts === undefined || isConfirmed(subject.sides, files, rules)) return [subject];
    for (const part of parts) for (const unit of presentSides(part.sides)) units.set(unit, part);
    return parts;
  });
  return found.length === subjects.length ? { subjects, of } : { subjects: found, of: units };
}

/**
 * Returns the resource of base, and the one that a side made of it. Undefined if both sides gave it the same name, new deleted it, only its
 * group changed, or local deleted it and new changes only its group or namespace.
 */
function partsOf({ base, theirs, local }: Sides<Unit>): readonly [Subject, Subject] | undefined {
  if (base === undefined || theirs === undefined || theirs.identity === local?.identity) return undefined;
  if (isRegrouped(base, theirs) || (local !== undefined && isRegrouped(base, local))) return undefined;
  const added = { base: undefined, theirs: undefined, local: undefined };
  if (local === undefined) {
    if (isNamedAlike(base, theirs)) return undefined;
    return [{ sides: { ...added, base } }, { sides: { ...added, theirs }, formerly: base }];
  }
  if (isOther(base, theirs))
    return [
      { sides: { base, theirs: undefined, local }, candidate: `${unitName(theirs)} in new` },
      { sides: { ...added, theirs } },
    ];
  return [
    { sides: { base, theirs, local: undefined }, candidate: `${unitName(local)} in local` },
    { sides: { ...added, local } },
  ];
}

/** Reports whether only the group of a resource changed: a cluster has the same object in both groups. */
function isRegrouped({ resource: a, identity }: Unit, { resource: b, identity: other }: Unit): boolean {
  return identity !== other && a.kind === b.kind && a.name === b.name && a.namespace === b.namespace;
}

/**
 * Reports whether the merge of a file by lines has the merged data of a resource: with the version of each side for values in
 * conflict, if there are any.
 */
function isConfirmed(sides: Sides<Unit>, files: Confirming, rules: ResourceRules): boolean {
  const [path = '', ...others] = presentSides(sides).map(({ file }) => file.path);
  if (files === undefined || others.length < 2 || others.some((other) => other !== path)) return false;
  const plain = { ...rules, rules: new MergeRules([]), markers: undefined };
  return (['local', 'theirs'] as const).every((taken) => {
    const { text } = mergeResource(sides, { ...plain, answer: () => taken });
    const value = text && readDocument(plainText(text)).value([]);
    return value !== undefined && files.has(path, value, taken);
  });
}

/**
 * Merges the versions of a resource. If both sides changed its name, only likeness pairs the versions: unless the lines confirm that,
 * the whole resource is a conflict.
 */
export function mergeConfirmed(
  { sides, candidate, formerly }: Subject,
  files: Confirming,
  rules: ResourceRules,
): MergedResource {
  if (candidate !== undefined) return wholeResource(sides, rules, candidate);
  const merged = mergeResource(sides, rules);
  if (formerly !== undefined && sides.theirs !== undefined) {
    const message = possibleMessage({ adding: 'new', other: 'local' }, `${unitName(formerly)} under another name`);
    return { ...merged, results: [...merged.results, makeResult('warning', message, sides.theirs)] };
  }
  if (merged.conflicts.length > 0) return merged;
  if (files === undefined && isAddedTwice(sides)) return wholeResource(sides, rules);
  return isGuessedRename(sides) && !isConfirmed(sides, files, rules) ? wholeResource(sides, rules) : merged;
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
