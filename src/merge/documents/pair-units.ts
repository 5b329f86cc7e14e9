import { groupBy } from '../../group-by.ts';
import { countCommon } from '../../pairing/count-common.ts';
import type { Sides } from '../sides.ts';
import { areOtherTypes, DistinctLines, kindOf } from './distinct-lines.ts';
import type { Unit } from './unit.ts';

/** Maximum number of comparisons between two resources, line by line, to find renamed ones. */
const MAX_COMPARED = 100_000;

/** Minimum number of lines to recognize a resource that was renamed and moved. */
const MIN_LINES = 4;

/**
 * Pairs the documents of one version with those of an earlier one, in this order: by identity, in the same file first;
 * `List`s of the same file; equal documents that are not resources; similar resources of the same kind and name in a file;
 * documents at the same place in their file; resources of the same kind that share the most lines, if more than half. Two documents that the `other` side both has are never
 * paired. Returns the earlier document of each paired one. `among`: documents whose common lines do not count. Default: those of the
 * earlier version.
 */
export function pairUnits(
  before: readonly Unit[],
  after: readonly Unit[],
  other: readonly Unit[],
  among = before,
): Map<Unit, Unit> {
  const identities = new Set(other.map(({ identity }) => identity));
  const areApart = (a: Unit, b: Unit): boolean =>
    (a.identity !== undefined && identities.has(a.identity) && identities.has(b.identity)) || areOtherTypes(a, b);
  const lines = new DistinctLines(among);
  const pairing = pairedByIdentity(before, after);
  const [inBefore, inAfter, inOther] = [before, after, other].map(onlyOnes);
  // The only document of a file in all versions: the other side left it unchanged, or renamed it equally.
  const isReplaced = (a: Unit, b: Unit): boolean => {
    const { path } = a.file;
    const isOnly = inBefore?.get(path) === a && inAfter?.get(path) === b && kindOf(a) === kindOf(b);
    return isOnly && a.identity !== undefined && [a.identity, b.identity].includes(inOther?.get(path)?.identity);
  };
  pairing.byKey(nameInFile, (a, b) => isSuccessor(a, b, lines) && !areApart(a, b));
  pairing.byKey(placeOf, (a, b) => (isSuccessor(a, b, lines) || isReplaced(a, b)) && !areApart(a, b));
  pairing.byLikeness(areApart, lines);
  return pairing.pairs;
}

/** Returns the documents that are alone in their files, by path. */
function onlyOnes(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  const files = groupBy(units, ({ file }) => file.path);
  return new Map([...files].flatMap(([path, [one, ...others]]) => (one && others.length === 0 ? [[path, one]] : [])));
}

/**
 * Pairs unpaired documents of one side by their similarity to the other side's versions: a side that took over the other's
 * changes shares more lines with the other side than with base. `pairs`, `others`: earlier document of each document of
 * this side, and of the other.
 */
export function pairByOther(
  units: readonly Unit[],
  pairs: ReadonlyMap<Unit, Unit>,
  others: ReadonlyMap<Unit, Unit>,
): ReadonlyMap<Unit, Unit> {
  const paired = new Set(pairs.values());
  const left = Array.from(others).filter(([other, before]) => !paired.has(before) && other.text !== before.text);
  const found = pairUnits(
    left.map(([other]) => other),
    units.filter((unit) => !pairs.has(unit)),
    [...others.keys()],
    [...others.keys()],
  );
  return new Map(
    Array.from(found).flatMap(([unit, other]) => {
      const before = others.get(other);
      return before === undefined ? [] : [[unit, before] as const];
    }),
  );
}

/**
 * Pairs resources of one side as the same resource on the other side is paired, if they have no earlier version, and only
 * likeness pairs that one with another resource of this side, or nothing does. `pairs`, `others`: as for `pairByOther`.
 */
