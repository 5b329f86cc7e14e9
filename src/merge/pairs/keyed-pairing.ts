import { groupBy } from '../../group-by.ts';
import { alignInOrder } from '../../pairing/align-equal.ts';
import type { ResourceWay } from '../../pairing/certainty.ts';
import { LEAST_LIKENESS, likeness, LikeThings } from './alike.ts';
import { linesOf } from './distinct-lines.ts';
import type { Pairs } from './pairs.ts';
import type { Unit } from './unit.ts';

/** Maximum number of documents with one identity in a file to compare with each other. */
const MAX_IN_ORDER = 50;

/** Key of a document for a pair; undefined if it has none. */
export type KeyOf = (unit: Unit) => string | undefined;

/** Keys for the identity of a document, the most certain one first. */
export const IDENTITIES: readonly KeyOf[] = [
  ({ identity, isNamedAsUpstream }) => identity && `${identity}|${isNamedAsUpstream}`,
  ({ identity }) => identity,
];

/** Documents of a file with one key, and those of them that have no equal one, by the equal one before them. */
interface Gaps {
  readonly before: readonly Unit[];
  readonly after: readonly Unit[];
  readonly way: ResourceWay;
  /** Undefined if no document has an equal one. */
  readonly gaps: Readonly<Record<'before' | 'after', ReadonlyMap<number, readonly Unit[]>>> | undefined;
}

/** Pairs of documents that are found by keys. */
export class KeyedPairing {
  readonly pairs: Pairs = new Map();
  readonly #all: { readonly before: readonly Unit[]; readonly after: readonly Unit[] };
  readonly #paired = new Set<Unit>();
  readonly #gaps: Gaps[] = [];
  /** Documents of groups with several documents. */
  readonly #aligned = new Set<Unit>();

  /** `repeated`: documents whose identity others of their file have. Default: as `before` and `after` show. */
  constructor(before: readonly Unit[], after: readonly Unit[], repeated: Iterable<Unit> = []) {
    this.#all = { before, after };
    for (const unit of repeated) this.#aligned.add(unit);
  }

  /** Earlier documents that have no pair. */
  get before(): readonly Unit[] {
    return this.#all.before.filter((unit) => !this.#paired.has(unit));
  }

  /** Later documents that have no pair. */
  get after(): readonly Unit[] {
    return this.#all.after.filter((unit) => !this.pairs.has(unit));
  }

  pair(before: Unit, after: Unit, way: ResourceWay): void {
    this.pairs.set(after, { before, way });
    this.#paired.add(before);
  }

  unpair(after: Unit): void {
    const pair = this.pairs.get(after);
    if (pair) this.#paired.delete(pair.before);
    this.pairs.delete(after);
  }

  /**
   * Pairs documents of the same file: by identity, `List`s in their order, and those without a name that are equal, or
   * of one kind.
   */
  inFiles(): void {
    const keys: readonly KeyOf[] = [...IDENTITIES, listOf, plainText, unnamedKind];
    for (const keyOf of keys) {
      const inFile: KeyOf = (unit) => {
        const key = keyOf(unit);
        return key === undefined ? undefined : `${unit.file.path}|${key}`;
      };
      this.inGroups(inFile, inFile, { way: 'identity', areAligned: keyOf !== listOf });
    }
  }

  /** Pairs documents of groups with one key. `areAligned`: false to pair those of a larger group in their order. */
  inGroups(
    ofBefore: KeyOf,
    ofAfter: KeyOf,
    { way, areAligned = true }: { readonly way: ResourceWay; readonly areAligned?: boolean },
  ): void {
    const groups = groupBy(this.before, ofBefore);
    for (const [key, after] of groupBy(this.after, ofAfter)) {
      const before = key === undefined ? [] : (groups.get(key) ?? []);
      const [one, other] = [before[0], after[0]];
      if (one === undefined || other === undefined) continue;
      if (!areAligned) after.forEach((unit, index) => before[index] && this.pair(before[index], unit, way));
      else if (before.length === 1 && after.length === 1) {
        const areSeveral = this.#aligned.has(one) && this.#aligned.has(other);
        if (!areSeveral || bareText(one) === bareText(other)) this.pair(one, other, way);
      } else this.#align(before, after, way === 'identity' ? 'fileOrder' : way);
    }
  }

