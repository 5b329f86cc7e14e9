import { groupBy } from '../../group-by.ts';
import { isInPlace, isOtherIdentity, type ResourceWay } from '../../pairing/certainty.ts';
import { otherOf, type MergedSide, type Side } from '../sides.ts';
import { alikePairs, Budget, likeness, LikeThings } from './alike.ts';
import { isNamedAlike, pairChangedNames, pairRenamedInPlace } from './changed-names.ts';
import { linesOf } from './distinct-lines.ts';
import { bareText, nameIn } from './keyed-pairing.ts';
import { isOwnDocument, type PackagePairs } from './pair-packages.ts';
import type { Pairs, UnitPairs } from './pairs.ts';
import type { UnchangedFiles } from './unchanged-files.ts';
import type { Unit } from './unit.ts';

/** Documents of all versions. */
export type AllUnits = Readonly<Record<Side, readonly Unit[]>>;

/** Lets the pairs of one side follow those of the other, and drops those that contradict each other. */
export function agree(
  found: Readonly<Record<MergedSide, UnitPairs>>,
  { theirs, local, base }: AllUnits,
  {
    isStrict,
    packages,
    unchanged,
  }: {
    readonly isStrict: boolean;
    readonly packages: Readonly<Record<MergedSide, PackagePairs>>;
    readonly unchanged: UnchangedFiles;
  },
): void {
  const [toNew, toLocal] = [found.theirs.pairs, found.local.pairs];
  let counts: readonly ReadonlyMap<string | undefined, readonly Unit[]>[] | undefined;
  const countsOf = () => (counts ??= [base, theirs, local].map((units) => groupBy(units, ({ identity }) => identity)));
  const isUnique = (identity: string): boolean => countsOf().every((count) => (count.get(identity)?.length ?? 0) <= 1);
  const several = { theirs: repeatedUnits(theirs), local: repeatedUnits(local) };
  dropAdopted(toNew, toLocal, several.local);
  dropAdopted(toLocal, toNew, several.theirs);
  dropContrary(toNew, toLocal, { theirs, local });
  dropTakenOver(toNew, toLocal, local);
  dropTakenOver(toLocal, toNew, theirs);
  followEqual(toNew, toLocal);
  followEqual(toLocal, toNew);
  for (const [side, units, pairs, others] of [
    ['theirs', theirs, toNew, toLocal],
    ['local', local, toLocal, toNew],
  ] as const) {
    renamedBesideOther(units, pairs, others, side === 'theirs' ? local : theirs);
    followOther(units, pairs, others, { several: several[otherOf(side)], isUnique });
    decideByOther(found[side], others, side === 'theirs' ? local : theirs);
    decideByLikeness(found[side], others, { others: side === 'theirs' ? local : theirs, unchanged });
    const mayPair = (a: Unit, b: Unit): boolean => {
      const before = others.get(a)?.before ?? a;
      return packages[side].mayPair(before.file.path, b.file.path, { isOwn: isOwnDocument(b) });
    };
    pairByOther(units, pairs, others, { mayPair, documents: side === 'theirs' ? local : theirs });
  }
  doubtDeleted(toNew, toLocal);
  doubtDeleted(toLocal, toNew);
  // A dropped pair of one side can make one of the other side doubtful.
  for (let count = Infinity; toNew.size + toLocal.size < count;) {
    count = toNew.size + toLocal.size;
    dropDoubtful(toNew, toLocal, { units: local, isStrict });
    dropDoubtful(toLocal, toNew, { units: theirs, isStrict });
  }
}

/**
 * Removes the pairs of documents that equal one which the other side added to the same file, or moved to it: this side
 * took it over, and deleted the earlier document.
 */
function dropAdopted(pairs: Pairs, toOther: Pairs, several: Repeated): void {
  if (several.size === 0) return;
  for (const [unit, { before }] of pairs) {
    if (bareText(unit) === bareText(before)) continue;
    const equal = equalOf(unit, several);
    if (equal !== undefined && toOther.get(equal)?.before !== before) pairs.delete(unit);
  }
}

/**
 * Removes the pairs of resources that moved to where the other side has an addition with their identity, beside the
 * earlier resource, if they equal the addition, or are more similar to it: this side took that over, and deleted the
 * earlier one. `units`: documents of the other side.
 */