export function followOther(units: readonly Unit[], pairs: Map<Unit, Unit>, others: ReadonlyMap<Unit, Unit>): void {
  const free = new Map(units.flatMap((unit) => (pairs.has(unit) ? [] : [[unit.identity, unit] as const])));
  const later = new Map(Array.from(pairs, ([unit, before]) => [before, unit]));
  for (const [other, before] of others) {
    const unit = other.identity === undefined ? undefined : free.get(other.identity);
    const taken = later.get(before);
    if (unit === undefined || (taken !== undefined && taken.identity === before.identity)) continue;
    if (taken !== undefined) pairs.delete(taken);
    pairs.set(unit, before);
  }
}

/**
 * Removes the pairs of an earlier resource that each side pairs with a different one, by likeness, although both sides have
 * both of these: either could be its successor. `toNew`, `toLocal`: earlier document of each document of a side.
 */
export function dropContrary(
  toNew: Map<Unit, Unit>,
  toLocal: Map<Unit, Unit>,
  units: Readonly<Record<'theirs' | 'local', readonly Unit[]>>,
): void {
  const ofLocal = new Map(Array.from(toLocal, ([unit, before]) => [before, unit]));
  const [inNew, inLocal] = [units.theirs, units.local].map((side) => new Set(side.map(({ identity }) => identity)));
  for (const [unit, before] of toNew) {
    const other = ofLocal.get(before);
    const ids = [before.identity, unit.identity, other?.identity];
    if (other === undefined || new Set(ids).size < 3 || ids.includes(undefined)) continue;
    if (inNew?.has(other.identity) !== true || inLocal?.has(unit.identity) !== true) continue;
    toNew.delete(unit);
    toLocal.delete(other);
  }
}

/**
 * Removes pairs of resources with different identities, made by likeness only, that the other side contradicts: it has the
 * later one, too, but not as a version of the earlier one; or, if `isStrict`, it deleted the earlier one, which then stays
 * deleted next to a new resource. `pairs`, `others`: as for `pairByOther`. `units`: documents of the other side.
 */
export function dropDoubtful(
  pairs: Map<Unit, Unit>,
  others: ReadonlyMap<Unit, Unit>,
  { units, isStrict }: { readonly units: readonly Unit[]; readonly isStrict: boolean },
): void {
  const kept = new Set(others.values());
  const named = new Map(units.map((unit) => [unit.identity, unit]));
  for (const [unit, before] of pairs) {
    if (before.identity === undefined || unit.identity === before.identity) continue;
    const same = named.get(unit.identity);
    const isDeleted = isStrict && !kept.has(before) && !isNamedAlike(before, unit);
    if (isDeleted || (same !== undefined && others.get(same) !== before)) pairs.delete(unit);
  }
}

/**
 * Pairs documents that both sides added: by identity, or by place in the file if they are not resources. Resources with
 * different names are never paired, however similar they are.
 */
export function pairAdded(theirs: readonly Unit[], local: readonly Unit[]): ReadonlyMap<Unit, Unit> {
  const pairing = pairedByIdentity(theirs, local);
  pairing.byKey((unit) => (unit.identity === undefined ? placeOf(unit) : undefined));
  return pairing.pairs;
}

/** Reports whether a file has the same documents in all versions, so that they can be paired without other files. */
export function keepsDocuments({ base, theirs, local }: Sides<readonly Unit[]>): boolean {
  const [before, ...after] = [base, theirs, local].map((units) => units?.map(keyInFile).toSorted());
  return (
    before !== undefined &&
    after.every((keys) => keys?.length === before.length && keys.every((key, index) => key === before[index]))
  );
}

function keyInFile({ identity, isNamedAsUpstream, file }: Unit): string {
  return identity === undefined ? `${file.index}` : `${identity}|${isNamedAsUpstream}`;
}

function pairedByIdentity(before: readonly Unit[], after: readonly Unit[]): Pairing {
  const pairing = new Pairing(before, after);
  pairing.byKey(({ file, identity, isNamedAsUpstream }) => identity && `${file.path}|${identity}|${isNamedAsUpstream}`);
  pairing.byKey(({ file, identity }) => identity && `${file.path}|${identity}`);
  pairing.byKey(({ identity, isNamedAsUpstream }) => identity && `${identity}|${isNamedAsUpstream}`);
  pairing.byKey(({ identity }) => identity);
  pairing.byKey(listOf);
  pairing.byKey(({ file, identity, bareText }) =>
    identity === undefined ? `${file.path}|${bareText.trim()}` : undefined,
  );
  return pairing;
}

