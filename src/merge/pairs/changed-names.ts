import { groupBy } from '../../group-by.ts';
import { canonicalText } from '../../pairing/align-equal.ts';
import { isMap } from '../../yaml/index.ts';
import { withoutMarks } from '../values/kpt-marks.ts';
import { likeness, type Budget } from './alike.ts';
import { areOtherTypes, DistinctLines, kindOf, linesOf } from './distinct-lines.ts';
import type { Unit } from './unit.ts';

/** Minimum number of lines to recognize a resource that was renamed and moved. */
const MIN_LINES = 4;

/** Documents of two versions that have no pair yet. */
export interface ChangedNames {
  readonly before: readonly Unit[];
  readonly after: readonly Unit[];
  /** All documents of both versions. */
  readonly all: { readonly before: readonly Unit[]; readonly after: readonly Unit[] };
  /** Documents whose common lines do not count. Default: all of the earlier version. */
  readonly among?: readonly Unit[];
  /** Documents of the third version. */
  readonly other: readonly Unit[];
  /** Reports whether documents of different files may be paired. */
  readonly mayPair: (before: Unit, after: Unit) => boolean;
  readonly budget: Budget;
}

/**
 * Pairs documents whose identity changed, in this order: similar resources of the same kind and name in a file;
 * documents at the same place in their file; resources of the same kind that share the most lines, if more than half.
 * Two documents that the third version both has are never paired. Returns the earlier document of each paired one, and
 * the candidates of those beyond the limit of comparisons.
 */
export function pairChangedNames({ before, after, all, among = all.before, other, mayPair, budget }: ChangedNames): {
  readonly pairs: ReadonlyMap<Unit, Unit>;
  readonly candidates: ReadonlyMap<Unit, readonly Unit[]>;
} {
  const pairing = new Pairing(before, after);
  if (before.length === 0 || after.length === 0) return pairing;
  const hasBoth = hasBothOf(all.before, other);
  const areApart = (a: Unit, b: Unit): boolean => (a.identity !== undefined && hasBoth(a, b)) || areOtherTypes(a, b);
  const lines = new DistinctLines(among);
  const [inBefore, inAfter, inOther] = [all.before, all.after, other].map(onlyOnes);
  // The only document of a file in all versions: the other side left it unchanged, or renamed it equally.
  const isReplaced = (a: Unit, b: Unit): boolean => {
    const { path } = a.file;
    const isOnly = inBefore?.get(path) === a && inAfter?.get(path) === b && kindOf(a) === kindOf(b);
    return isOnly && a.identity !== undefined && [a.identity, b.identity].includes(inOther?.get(path)?.identity);
  };
  pairing.byKey(nameInFile, (a, b) => isSuccessor(a, b, lines) && !areApart(a, b));
  pairing.byKey(
    unitPlace,
    (a, b) => (isSuccessor(a, b, lines) || isReplaced(a, b) || isOnlyRenamed(a, b)) && !areApart(a, b),
  );
  const mayBeSame = (a: Unit, b: Unit): boolean => !areApart(a, b) && (a.file.path === b.file.path || mayPair(a, b));
  pairing.byLikeness(mayBeSame, { lines, budget });
  return pairing;
}

/** Reports whether resources differ in nothing but their name and namespace. */
function isOnlyRenamed(a: Unit, b: Unit): boolean {
  return a.identity !== b.identity && namelessText(a) !== undefined && namelessText(a) === namelessText(b);
}

/** Returns a text that is equal for resources of one kind with the same data but for their name and namespace. */
function namelessText(unit: Unit): string | undefined {
  const value = withoutMarks(unit.resource.value());
  if (unit.identity === undefined || !isMap(value)) return undefined;
  const { name: _, namespace: __, ...metadata } = isMap(value['metadata']) ? value['metadata'] : {};
  return `${kindOf(unit)}|${canonicalText({ ...value, metadata })}`;
}

/** Earlier version of a resource, and the way to find it. */
export interface RenamedInPlace {
  readonly before: Unit;
  readonly way: 'onlyName' | 'onlyNamespace';
}

/**
 * Pairs the resources of a file that have one group, kind and name, if no other one of the file has these, and at least
 * half of their lines are the same; and then those that differ in nothing but their name and namespace, if no other
 * resource of the file has their data, and they have more lines than a name, or are alone in the file. The third
 * version may not have both.
 */