function dropTakenOver(pairs: Pairs, toOther: Pairs, units: readonly Unit[]): void {
  const kept = new Map(Array.from(toOther, ([{ file }, { before }]) => [before, file.path]));
  const moved = [...pairs].filter(([{ identity, file }, { before }]) => {
    const path = kept.get(before);
    return identity !== undefined && path !== undefined && file.path !== before.file.path && file.path !== path;
  });
  if (moved.length === 0) return;
  const added = additionsOf(units, toOther);
  for (const [unit, { before }] of moved) {
    const other = added.get(placedIdentity(unit));
    if (other === undefined) continue;
    const likenessTo = (each: Unit): number => likeness(linesOf(unit), linesOf(each));
    const isEqual = bareText(other) === bareText(unit);
    if (isEqual || likenessTo(other) > likenessTo(before)) pairs.delete(unit);
  }
}

/**
 * Pairs documents whose earlier version the other side deleted, if only likeness found it, with that of the other
 * side's equal document: both sides have this one.
 */
function followEqual(pairs: Pairs, toOther: Pairs): void {
  const guesses = [...pairs].filter(([, { way }]) => way === 'sameIdentity');
  if (guesses.length === 0) return;
  const [own, other] = [pairs, toOther].map((each) => new Set(Array.from(each.values(), ({ before }) => before)));
  const equal = soleOnes([...toOther.keys()], namedText);
  for (const [unit, { before, way }] of guesses) {
    const base = toOther.get(equal.get(namedText(unit)) ?? unit)?.before;
    if (base !== undefined && other?.has(before) === false && own?.has(base) === false)
      pairs.set(unit, { before: base, way });
  }
}

/** Returns the documents that have no earlier version, by file and identity. */
function additionsOf(units: readonly Unit[], pairs: Pairs): ReadonlyMap<string, Unit> {
  return new Map(units.flatMap((unit) => (pairs.has(unit) ? [] : [[placedIdentity(unit), unit]])));
}

/** Documents of files that have several with their identity, by file and identity. */
type Repeated = ReadonlyMap<string, readonly Unit[]>;

/** Returns the documents of files that have several with their identity. */
function repeatedUnits(units: readonly Unit[]): Repeated {
  const groups = [...groupBy(units, placedIdentity)];
  return new Map(groups.filter(([, { length }]) => length > 1));
}

/** Returns the document with the same text that another version has in the same file. */
function equalOf(unit: Unit, others: Repeated): Unit | undefined {
  const text = bareText(unit);
  return others.get(placedIdentity(unit))?.find((each) => bareText(each) === text);
}

/**
 * Pairs documents of one side that have one candidate with the text of the other side's version, or one that the other
 * side does not have as another document.
 */
function decideByOther({ pairs, candidates }: UnitPairs, toOther: Pairs, others: readonly Unit[]): void {
  const versions = new Map(Array.from(toOther, ([other, { before }]) => [before, other]));
  const placeOf = (unit: Unit): string => `${unit.file.path}|${unit.identity}|${bareText(unit)}`;
  const known = groupBy(others, placeOf);
  for (const [before, found] of candidates) {
    const other = versions.get(before);
    const free = found.filter((unit) => !pairs.has(unit));
    if (other === undefined || free.length === 0) continue;
    const equal = free.filter((unit) => bareText(unit) === bareText(other));
    const left = free.filter((unit) => (known.get(placeOf(unit)) ?? []).every((each) => each === other));
    const some = equal.length > 0 ? equal : left;
    const [unit, ...more] = some;
    const isKnown = equal.length > 0 ? other.text !== before.text : left.length < free.length;
    if (unit !== undefined && more.length === 0 && isKnown) pairs.set(unit, { before, way: 'sameIdentity' });
    else if (left.length < free.length) setOrDelete(candidates, before, left);
  }
}

/**
 * Pairs documents that have candidates with the one that is clearly most similar to the other side's version, and more
 * similar to that than to base: this side took over the other's changes.
 */
