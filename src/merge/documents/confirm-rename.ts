import { makeResult } from '../../krm/results.ts';
import { isCertain, isInPlace, isOtherIdentity, type ResourceWay } from '../../pairing/certainty.ts';
import { equalValues, readDocument, type Value, YamlError } from '../../yaml/index.ts';
import { type IdentityPart, otherName, underOtherIdentity } from '../messages/conflicts.ts';
import { ofFile, possibleMove } from '../messages/names.ts';
import { isNamedAlike } from '../pairs/changed-names.ts';
import { bareText } from '../pairs/keyed-pairing.ts';
import type { Subject } from '../pairs/pair-documents.ts';
import type { Unit } from '../pairs/unit.ts';
import type { Answer } from '../policy/conflict.ts';
import { MergeRules } from '../policy/merge-rule.ts';
import { mapSides, MERGED_SIDES, type MergedSide, otherOf, presentSides, type Sides } from '../sides.ts';
import { plainText } from '../text/merged-text.ts';
import { withoutMarks } from '../values/kpt-marks.ts';
import { backwardMerge, forwardMerge } from '../values/line-witness.ts';
import type { LineMergedFiles } from './line-merged-files.ts';
import {
  isMovedOrEdited,
  type MergedResource,
  mergeResource,
  type ResourceRules,
  unitName,
  wholeResource,
} from './merge-resource.ts';

/** Returns the merges by lines of the files that may confirm the pairs of a document; undefined to confirm none. */
export type Confirming = (subject: Subject) => LineMergedFiles | undefined;

/**
 * Takes the versions of each document apart that are paired only by likeness, and that no merge by lines confirms: the
 * document that one side moved or renamed may be another one. It becomes an addition, which stays, whatever the answer,
 * and a candidate of the document of base.
 */
export function splitUnconfirmed(
  subjects: readonly Subject[],
  confirming: Confirming,
  rules: ResourceRules,
): readonly Subject[] {
  return subjects.flatMap((subject): readonly Subject[] => {
    const { sides, candidates, followers } = subject;
    const side = MERGED_SIDES.find((each) => isGuessedMove(subject, each)) ?? sideToSplit(subject);
    const unit = side && sides[side];
    if (side === undefined || unit === undefined || isConfirmed(subject, confirming(subject), rules)) return [subject];
    const alone = { base: undefined, theirs: undefined, local: undefined, [side]: unit };
    return [
      { sides: { ...sides, [side]: undefined }, ways: {}, candidates: { ...candidates, [side]: [unit] } },
      { sides: alone, ways: {}, candidates: {}, ...(followers && { followers }) },
    ];
  });
}

/**
 * Reports whether only likeness pairs the version of a side, which kept its identity, and this carries over changes of
 * the other side, which has it elsewhere or, if this side changed it, deleted it.
 */
function isGuessedMove({ sides, ways }: Subject, side: MergedSide): boolean {
  const { base, [side]: unit, [otherOf(side)]: other } = sides;
  const isGuess = ways[side] === 'similarFile' || ways[side] === 'sameIdentity';
  if (!isGuess || base === undefined || unit === undefined) return false;
  if (other === undefined) return bareText(unit) !== bareText(base);
  return !isAtSamePlace(unit, other) && isMovedOrEdited(base, other);
}

/** Reports whether both sides have a document with one identity in one file. */
function isAtSamePlace(a: Unit | undefined, b: Unit | undefined): boolean {
  return a?.file.path === b?.file.path && a?.identity === b?.identity;
}

/**
 * Returns the side that may have made another resource, if one renamed it. Undefined if both sides gave it the same
 * name, new deleted it, only its group changed, or local deleted it and new changes only its group or namespace.
 */
function sideToSplit(subject: Subject): MergedSide | undefined {
  const { base, theirs, local } = subject.sides;
  if (!isGuessedRename(subject) || base === undefined || theirs === undefined) return undefined;
  if (theirs.identity === local?.identity || isRegrouped(base, theirs)) return undefined;
  if (local === undefined) return isNamedAlike(base, theirs) ? undefined : 'theirs';
  if (isRegrouped(base, local)) return undefined;
  return isOtherIdentity(subject.ways.theirs) ? 'theirs' : 'local';
}