/** Returns a key for a `List` without a name. The `List`s of a file are paired in their order, wherever they are in it. */
function listOf({ file, identity, resource: { apiVersion, kind } }: Unit): string | undefined {
  return identity === undefined && kind === 'List' ? `${file.path}|${apiVersion}` : undefined;
}

function placeOf({ file: { path, index } }: Unit): string {
  return `${path}|${index}`;
}

/** Reports whether a document can be a later version of another at the same place. */
function isSuccessor(before: Unit, after: Unit, lines: DistinctLines): boolean {
  const [a, b] = [before.resource, after.resource];
  if (before.identity === undefined && after.identity === undefined) return true;
  const isSameName = a.name === b.name && a.namespace === b.namespace;
  const mayBeSame = isSameName || a.kind === b.kind || before.identity === undefined;
  if (!mayBeSame) return false;
  const [one, other] = [before, after].map((unit) => (isSameName ? lines.allOf(unit) : lines.of(unit)));
  return likeness(one ?? [], other ?? []) >= 0.5;
}

/** Reports whether two resources of a file have the same kind and name, so that they differ only in group or namespace. */
export function isNamedAlike(before: Unit, after: Unit): boolean {
  return nameInFile(before) === nameInFile(after);
}

function nameInFile({ identity, file, resource: { kind, name } }: Unit): string | undefined {
  return identity === undefined ? undefined : [file.path, kind, name].join('|');
}

class Pairing {
  readonly pairs = new Map<Unit, Unit>();
  #before: readonly Unit[];
  #after: readonly Unit[];

  constructor(before: readonly Unit[], after: readonly Unit[]) {
    this.#before = before;
    this.#after = after;
  }

  byKey(keyOf: (unit: Unit) => string | undefined, isPair: (before: Unit, after: Unit) => boolean = () => true): void {
    const candidates = groupBy(this.#before, keyOf);
    this.#pair((after) => {
      const key = keyOf(after);
      const [first] = key === undefined ? [] : (candidates.get(key) ?? []);
      if (first === undefined || !isPair(first, after)) return undefined;
      candidates.get(key)?.shift();
      return first;
    });
  }

  /** Pairs the remaining resources with the most similar ones of the same kind, except for those that are apart. */
  byLikeness(areApart: (before: Unit, after: Unit) => boolean, distinct: DistinctLines): void {
    const sameKind = groupBy(
      this.#before.filter(({ identity }) => identity !== undefined),
      kindOf,
    );
    const found: { readonly before: Unit; readonly after: Unit; readonly score: number }[] = [];
    let compared = 0;
    for (const after of this.#after.filter(({ identity }) => identity !== undefined)) {
      const candidates = sameKind.get(kindOf(after)) ?? [];
      compared += candidates.length;
      if (compared > MAX_COMPARED) break;
      const lines = distinct.of(after);
      const isLong = distinct.allOf(after).length >= MIN_LINES;
      for (const before of candidates) {
        const score = likeness(distinct.of(before), lines);
        if (score > 0.5 && isLong && !areApart(before, after)) found.push({ before, after, score });
      }
    }
    const best = new Map<Unit, Unit>();
    const taken = new Set<Unit>();
    for (const { before, after } of found.toSorted((a, b) => b.score - a.score)) {
      if (best.has(after) || taken.has(before)) continue;
      best.set(after, before);
      taken.add(before);
    }
    this.#pair((after) => best.get(after));
  }

  #pair(find: (after: Unit) => Unit | undefined): void {
    const taken = new Set<Unit>();
    this.#after = this.#after.filter((after) => {
      const before = find(after);
      if (before === undefined) return true;
      this.pairs.set(after, before);
      taken.add(before);
      return false;
    });
    if (taken.size > 0) this.#before = this.#before.filter((unit) => !taken.has(unit));
  }
}

/** Returns the number of common lines of two texts, as a share of the longer one: 0 to 1. */
function likeness(a: readonly string[], b: readonly string[]): number {
  return countCommon(a, b) / Math.max(a.length, b.length, 1);
}
