import { diffArrays } from 'diff';
import { groupBy } from '../group-by.ts';
import { elementKey, type ListKeys } from './list-keys.ts';
import { equalValues, isMap, type Value } from '../yaml/index.ts';

/** Largest number of removed and added elements that are searched for a longest common subsequence, which takes time with its square. */
const MAX_EDITS = 2000;

/**
 * Pairs the elements of two lists: by the keys of the list if it has some and all elements have them, each once, or else
 * by the longest common subsequence of equal elements. Between two pairs of that, as many elements on both sides are pairs,
 * too, in their order, and then equal elements that are left: these were moved. Returns for each element of `after` the index in `before`; undefined for a new one.
 */
export function alignLists(
  before: readonly Value[],
  after: readonly Value[],
  keys: ListKeys | undefined,
): readonly (number | undefined)[] {
  const [from, to] = keys === undefined ? [] : [keysOf(before, keys), keysOf(after, keys)];
  if (from === undefined || to === undefined) return alignByText(before, after);
  const index = new Map(from.map((key, at) => [key, at]));
  return withRenamed(
    to.map((key) => index.get(key)),
    { before, after, keys: Object.keys(keys ?? {}) },
  );
}

/** Returns the keys of all elements; undefined if one has none, or two have the same. */
function keysOf(list: readonly Value[], keys: ListKeys): readonly string[] | undefined {
  const found = list.flatMap((element) => elementKey(element, keys) ?? []);
  return new Set(found).size === list.length ? found : undefined;
}

interface Lists {
  readonly before: readonly Value[];
  readonly after: readonly Value[];
  readonly keys: readonly string[];
}

/** Pairs elements that differ in nothing but their keys: these were renamed. */
function withRenamed(pairs: readonly (number | undefined)[], { before, after, keys }: Lists): (number | undefined)[] {
  const taken = new Set(pairs);
  const free = new Set([...before.keys()].filter((index) => !taken.has(index)));
  return pairs.map((pair, to) => {
    if (pair !== undefined) return pair;
    const same = [...free].find((from) => equalValues(rest(before[from], keys), rest(after[to], keys)));
    if (same !== undefined) free.delete(same);
    return same;
  });
}

function rest(element: Value | undefined, keys: readonly string[]): Value {
  if (!isMap(element)) return null;
  return Object.fromEntries(Object.entries(element).filter(([key]) => !keys.includes(key)));
}

function alignByText(before: readonly Value[], after: readonly Value[]): readonly (number | undefined)[] {
  const [from, to] = [before.map(textOf), after.map(textOf)];
  return withMoved(alignInOrder(from, to), from, to);
}

/** Pairs equal texts of two lists: by their longest common subsequence, then those that were moved. */
export function alignEqual(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const inOrder = alignInOrder(before, after);
  const equal = inOrder.map((pair, at) => (pair !== undefined && before[pair] === after[at] ? pair : undefined));
  return withMoved(equal, before, after);
}

/** Pairs equal elements that have no pair yet. */
function withMoved(
  pairs: readonly (number | undefined)[],
  before: readonly string[],
  after: readonly string[],
): readonly (number | undefined)[] {
  if (!pairs.includes(undefined)) return pairs;
  const taken = new Set(pairs);
  const free = groupBy(
    [...before.keys()].filter((index) => !taken.has(index)).toReversed(),
    (index) => before[index] ?? '',
  );
  return pairs.map((pair, at) => pair ?? free.get(after[at] ?? '')?.pop());
}

function alignInOrder(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const runs = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (runs === undefined) return after.map((_, index) => (index < before.length ? index : undefined));
  const pairs: (number | undefined)[] = [];
  let [from, gone] = [0, 0];
  for (const { added, removed, count } of runs) {
    if (removed) {
      gone = count;
      continue;
    }
    if (added) pairs.push(...range(count, gone === count ? from : undefined));
    else pairs.push(...range(count, from + gone));
    from += gone + (added ? 0 : count);
    gone = 0;
  }
  return pairs;
}

/** Returns that many indexes, from one on, or nothing as often. */
function range(count: number, from: number | undefined): readonly (number | undefined)[] {
  return Array.from({ length: count }, (_, index) => (from === undefined ? undefined : from + index));
}

/** Returns a text that equal elements share, whatever the order of their keys. */
export function textOf(value: Value): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint' || (typeof each === 'number' && !Number.isFinite(each))) return `number ${each}`;
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