/** Reports whether only the group of a resource changed: a cluster has the same object in both groups. */
function isRegrouped({ resource: a, identity }: Unit, { resource: b, identity: other }: Unit): boolean {
  return identity !== other && a.kind === b.kind && a.name === b.name && a.namespace === b.namespace;
}

/**
 * Reports whether a merge by lines has the merged data of a document: with the version of each side for values in
 * conflict, if there are any.
 */
function isConfirmed(subject: Subject, files: LineMergedFiles | undefined, rules: ResourceRules): boolean {
  // Nothing but the name changed: no line is in doubt.
  if (files !== undefined && !MERGED_SIDES.some((side) => isInDoubt(subject.ways[side]))) return true;
  const isInLines = files && linesFor(subject, files);
  if (isInLines === undefined) return false;
  const plain = { ...rules, rules: new MergeRules([]), markers: undefined };
  return (['local', 'theirs'] as const).every((taken) => {
    const { text } = mergeResource(subject, { ...plain, answer: () => taken });
    const value = text && valueIn(plainText(text));
    return value !== undefined && isInLines(value, taken);
  });
}

function isInDoubt(way: ResourceWay | undefined): boolean {
  return way !== undefined && !isInPlace(way) && !isCertain(way);
}

/** Reports whether merges by lines have some data. `taken`: the version of lines in conflict. */
type InLines = (value: Value, taken: Answer) => boolean;

/**
 * Returns the merge by lines that may confirm the pairs of a document: of its file, if its identity changed; else of
 * the documents themselves. Undefined if there is none.
 */
function linesFor({ sides, ways }: Subject, files: LineMergedFiles): InLines | undefined {
  const units = presentSides(sides);
  if (units.length < 3) return undefined;
  if (MERGED_SIDES.some((side) => ways[side] === 'otherIdentity')) {
    const [path = '', ...others] = new Set(units.map(({ file }) => file.path));
    return others.length > 0 ? undefined : (value, taken) => files.has(path, value, taken);
  }
  const texts = mapSides(sides, (unit) => unit.bareText);
  return (value, taken) =>
    [forwardMerge(texts, taken), backwardMerge(texts, taken)].every((lines) => {
      const found = lines === undefined ? undefined : valueIn(lines);
      return found !== undefined && equalValues(found, value);
    });
}

