import { longestRise } from '../../longest-rise.ts';
import type { Side, Sides } from '../sides.ts';

/**
 * Merges the order of things: local's order; new's if only new moved things; if both did, an order in which each pair
 * is as in the side that moved it, if one exists. An added thing comes after its predecessor on the side that added it,
 * or else before its successor. At the same place, new's additions come first.
 */
export function mergeOrder<Id>({ base = [], theirs = [], local = [] }: Sides<readonly Id[]>): readonly Id[] {
  if (isEqual(base, theirs) && isEqual(base, local)) return local;
  const isReordered = (side: readonly Id[]): boolean => movesAny(base, side);
  const moved = isMovedByBoth({ base, theirs, local }) ? movedByBoth({ base, theirs, local }) : undefined;
  if (moved !== undefined) {
    const withLocal = withAdded(moved, local, { base, isFirst: false });
    return withAdded(withLocal, theirs, { base, isFirst: true });
  }
  const [canvas, other] = isReordered(theirs) && !isReordered(local) ? [theirs, local] : [local, theirs];
  return withAdded(canvas, other, { base, isFirst: other === theirs });
}

function isEqual<Id>(a: readonly Id[], b: readonly Id[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

/** Reports whether both sides moved things, in different ways. */
export function isMovedByBoth<Id>({ base = [], theirs = [], local = [] }: Sides<readonly Id[]>): boolean {
  return movesAny(base, theirs) && movesAny(base, local) && movesAny(local, theirs);
}

/** Reports whether both sides moved things, and their orders contradict each other, so that new's is lost. */
export function isReorderedByBoth<Id>({ base = [], theirs = [], local = [] }: Sides<readonly Id[]>): boolean {
  return isMovedByBoth({ base, theirs, local }) && movedByBoth({ base, theirs, local }) === undefined;
}

/**
 * Reports whether a side added a thing between things that the other side all replaced: the merged order has no
 * neighbour to put it beside.
 */
export function hasLooseAdditions<Id>({ base = [], theirs = [], local = [] }: Sides<readonly Id[]>): boolean {
  const before = new Set(base);
  return [
    [theirs, local],
    [local, theirs],
  ].some(([side = [], list = []]) => {
    const other = new Set(list);
    const isAdded = (id: Id): boolean => !before.has(id) && !other.has(id);
    const isLoose = (index: number): boolean => {
      const known = [side.slice(0, index).findLast((id) => !isAdded(id)), side.slice(index).find((id) => !isAdded(id))];
      const neighbours = known.filter((id) => id !== undefined);
      return neighbours.length > 0 && neighbours.every((id) => !other.has(id));
    };
    return list.some((id) => !before.has(id)) && side.some((id, index) => isAdded(id) && isLoose(index));
  });
}

/** Maximum number of things to compare pairwise. */
const MAX_COMPARED = 1000;

/**
 * Returns the things that all versions have, each pair in the order of the side that moved it; undefined if these
 * orders contradict each other.
 */
function movedByBoth<Id>(sides: Each<readonly Id[]>): readonly Id[] | undefined {
  const { base, theirs, local } = mapEach(sides, (list) => new Map(list.map((id, index) => [id, index])));
  const common = sides.local.filter((id) => base.has(id) && theirs.has(id));
  if (common.length > MAX_COMPARED) return undefined;
  const isBefore = (side: ReadonlyMap<Id, number>, a: Id, b: Id): boolean => (side.get(a) ?? 0) < (side.get(b) ?? 0);
  const isFirst = (a: Id, b: Id): boolean => {
    const isLocal = isBefore(local, a, b);
    return isLocal === isBefore(base, a, b) ? isBefore(theirs, a, b) : isLocal;
  };
  // In a valid order, each thing precedes a different number of others.
  const ordered: Id[] = [];
  for (const id of common) {
    const place = common.filter((other) => other !== id && isFirst(other, id)).length;
    if (ordered[place] !== undefined) return undefined;
    ordered[place] = id;
  }
  return ordered;
}

function mapEach<T, U>({ base, theirs, local }: Each<T>, of: (version: T) => U): Each<U> {
  return { base: of(base), theirs: of(theirs), local: of(local) };
}

type Each<T> = Readonly<Record<Side, T>>;

/** Reports whether the common things of two lists are in different orders. */
export function movesAny<Id>(before: readonly Id[], after: readonly Id[]): boolean {
  const at = new Map(before.map((id, index) => [id, index]));
  const known = after.flatMap((id) => at.get(id) ?? []);
  return known.some((index, n) => n > 0 && (known[n - 1] ?? 0) > index);
}

/**
 * Inserts the things that only `other` has into a list. `isFirst`: true to insert them before things at the same place
 * that only the list has.
 */
function withAdded<Id>(list: readonly Id[], other: readonly Id[], { base, isFirst }: Adding<Id>): readonly Id[] {
  const [own, theirs, before] = [new Set(list), new Set(other), new Set(base)];
  /** Things to insert after each thing of the list; undefined stands for the start. */
  const after = new Map<Id | undefined, Inserted<Id>>();
  const insertedAfter = (anchor: Id | undefined): Inserted<Id> => after.get(anchor) ?? { ids: [], late: [] };
  const anchors = anchorsOf(list, other);
  let anchor: Id | undefined;
  let isLate = false;
  for (const id of other) {
    if (own.has(id)) {
      if (anchors.has(id)) [anchor, isLate] = [id, false];
      continue;
    }
    const { ids, late } = insertedAfter(anchor);
    const isRemoved = before.has(id);
    after.set(anchor, isLate && !isRemoved ? { ids, late: [...late, id] } : { ids: [...ids, id], late });
    isLate ||= isRemoved;
  }
  const result: Id[] = [];
  let waiting = insertedAfter(undefined);
  for (const id of list) {
    const isCommon = theirs.has(id);
    // Things at this place that only the list has.
    if (isFirst || isCommon) {
      result.push(...waiting.ids);
      waiting = { ids: [], late: waiting.late };
    }
    if (isCommon) {
      result.push(...waiting.late);
      waiting = { ids: waiting.ids, late: [] };
    }
    result.push(id);
    const { ids, late } = insertedAfter(id);
    waiting = { ids: [...waiting.ids, ...ids], late: [...waiting.late, ...late] };
  }
  return [...result, ...waiting.ids, ...waiting.late];
}

interface Adding<Id> {
  readonly base: readonly Id[];
  /** True to insert before things at the same place that only the list has. */
  readonly isFirst: boolean;
}

interface Inserted<Id> {
  readonly ids: readonly Id[];
  /**
   * Additions that follow a thing that the list removed: what only the list has there may stand for it, so they come
   * after that.
   */
  readonly late: readonly Id[];
}

/** Returns a longest common subsequence of two lists. */
function anchorsOf<Id>(list: readonly Id[], other: readonly Id[]): ReadonlySet<Id> {
  const at = new Map(list.map((id, index) => [id, index]));
  const rise = new Set(longestRise(other.flatMap((id) => at.get(id) ?? [])));
  return new Set(list.filter((_, index) => rise.has(index)));
}
