import { alignEqual, canonicalText } from './align-equal.ts';
import { groupBy } from '../group-by.ts';
import type { Value } from '../yaml/index.ts';
import { isCertain, type Way } from './certainty.ts';
import { equalCount } from './equal-count.ts';
import type { Keying } from './keying.ts';
import { areAlike, likeness } from './likeness.ts';
import { rekeyed, replaced, type PossibleChange } from './possible-changes.ts';

/** Versions of a list; undefined in a version that does not have it. */
interface ListVersions {
  readonly base: readonly Value[] | undefined;
  readonly theirs: readonly Value[] | undefined;
  readonly local: readonly Value[] | undefined;
}

/** Elements of all versions of a list. Versions of one element share a number, for those in base its index there. */
export interface PairedVersions {
  /** Number of each element, by version. */
  readonly ids: Readonly<Record<'base' | 'theirs' | 'local', readonly number[]>>;
  readonly count: number;
  /** Numbers of those that both sides changed, or one changed and one deleted, and that only their likeness pairs. */
  readonly guesses: ReadonlySet<number>;
  /**
   * True if base has an element without a key that both sides removed, and one of them added another without a pair.
   */
  readonly hasUnpaired: boolean;
  /** True if both sides added equal elements, but not as many, or one removed those that the other added. */
  readonly isContested: boolean;
  /**
   * Numbers of elements that only one side has, each with that of an element of base that this side may have changed:
   * its key or, without one, all of it. The other side removed that one.
   */
  readonly renamed: ReadonlyMap<number, number>;
  /**
   * With `splits`: number of each element of base that had a likely version with another key, and number of that one.
   */
  readonly split: ReadonlyMap<number, number>;
}

/**
 * Pairs the elements of the versions of a list, in this order: by keys; equal elements, by count; each element that is
 * gone on both sides with the most similar new one of each side; each element that is gone on one side with the most
 * similar new one there. `splits`: true to not pair elements with different keys by their likeness. Default: false.
 */
export function pairVersions(
  lists: ListVersions,
  keying: Keying,
  { splits = false }: { readonly splits?: boolean } = {},
): PairedVersions {
  return new Pairing(lists, keying).run(splits);
}

/** Maximum number of pairs of elements to compare by likeness. Above it, no elements are paired by likeness. */
const MAX_COMPARED = 10_000;

/** Elements of one side, with their numbers, and the index of each number. */
class SideList {
  readonly list: readonly Value[];
  readonly texts: readonly string[];
  readonly #ids: (number | undefined)[];
  readonly #at = new Map<number, number>();

  constructor(list: readonly Value[]) {
    this.list = list;
    this.texts = list.map(canonicalText);
    this.#ids = list.map(() => undefined);
  }

  pair(at: number, id: number | undefined): void {
    const before = this.#ids[at];
    if (before !== undefined) this.#at.delete(before);
    this.#ids[at] = id;
    if (id !== undefined) this.#at.set(id, at);
  }

  has(id: number): boolean {
    return this.#at.has(id);
  }

  /** Returns the text of the element with a number; undefined if the side does not have it. */
  textOf(id: number): string | undefined {
    const at = this.#at.get(id);
    return at === undefined ? undefined : this.texts[at];
  }

  /** Returns the index of the element with a number; undefined if the side does not have it. */
  indexOf(id: number): number | undefined {
    return this.#at.get(id);
  }

  idAt(at: number): number | undefined {
    return this.#ids[at];
  }

  /**
   * Reports whether the position of a number in base is between those of the nearest numbered neighbors of an element.
   */
  isBetween(at: number, id: number): boolean {
    const before = this.#ids.slice(0, at).findLast((each) => each !== undefined) ?? -1;
    const after = this.#ids.slice(at + 1).find((each) => each !== undefined) ?? Infinity;
    return before < id && id < after;
  }

  /** Indexes of elements without a number. */
  get added(): readonly number[] {
    return [...this.list.keys()].filter((at) => this.#ids[at] === undefined);
  }

  numbered(next: () => number): readonly number[] {
    return this.#ids.map((id) => id ?? next());
  }
}

/** Element that a side added, and the one of base that it may be. */
type Change = readonly [side: SideList, ...PossibleChange];

/** Elements of a side that may be versions of elements of base. */
interface Candidates {
  /** Their indexes. Default: the elements without a pair. */
  readonly added?: readonly number[];
  /** False to not pair two elements only because both are the last ones left. */
  readonly areOnly?: false;
}

class Pairing {
  readonly #keying: Keying;
  readonly #base: readonly Value[];
  readonly #texts: readonly string[];
  readonly #new: SideList;
  readonly #local: SideList;
  readonly #guesses = new Set<number>();
  #count: number;
  #isContested = false;