/** Returns the data of a document; undefined if a text is not one. */
function valueIn(text: string): Value | undefined {
  try {
    return readDocument(text).value([]) ?? null;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

/**
 * Merges the versions of a document. If both sides changed its name, only likeness pairs the versions: unless the lines
 * confirm that, the whole resource is a conflict. `of`: subject of each document.
 */
export function mergeVersions(
  subject: Subject,
  { files, of }: { readonly files: LineMergedFiles | undefined; readonly of: ReadonlyMap<Unit, Subject> },
  rules: ResourceRules,
): MergedResource {
  const undecided = undecidedResource(subject, of, rules);
  if (undecided !== undefined) return undecided;
  const { sides } = subject;
  const merged = mergeResource(subject, rules);
  if (merged.conflicts.length > 0) return merged;
  if (files === undefined && isAddedTwice(sides)) return wholeResource(sides, rules);
  return isGuessedRename(subject) && !isConfirmed(subject, files, rules) ? wholeResource(sides, rules) : merged;
}

/**
 * Reports whether another merge may pair a resource differently: it was renamed, or both sides added it differently.
 */
export function isUncertain({ sides, ways }: Subject): boolean {
  const isGuess = MERGED_SIDES.some((side) => {
    const way = ways[side];
    return way !== undefined && !isCertain(way) && (sides.base?.identity !== undefined || !isOtherIdentity(way));
  });
  return isGuess || isAddedTwice(sides);
}

function isAddedTwice({ base, theirs, local }: Sides<Unit>): boolean {
  return base === undefined && theirs !== undefined && local !== undefined && theirs.bareText !== local.bareText;
}

/**
 * Reports whether the versions of a resource are paired only by likeness, and this affects the result: one side changed
 * its identity, and the other side changed or deleted it.
 */
function isGuessedRename({ sides: { base, theirs, local }, ways }: Subject): boolean {
  if (base?.identity === undefined) return false;
  // Both sides have the same resource, and one of them certainly has it from base.
  if (MERGED_SIDES.some((side) => isInPlace(ways[side])) && theirs?.identity === local?.identity) return false;
  if (isAtSamePlace(theirs, local) && MERGED_SIDES.some((side) => isCertain(ways[side] ?? 'otherIdentity')))
    return false;
  const isPaired = (side: MergedSide): boolean => isOtherIdentity(ways[side]);
  const dataOf = (unit: Unit): Value => withoutMarks(unit.resource.value());
  const isChanged = (side: Unit | undefined): boolean => side === undefined || !equalValues(dataOf(side), dataOf(base));
  const isGuess = (isPaired('theirs') && isChanged(local)) || (isPaired('local') && isChanged(theirs));
  return isGuess && !(theirs !== undefined && local !== undefined && equalValues(dataOf(theirs), dataOf(local)));
}

/** Subject of each document. */
type Subjects = ReadonlyMap<Unit, Subject>;

/**
 * Merges a document that one side does not have, or has in one of several places, or under another name. Returns
 * undefined if this makes no difference: the other side did not change it, or has all candidates. `of`: subject of each
 * document.
 */
function undecidedResource(
  { sides, candidates }: Subject,
  of: Subjects,
  rules: ResourceRules,
): MergedResource | undefined {
  const { base } = sides;
  const side = MERGED_SIDES.find((each) => candidates[each] !== undefined && sides[each] === undefined);
  if (base === undefined || side === undefined) return undefined;
  const other = sides[otherOf(side)];
  const found = candidates[side] ?? [];
  if (other === undefined && candidates[otherOf(side)] === undefined) return deleted(base, side, found);
  if (other === undefined ? isTakenOver(candidates, of) : !isMovedOrEdited(base, other)) return undefined;
  const [candidate, ...more] = found;
  if (other !== undefined && candidate !== undefined && more.length === 0 && isRenamed(base, candidate))
    return wholeResource(sides, rules, {
      candidate: otherName(unitName(candidate), side, differenceOf(base, candidate)),
    });
  const pathOf = (each: MergedSide): string | readonly string[] | undefined =>
    sides[each]?.file.path ?? (candidates[each] && [...new Set(candidates[each].map(({ file }) => file.path))]);
  const values = { base: base.file.path, theirs: pathOf('theirs'), local: pathOf('local') };
  return wholeResource(sides, rules, { kind: 'identity', values });
}

/**
 * Reports whether local has all candidates of new, which are merged with each other. `of`: as for `undecidedResource`.
 */
function isTakenOver({ theirs = [] }: Subject['candidates'], of: Subjects): boolean {
  return theirs.every((unit) => of.get(unit)?.sides.local !== undefined);
}

function isRenamed(base: Unit, candidate: Unit): boolean {
  return base.identity !== undefined && candidate.identity !== base.identity;
}

/** Returns what is different in the identity of a renamed resource. */
function differenceOf({ resource: a }: Unit, { resource: b }: Unit): IdentityPart {
  if (a.kind !== b.kind || a.name !== b.name) return 'name';
  return a.namespace === b.namespace ? 'group' : 'namespace';
}

/**
 * Returns a deleted document, with a warning that it may still be in the package. `candidates`: documents of `side`.
 */
function deleted(base: Unit, side: MergedSide, candidates: readonly Unit[]): MergedResource {
  const [candidate = base, ...more] = candidates;
  const name = unitName(base);
  const old = isRenamed(base, candidate)
    ? underOtherIdentity(name, differenceOf(base, candidate))
    : ofFile(name, base.file.path);
  const paths = more.map(({ file }) => file.path);
  const result = makeResult('warning', possibleMove(side, old, paths), {
    code: 'possible-move',
    resource: candidate.resource,
  });
  const results = [{ ...result, formerFile: base.file.path }];
  return { path: base.file.path, text: undefined, conflicts: [], results };
}