function decideByLikeness(
  { pairs, candidates }: UnitPairs,
  toOther: Pairs,
  { others, unchanged }: { readonly others: readonly Unit[]; readonly unchanged: UnchangedFiles },
): void {
  if (candidates.size === 0) return;
  const earlier = new Map(Array.from(toOther, ([other, { before }]) => [other, before]));
  const candidatesOf = (other: Unit): readonly Unit[] => candidates.get(earlier.get(other) ?? other) ?? [];
  const undecided = others.filter((other) => candidatesOf(other).length > 0);
  for (const [identity = '', wanted] of groupBy(undecided, (unit) => unit.identity)) {
    const isSame = (unit: Unit): boolean => unit.identity === identity;
    const before = others.filter(isSame);
    const after = [...new Set(wanted.flatMap(candidatesOf))].filter((unit) => !pairs.has(unit) && isSame(unit));
    const same = unchanged.unitsNamed(new Set([nameIn(identity)])).filter(isSame);
    const things = new LikeThings([...before, ...same].map(linesOf));
    const score = (other: Unit, unit: Unit): number => {
      if (wanted.includes(other) && !candidatesOf(other).includes(unit)) return 0;
      const base = earlier.get(other);
      const lines = linesOf(unit);
      return base && likeness(linesOf(base), lines) >= likeness(linesOf(other), lines)
        ? 0
        : things.likeness(linesOf(other), lines);
    };
    for (const [other, unit] of alikePairs({ before, after, wanted, score, budget: new Budget() }).pairs) {
      const base = earlier.get(other);
      if (base !== undefined) pairs.set(unit, { before: base, way: 'sameIdentity' });
    }
  }
}

function setOrDelete(candidates: Map<Unit, readonly Unit[]>, unit: Unit, left: readonly Unit[]): void {
  if (left.length > 0) candidates.set(unit, left);
  else candidates.delete(unit);
}

/**
 * Pairs unpaired documents of one side that equal the other side's version, or are similar to it: a side that took over
 * the other's changes shares more lines with the other side than with base. Those that equal an addition of the other
 * side are versions of that one. `pairs`, `others`: pairs of this side, and of the other; `documents`: those of the
 * other side.
 */
function pairByOther(
  units: readonly Unit[],
  pairs: Pairs,
  others: Pairs,
  {
    mayPair,
    documents,
  }: { readonly mayPair: (before: Unit, after: Unit) => boolean; readonly documents: readonly Unit[] },
): void {
  const paired = new Set(Array.from(pairs.values(), ({ before }) => before));
  const left = [...others].flatMap(([other, { before }]) =>
    !paired.has(before) && other.text !== before.text ? [other] : [],
  );
  const equal = soleOnes(left, namedText);
  const added = additionsOf(documents, others);
  const isFree = (unit: Unit): boolean => {
    const other = added.get(placedIdentity(unit));
    return !pairs.has(unit) && (other === undefined || bareText(other) !== bareText(unit));
  };
  for (const [text, unit] of soleOnes(units.filter(isFree), namedText)) {
    const other = equal.get(text);
    const before = other && others.get(other)?.before;
    if (other !== undefined && before !== undefined && mayPair(other, unit)) {
      pairs.set(unit, { before, way: 'sameIdentity' });
      left.splice(left.indexOf(other), 1);
    }
  }
  const versions = [...others.keys()];
  const all = { before: left, after: units.filter(isFree) };
  const found = pairChangedNames({ ...all, all, among: versions, other: versions, mayPair, budget: new Budget() });
  for (const [unit, other] of found.pairs) {
    const before = others.get(other)?.before;
    if (before !== undefined) pairs.set(unit, { before, way: 'otherIdentity' });
  }
}

/**
 * Pairs resources of one side, as far as no more than likeness does, that differ in their name alone, or of the
 * identity in their namespace alone, from the other side's version.
 */
function renamedBesideOther(units: readonly Unit[], pairs: Pairs, others: Pairs, documents: readonly Unit[]): void {
  const later = new Map(Array.from(pairs, ([unit, { before, way }]) => [before, { unit, way }]));
  const isLeft = (way: ResourceWay | undefined): boolean => way === undefined || way === 'otherIdentity';
  const found = pairRenamedInPlace({
    before: [...others.keys()].filter((other) => isLeft(later.get(others.get(other)?.before ?? other)?.way)),
    after: units.filter((unit) => isLeft(pairs.get(unit)?.way)),
    all: { before: documents, after: units },
    other: documents,
  });
  for (const [unit, { before: other, way }] of found) {
    const before = others.get(other)?.before;
    if (before === undefined || (later.get(before)?.unit ?? unit) !== unit) continue;
    if ((pairs.get(unit)?.before ?? before) === before) pairs.set(unit, { before, way });
  }
}

/**
 * Pairs resources of one side as the same resource on the other side is paired, if they have no earlier version, and
 * only likeness pairs that one with another resource of this side, or nothing does. `pairs`, `others`: as for
 * `pairByOther`; `several`: documents of the other side; `isUnique`: reports whether no version has several documents
 * with an identity.
 */