  constructor({ base = [], theirs = [], local = [] }: ListVersions, keying: Keying) {
    this.#keying = keying;
    this.#base = base;
    this.#texts = base.map(canonicalText);
    this.#count = base.length;
    this.#new = new SideList(theirs);
    this.#local = new SideList(local);
    for (const side of [this.#new, this.#local])
      for (const [at, id] of keying.pair(base, side.list).entries())
        if (id !== undefined) this.#pair(side, id, at, keying.way);
  }

  run(splits: boolean): PairedVersions {
    const [theirs, local] = [this.#new, this.#local];
    this.#addedWithOneKey();
    this.#equal();
    const gone = this.#goneOnBothSides();
    const alike = [theirs, local].map((side) => [side, this.#mostAlike(gone, side)] as const);
    // An element with a key that one side removed is removed: a similar one of the other side is a different element.
    const isPair = (id: number): boolean =>
      this.#keying.keyOf(this.#base[id] ?? null) === undefined || alike.every(([, pairs]) => pairs.has(id));
    const others: Change[] = [];
    for (const [side, pairs] of alike)
      for (const [id, at] of pairs)
        if (isPair(id)) this.#pair(side, id, at, 'likeness');
        else others.push([side, at, id]);
    this.#goneOnOneSide(theirs, local);
    this.#goneOnOneSide(local, theirs);
    const unpaired = gone.filter((id) => !this.#guesses.has(id));
    const hasUnpaired = this.#hasUnpaired(unpaired);
    for (const side of [theirs, local])
      others.push(
        ...this.#possibleChanges(side, unpaired, { others, hasUnpaired }).map((each) => [side, ...each] as const),
      );
    const split = splits ? this.#splitGuesses() : [];
    const next = (): number => this.#count++;
    const ids = { base: [...this.#base.keys()], theirs: theirs.numbered(next), local: local.numbered(next) };
    const numberOf = ([side, at]: Change): number => (side === theirs ? ids.theirs : ids.local)[at] ?? 0;
    return {
      ids,
      count: this.#count,
      guesses: this.#guesses,
      hasUnpaired,
      isContested: this.#isContested,
      renamed: new Map(
        others.flatMap((change) => {
          const number = numberOf(change);
          return number < this.#base.length ? [] : [[number, change[2]] as const];
        }),
      ),
      split: new Map(split.map((change) => [change[2], numberOf(change)])),
    };
  }

  /**
   * Undoes guesses about an element with a key to which the sides gave different keys. Returns the elements that get
   * apart.
   */
  #splitGuesses(): readonly Change[] {
    const keyOf = (list: readonly Value[], at: number | undefined): string | undefined =>
      this.#keying.keyOf(list[at ?? -1] ?? null);
    return [...this.#guesses].flatMap((id): readonly Change[] => {
      const sides = [this.#new, this.#local].map((side) => ({ side, at: side.indexOf(id) }));
      const keys = sides.map(({ side, at }) => keyOf(side.list, at));
      const key = keyOf(this.#base, id);
      const apart = sides.find((_, index) => keys[index] !== key);
      if (key === undefined || keys[0] === keys[1] || apart?.at === undefined) return [];
      apart.side.pair(apart.at, undefined);
      return [[apart.side, apart.at, id]];
    });
  }

  /**
   * Reports whether elements without a key are gone on both sides while an added element may be a version of one of
   * them. False if one side has all edits of the other.
   */
  #hasUnpaired(gone: readonly number[]): boolean {
    const [theirs, local] = [this.#new, this.#local];
    const isLoose = (id: number): boolean => this.#keying.keyOf(this.#base[id] ?? null) === undefined;
    const hasAll = (side: SideList, other: SideList): boolean =>
      other.added.length === 0 && this.#gone(other).every((id) => !side.has(id));
    return gone.some(isLoose) && !hasAll(theirs, local) && !hasAll(local, theirs);
  }

  /**
   * Returns elements of a side that may be changed ones of base that both sides removed, except for those already
   * found.
   */
  #possibleChanges(
    side: SideList,
    gone: readonly number[],
    { others, hasUnpaired }: { readonly others: readonly Change[]; readonly hasUnpaired: boolean },
  ): readonly PossibleChange[] {
    const found = others.filter(([of]) => of === side);
    const [ids, indexes] = [new Set(found.map(([, , id]) => id)), new Set(found.map(([, at]) => at))];
    const left = gone.filter((id) => !ids.has(id));
    const added = side.added.filter((at) => !indexes.has(at));
    const additions = { list: side.list, added, isBetween: (at: number, id: number) => side.isBetween(at, id) };
    const changes = rekeyed(this.#base, left, additions, this.#keying);
    return changes.length > 0 || hasUnpaired ? changes : replaced(this.#base, left, additions, this.#keying);
  }

  #pair(side: SideList, id: number, at: number, way: Way): void {
    side.pair(at, id);
    if (!isCertain(way)) this.#guesses.add(id);
  }

  /** Pairs elements that both sides added with the same key. */
  #addedWithOneKey(): void {
    const keying = this.#keying;
    const free = groupBy(this.#new.added.toReversed(), (at) => keying.keyOf(this.#new.list[at] ?? null));
    for (const at of this.#local.added) {
      const key = keying.keyOf(this.#local.list[at] ?? null);
      this.#pairAdded(key === undefined ? undefined : free.get(key)?.pop(), at);
    }
    if (keying.inferred !== undefined) this.#addedWithAnyKey();
  }

  /** Pairs elements that both sides added with one of several keys that were found. */
  #addedWithAnyKey(): void {
    const [inNew, inLocal] = [this.#new, this.#local].map((side) => ({ added: side.added, list: side.list }));
    const elements = (side: typeof inNew): readonly Value[] => side?.added.map((at) => side.list[at] ?? null) ?? [];
    const pairs = this.#keying.pair(elements(inNew), elements(inLocal));
    for (const [n, pair] of pairs.entries()) this.#pairAdded(inNew?.added[pair ?? -1], inLocal?.added[n]);
  }

  #pairAdded(inNew: number | undefined, inLocal: number | undefined): void {
    if (inNew === undefined || inLocal === undefined) return;
    const id = this.#count++;
    this.#new.pair(inNew, id);
    this.#local.pair(inLocal, id);
  }

  /** Pairs equal elements: with base's, and those that both sides added. */
  #equal(): void {
    const free = mapBoth(this.#new, this.#local, (side) => ({ gone: this.#gone(side), added: side.added }));
    for (const [side, { gone, added }] of free) {
      const pairs = alignEqual(
        gone.map((id) => this.#texts[id] ?? ''),
        added.map((at) => side.texts[at] ?? ''),
      );
      for (const [n, pair] of pairs.entries()) {
        const id = gone[pair ?? -1];
        if (id !== undefined) this.#pair(side, id, added[n] ?? 0, 'equality');
      }
    }
    const [[, theirs], [, local]] = free;
    const goneInLocal = new Set(local.gone);
    const groups = [
      groupBy(
        theirs.gone.filter((id) => goneInLocal.has(id)),
        (id) => this.#texts[id] ?? '',
      ),
      groupBy(theirs.added, (at) => this.#new.texts[at] ?? ''),
      groupBy(local.added, (at) => this.#local.texts[at] ?? ''),
    ];
    for (const text of new Set(groups.slice(1).flatMap((group) => [...group.keys()]))) {
      const [b = [], n = [], l = []] = groups.map((group) => group.get(text) ?? []);
      this.#equalTo(b, n, l);
    }
    const [inNew, inLocal] = [this.#new.added, this.#local.added];
    const pairs = alignEqual(
      inNew.map((at) => this.#new.texts[at] ?? ''),
      inLocal.map((at) => this.#local.texts[at] ?? ''),
    );
    for (const [n, pair] of pairs.entries()) this.#pairAdded(inNew[pair ?? -1], inLocal[n]);
  }

  /** Settles the pairs of equal elements if both sides changed their count. */
  #equalTo(ids: readonly number[], inNew: readonly number[], inLocal: readonly number[]): void {
    const [b, n, l] = [ids.length, inNew.length, inLocal.length];
    if (equalCount(b, n, l) === undefined) this.#isContested = true;
    if (n < b && l < b) {
      for (const at of inNew) this.#new.pair(at, undefined);
      for (const at of inLocal) this.#local.pair(at, undefined);
      for (const [k, at] of inNew.entries()) this.#new.pair(at, ids[k]);
      for (const [k, at] of inLocal.entries()) this.#local.pair(at, ids[k]);
    }
  }

  /**
   * Returns the elements of base that are gone on both sides, except for those to which both sides gave the same key.
   * Pairs these if the sides differ in something else.
   */
  #goneOnBothSides(): readonly number[] {
    const gone = this.#gone(this.#new).filter((id) => !this.#local.has(id));
    const both = [...this.#new.list.keys()].filter((at) => (this.#new.idAt(at) ?? -1) >= this.#base.length);
    const alike = this.#mostAlike(gone, this.#new, { added: both, areOnly: false });
    for (const [id, at] of alike) this.#renamedByBoth(id, at);
    return gone.filter((id) => !alike.has(id));
  }

  /** Pairs an element of base with one that both sides have under another key, unless they have it equally. */
  #renamedByBoth(id: number, at: number): void {
    const other = this.#local.indexOf(this.#new.idAt(at) ?? -1);
    if (other === undefined || this.#new.texts[at] === this.#local.texts[other]) return;
    if (!areAlike(this.#base[id] ?? null, this.#local.list[other] ?? null, this.#keying.keys)) return;
    this.#pair(this.#new, id, at, 'likeness');
    this.#pair(this.#local, id, other, 'likeness');
  }

  /** Pairs each element of base that is gone on one side with the most similar one that this side added. */
  #goneOnOneSide(side: SideList, other: SideList): void {
    const gone = this.#gone(side).filter((id) => other.has(id) && !this.#guesses.has(id));
    const isChanged = (id: number): boolean => other.textOf(id) !== this.#texts[id];
    for (const [id, at] of this.#mostAlike(gone, side))
      this.#pair(side, id, at, isChanged(id) ? 'likeness' : 'leftAlone');
    this.#inGaps(side, (id) => other.has(id) && !isChanged(id));
  }

  /** Pairs scalars of base with as many scalars that one side put in their place. Scalars have no likeness. */
  #inGaps(side: SideList, isUnchanged: (id: number) => boolean): void {
    const { list } = side;
    for (let at = 0; at < list.length; at++) {
      let end = at;
      while (end < list.length && side.idAt(end) === undefined) end++;
      if (end === at) continue;
      const from = at === 0 ? 0 : (side.idAt(at - 1) ?? this.#base.length) + 1;
      const to = end === list.length ? this.#base.length : (side.idAt(end) ?? 0);
      const isReplaced = (n: number): boolean =>
        isScalar(this.#base[from + n]) && isScalar(list[at + n]) && isUnchanged(from + n) && !side.has(from + n);
      const range = Array.from({ length: end - at }, (_, n) => n);
      if (to - from === end - at && range.every(isReplaced))
        for (const n of range) this.#pair(side, from + n, at + n, 'leftAlone');
      at = end;
    }
  }

  /** Returns pairs of base's elements and elements that a side added, the most similar first. */
  #mostAlike(gone: readonly number[], side: SideList, among: Candidates = {}): ReadonlyMap<number, number> {
    const { list } = side;
    const { added = side.added, areOnly = list.length === 1 && this.#base.length === 1 } = among;
    const pairs = new Map<number, number>();
    if (gone.length * added.length > MAX_COMPARED) return pairs;
    const keys = this.#keying.keys;
    const isOne = among.areOnly !== false && gone.length === 1 && added.length === 1;
    const found = gone.flatMap((id) =>
      added.flatMap((at) => {
        const [before, after] = [this.#base[id] ?? null, list[at] ?? null];
        const hasKey = this.#keying.keyOf(before) !== undefined;
        const isInPlace = isScalar(before) && isScalar(after) && side.isBetween(at, id);
        const isOnly = isOne && !hasKey && (areOnly || isInPlace);
        const mayBeRenamed = (!hasKey || keys !== undefined) && areAlike(before, after, keys);
        const isPair = mayBeRenamed || (isOnly && isScalar(before) === isScalar(after));
        return isPair ? [{ id, at, score: likeness(before, after, keys), distance: Math.abs(id - at) }] : [];
      }),
    );
    const taken = new Set<number>();
    for (const { id, at } of found.toSorted((a, b) => b.score - a.score || a.distance - b.distance)) {
      if (pairs.has(id) || taken.has(at)) continue;
      pairs.set(id, at);
      taken.add(at);
    }
    return pairs;
  }

  /** Returns the numbers of base's elements that a side does not have. */
  #gone(side: SideList): readonly number[] {
    return [...this.#base.keys()].filter((id) => !side.has(id));
  }
}

function mapBoth<T>(
  theirs: SideList,
  local: SideList,
  of: (side: SideList) => T,
): readonly [readonly [SideList, T], readonly [SideList, T]] {
  return [
    [theirs, of(theirs)],
    [local, of(local)],
  ];
}

function isScalar(value: Value | undefined): boolean {
  return value !== undefined && kindOf(value) !== 'list' && kindOf(value) !== 'object';
}

function kindOf(value: Value): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}