export function pairRenamedInPlace({
  before,
  after,
  all,
  other,
}: Pick<ChangedNames, 'before' | 'after' | 'all' | 'other'>): ReadonlyMap<Unit, RenamedInPlace> {
  const pairs = new Map<Unit, RenamedInPlace>();
  if (before.length === 0 || after.length === 0) return pairs;
  const hasBoth = hasBothOf(all.before, other);
  const [inBefore, inAfter] = [all.before, all.after].map((units) => groupBy(units, ({ file }) => file.path));
  const [left, added] = [new Set(before), new Set(after)];
  const paths = new Set(before.map(({ file }) => file.path));
  for (const path of new Set(after.flatMap(({ file }) => (paths.has(file.path) ? file.path : [])))) {
    const [earlier, later] = [inBefore?.get(path) ?? [], inAfter?.get(path) ?? []];
    const areAlone = earlier.length === 1 && later.length === 1;
    const pairBy = (
      way: RenamedInPlace['way'],
      keyOf: (unit: Unit) => string | undefined,
      isAlike: (a: Unit, b: Unit) => boolean,
    ): void => {
      const keys = groupBy(later, keyOf);
      for (const [key, [a, ...others]] of groupBy(earlier, keyOf)) {
        const [b, ...more] = key === undefined ? [] : (keys.get(key) ?? []);
        if (a === undefined || b === undefined || others.length + more.length > 0) continue;
        if (a.identity === b.identity || !left.has(a) || !added.has(b) || pairs.has(b)) continue;
        if (!hasBoth(a, b) && isAlike(a, b)) pairs.set(b, { before: a, way });
      }
    };
    pairBy('onlyNamespace', groupedName, (a, b) => likeness(linesOf(a), linesOf(b)) >= 0.5);
    const taken = new Set(Array.from(pairs.values(), ({ before: a }) => a));
    pairBy('onlyName', namelessText, (a) => !taken.has(a) && (areAlone || linesOf(a).length >= MIN_LINES));
  }
  return pairs;
}

/**
 * Returns a function that reports whether a version has two resources: the identity of the later one, and as many with
 * that of the earlier one as the earlier version. With fewer of these, the version may have renamed the earlier one
 * equally.
 */
function hasBothOf(earlier: readonly Unit[], version: readonly Unit[]): (before: Unit, after: Unit) => boolean {
  const [known, found] = [earlier, version].map((units) => groupBy(units, ({ identity }) => identity));
  const countIn = (groups: typeof known, { identity }: Unit): number => groups?.get(identity)?.length ?? 0;
  return (before, after) => countIn(found, after) > 0 && countIn(found, before) >= Math.max(1, countIn(known, before));
}

/** Returns a key for the group, kind and name of a resource. */
function groupedName({ identity, resource: { group, kind, name } }: Unit): string | undefined {
  return identity === undefined ? undefined : [group, kind, name].join('|');
}

/** Returns the documents that are alone in their files, by path. */
function onlyOnes(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  const files = groupBy(units, ({ file }) => file.path);
  return new Map([...files].flatMap(([path, [one, ...others]]) => (one && others.length === 0 ? [[path, one]] : [])));
}

function unitPlace({ file: { path, index } }: Unit): string {
  return `${path}|${index}`;
}

/** Reports whether a document can be a later version of another at the same place. */
function isSuccessor(before: Unit, after: Unit, lines: DistinctLines): boolean {
  const [a, b] = [before.resource, after.resource];
  if (before.identity === undefined && after.identity === undefined) return true;
  const isSameName = a.name === b.name && a.namespace === b.namespace;
  const mayBeSame = isSameName || a.kind === b.kind || before.identity === undefined;
  if (!mayBeSame) return false;
  const [one = [], other = []] = [before, after].map((unit) => (isSameName ? linesOf(unit) : lines.of(unit)));
  return likeness(one, other) >= 0.5;
}

/**
 * Reports whether two resources of a file have the same kind and name, so that they differ only in group or namespace.
 */
export function isNamedAlike(before: Unit, after: Unit): boolean {
  return nameInFile(before) === nameInFile(after);
}

/** Returns a key for the kind and name of a resource in its file. */
function nameInFile({ identity, file, resource: { kind, name } }: Unit): string | undefined {
  return identity === undefined ? undefined : [file.path, kind, name].join('|');
}

class Pairing {
  /** Earlier document of each paired one. */
  readonly pairs = new Map<Unit, Unit>();
  readonly candidates = new Map<Unit, readonly Unit[]>();
  #before: readonly Unit[];
  #after: readonly Unit[];

  constructor(before: readonly Unit[], after: readonly Unit[]) {
    this.#before = before;
    this.#after = after;
  }

  byKey(keyOf: (unit: Unit) => string | undefined, isPair: (before: Unit, after: Unit) => boolean): void {
    const candidates = groupBy(this.#before, keyOf);
    this.#pair((after) => {
      const key = keyOf(after);
      const [first] = key === undefined ? [] : (candidates.get(key) ?? []);
      if (first === undefined || !isPair(first, after)) return undefined;
      candidates.get(key)?.shift();
      return first;
    });
  }

  /** Pairs the remaining resources with the most similar ones of the same kind that they may be. */
  byLikeness(
    mayPair: (before: Unit, after: Unit) => boolean,
    { lines: distinct, budget }: { readonly lines: DistinctLines; readonly budget: Budget },
  ): void {
    const [sameKind, later] = [this.#before, this.#after].map((units) =>
      groupBy(
        units.filter(({ identity }) => identity !== undefined),
        kindOf,
      ),
    );
    const found: { readonly before: Unit; readonly after: Unit; readonly score: number }[] = [];
    for (const [kind, units] of later ?? []) {
      const candidates = sameKind?.get(kind) ?? [];
      if (!budget.take(candidates.length * units.length))
        for (const before of candidates) this.candidates.set(before, units);
      else
        for (const after of units) {
          const lines = distinct.of(after);
          const isLong = linesOf(after).length >= MIN_LINES;
          for (const before of candidates) {
            const score = likeness(distinct.of(before), lines);
            if (score > 0.5 && isLong && mayPair(before, after)) found.push({ before, after, score });
          }
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