function followOther(
  units: readonly Unit[],
  pairs: Pairs,
  others: Pairs,
  { several, isUnique }: { readonly several: Repeated; readonly isUnique: (identity: string) => boolean },
): void {
  const free = units.filter((unit) => !pairs.has(unit));
  const atPath = soleOnes(free, placedIdentity);
  const named = soleOnes(free, ({ identity }) => identity);
  const later = new Map(Array.from(pairs, ([unit, { before }]) => [before, unit]));
  for (const [other, { before }] of others) {
    const { identity } = other;
    const isRenamed = identity !== undefined && identity !== before.identity;
    const byName = isRenamed && isUnique(identity) ? named.get(identity) : undefined;
    const isMoved = other.file.path !== before.file.path;
    const unit = (isMoved || isRenamed ? atPath.get(placedIdentity(other)) : undefined) ?? byName;
    const taken = later.get(before);
    if (unit === undefined || pairs.has(unit) || (equalOf(unit, several) ?? other) !== other) continue;
    if (taken !== undefined && taken.identity === before.identity) continue;
    if (taken !== undefined) pairs.delete(taken);
    pairs.set(unit, { before, way: unit.identity === before.identity ? 'renamedFile' : 'otherIdentity' });
    later.set(before, unit);
  }
}

/** Returns a key for the identity and the text of a resource. */
function namedText(unit: Unit): string | undefined {
  return unit.identity && `${unit.identity}|${bareText(unit)}`;
}

/** Returns the documents whose key no other one has. */
function soleOnes(
  units: readonly Unit[],
  keyOf: (unit: Unit) => string | undefined,
): ReadonlyMap<string | undefined, Unit> {
  const groups = groupBy(units, keyOf);
  return new Map(
    [...groups].flatMap(([key, [one, ...others]]) =>
      key === undefined || one === undefined || others.length > 0 ? [] : [[key, one]],
    ),
  );
}

/** Returns a key for a document of a file: its identity, or its position if it has none. */
function placedIdentity({ identity, file: { path, index } }: Unit): string {
  return `${path}|${identity ?? index}`;
}

/**
 * Removes the pairs of an earlier resource that each side pairs with a different one, by likeness, although both sides
 * have both of these: either could be its successor. `toNew`, `toLocal`: pairs of each side.
 */
function dropContrary(
  toNew: Pairs,
  toLocal: Pairs,
  units: Readonly<Record<'theirs' | 'local', readonly Unit[]>>,
): void {
  const ofLocal = new Map(Array.from(toLocal, ([unit, { before }]) => [before, unit]));
  const [inNew, inLocal] = [units.theirs, units.local].map((side) => new Set(side.map(({ identity }) => identity)));
  for (const [unit, { before }] of toNew) {
    const other = ofLocal.get(before);
    const ids = [before.identity, unit.identity, other?.identity];
    if (other === undefined || new Set(ids).size < 3 || ids.includes(undefined)) continue;
    if (inNew?.has(other.identity) !== true || inLocal?.has(unit.identity) !== true) continue;
    toNew.delete(unit);
    toLocal.delete(other);
  }
}

/** Makes a resource of which only the name changed a guess if the other side deleted it: the new one may be another. */
function doubtDeleted(pairs: Pairs, others: Pairs): void {
  const kept = new Set(Array.from(others.values(), ({ before }) => before));
  for (const [unit, { before, way }] of pairs)
    if (isInPlace(way) && !kept.has(before)) pairs.set(unit, { before, way: 'otherIdentity' });
}

/**
 * Removes pairs of resources with different identities, made by likeness only, that the other side contradicts: it has
 * the later one, too, but not as a version of the earlier one; or, if `isStrict`, it deleted the earlier one, which
 * then stays deleted next to a new resource. `pairs`, `others`: as for `pairByOther`. `units`: documents of the other
 * side.
 */
function dropDoubtful(
  pairs: Pairs,
  others: Pairs,
  { units, isStrict }: { readonly units: readonly Unit[]; readonly isStrict: boolean },
): void {
  const kept = new Set(Array.from(others.values(), ({ before }) => before));
  const named = new Map(units.map((unit) => [unit.identity, unit]));
  for (const [unit, { before, way }] of pairs) {
    if (before.identity === undefined || unit.identity === before.identity || !isOtherIdentity(way)) continue;
    const same = named.get(unit.identity);
    const isDeleted = isStrict && !kept.has(before) && !isNamedAlike(before, unit);
    if (isDeleted || (same !== undefined && others.get(same)?.before !== before)) pairs.delete(unit);
  }
}