  /**
   * Pairs documents that are alone, or as many, between the same equal ones of their file, or in a file without equal
   * ones.
   */
  inGaps(): void {
    const isFree = (unit: Unit): boolean => !this.pairs.has(unit) && !this.#paired.has(unit);
    for (const { before, after, way, gaps } of this.#gaps.splice(0)) {
      if (gaps === undefined) this.#inOrder(before.filter(isFree), after.filter(isFree), way);
      else
        for (const [gap, units] of gaps.before) {
          const [some, others] = [units.filter(isFree), (gaps.after.get(gap) ?? []).filter(isFree)];
          const [one, other] = [some[0], others[0]];
          if (one === undefined || other === undefined) continue;
          const isOnly = some.length + others.length === 2;
          if (!isOnly) this.#inOrder(some, others, way);
          else if (likeness(linesOf(one), linesOf(other)) >= LEAST_LIKENESS) this.pair(one, other, way);
        }
    }
  }

  /** Pairs as many documents in their order, if none is more similar to another one. */
  #inOrder(before: readonly Unit[], after: readonly Unit[], way: ResourceWay): void {
    if (before.length !== after.length || before.length > MAX_IN_ORDER) return;
    const lines = before.map(linesOf);
    const things = new LikeThings(lines);
    const areEqual = new Set(before.map(bareText)).size === 1;
    const scores = lines.map((one) =>
      after.map((unit) => (areEqual ? likeness(one, linesOf(unit)) : things.likeness(one, linesOf(unit)))),
    );
    const isBest = (at: number): boolean => {
      const own = scores[at]?.[at] ?? 0;
      return own >= LEAST_LIKENESS && scores.every((row, n) => own >= (row[at] ?? 0) && own >= (scores[at]?.[n] ?? 0));
    };
    if (before.every((_, at) => isBest(at)))
      for (const [at, one] of before.entries()) if (after[at] !== undefined) this.pair(one, after[at], way);
  }

  /** Pairs equal documents in their order, and those that are alone between the same ones of these. */
  #align(before: readonly Unit[], after: readonly Unit[], way: ResourceWay): void {
    for (const unit of [...before, ...after]) this.#aligned.add(unit);
    const pairs = aligned(before.map(bareText), after.map(bareText));
    const later = new Map(pairs.map((pair, at) => [pair, at]));
    const gaps = {
      before: gapsOf(before, (at) => later.get(at)),
      after: gapsOf(after, (at) => (pairs[at] === undefined ? undefined : at)),
    };
    for (const [at, pair] of pairs.entries()) {
      const [one, other] = [before[pair ?? -1], after[at]];
      if (one !== undefined && other !== undefined) this.pair(one, other, way);
    }
    this.#gaps.push({ before, after, way, gaps: pairs.every((pair) => pair === undefined) ? undefined : gaps });
  }
}

/** Returns the name in the text of an identity. */
export function nameIn(identity: string): string {
  return identity.split('|').at(-1) ?? identity;
}

/** Returns the text of a document without its marker and white space around it. */
export function bareText(unit: Unit): string {
  return unit.bareText.trim();
}

/** Returns a key for a `List` without a name. */
export function listOf({ identity, resource: { apiVersion, kind } }: Unit): string | undefined {
  return identity === undefined && kind === 'List' ? apiVersion : undefined;
}

/** Returns the text of a document that is not a resource. */
function plainText(unit: Unit): string | undefined {
  return unit.identity === undefined ? bareText(unit) : undefined;
}

/** Returns the kind of a document that has no name. */
export function unnamedKind({ identity, resource: { group, kind } }: Unit): string | undefined {
  return identity === undefined && kind !== '' && kind !== 'List' ? `${group}|${kind}` : undefined;
}

/** Returns the position in its file of a document that is not a resource. */
export function namelessPlace({ identity, file }: Unit): string | undefined {
  return identity === undefined ? `${file.index}` : undefined;
}

/** Pairs equal texts of two lists in their order: those at both ends first, since the middle may be ambiguous. */
function aligned(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const middle = alignInOrder(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [
    ...after.slice(0, start).keys(),
    ...middle.map((pair) => (pair === undefined ? undefined : pair + start)),
    ...Array.from({ length: end }, (_, n) => before.length - end + n),
  ];
}

/** Groups the documents that have no equal one by the one before them that has. */
function gapsOf(
  units: readonly Unit[],
  anchorOf: (at: number) => number | undefined,
): ReadonlyMap<number, readonly Unit[]> {
  let last = -1;
  const gaps = new Map<number, Unit[]>();
  for (const [at, unit] of units.entries()) {
    const anchor = anchorOf(at);
    if (anchor !== undefined) last = anchor;
    else gaps.set(last, [...(gaps.get(last) ?? []), unit]);
  }
  return gaps;
}
