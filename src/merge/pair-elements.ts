import { alignLists } from '../krm/align-lists.ts';
import { elementKey, type ListKeys } from '../krm/list-keys.ts';
import { equalValues, isMap, type Value } from '../yaml/index.ts';
import { countCommon } from './count-common.ts';

/**
 * The way in which an element of one list was found to be another of an earlier one. `doubt`: by its place, though another
 * element is as similar.
 */
export type PairedBy = 'key' | 'name' | 'place' | 'doubt';

/** An element of an earlier list. */
export interface Pair {
  readonly index: number;
  readonly by: PairedBy;
}

/**
 * Pairs the elements of a list with those of an earlier one. With keys: by these; then by name; then, if the elements
 * between two pairs are as many and alike, by place. Without keys: by the longest common subsequence, and by place.
 * Returns for each element of `after` the one in `before`; undefined for a new one.
 */
export function pairElements(
  before: readonly Value[],
  after: readonly Value[],
  keys: ListKeys | undefined,
): readonly (Pair | undefined)[] {
  if (keys !== undefined && isUnique(before, keys) && isUnique(after, keys)) {
    const at = new Map(before.map((element, index) => [elementKey(element, keys), index]));
    const byKey = after.map((element): Pair | undefined => {
      const key = elementKey(element, keys);
      const index = key === undefined ? undefined : at.get(key);
      return index === undefined ? undefined : { index, by: 'key' };
    });
    return withPlaces(withNames(byKey, before, after), { before, after, keys: Object.keys(keys) });
  }
  const aligned = alignLists(before, after, undefined);
  const pairs = aligned.map((index, at): Pair | undefined => {
    if (index === undefined) return undefined;
    return { index, by: equalValues(before[index] ?? null, after[at] ?? null) ? 'key' : 'place' };
  });
  const lists = { before, after, keys: [] };
  const isMost = likest(lists, pairs);
  return pairs.map((pair, at) => {
    if (pair?.by !== 'place' || !isMap(after[at] ?? null)) return pair;
    if (!areAlike(lists, pair.index, at)) return undefined;
    return isMost(pair.index, at) ? pair : { ...pair, by: 'doubt' };
  });
}

function isUnique(list: readonly Value[], keys: ListKeys): boolean {
  const found = list.flatMap((element) => elementKey(element, keys) ?? []);
  return new Set(found).size === list.length;
}

type Pairs = readonly (Pair | undefined)[];

/** Pairs elements that are left by their `name`, where it is the only one of both lists. */
function withNames(pairs: Pairs, before: readonly Value[], after: readonly Value[]): Pairs {
  const taken = new Set(pairs.map((pair) => pair?.index));
  const [from, to] = [namesOf(before), namesOf(after)];
  return pairs.map((pair, at) => {
    const name = nameOf(after[at]);
    if (pair !== undefined || name === undefined || to.get(name)?.length !== 1) return pair;
    const [index, ...others] = from.get(name) ?? [];
    if (index === undefined || others.length > 0 || taken.has(index)) return undefined;
    return { index, by: 'name' };
  });
}

function namesOf(list: readonly Value[]): ReadonlyMap<string, readonly number[]> {
  const names = new Map<string, number[]>();
  for (const [index, element] of list.entries()) {
    const name = nameOf(element);
    if (name !== undefined) names.set(name, [...(names.get(name) ?? []), index]);
  }
  return names;
}

function nameOf(element: Value | undefined): string | undefined {
  const name = element !== undefined && isMap(element) ? element['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Pairs elements that are left and stand between the same two pairs, if they are as many on both sides and alike. */
function withPlaces(pairs: Pairs, lists: Lists): Pairs {
  const { before, after } = lists;
  const found = [...pairs];
  const isMost = likest(lists, pairs);
  const pairOf = new Map(pairs.flatMap((pair, at) => (pair === undefined ? [] : [[pair.index, at]])));
  for (let at = 0; at < after.length; at++) {
    if (found[at] !== undefined) continue;
    let end = at;
    while (end < after.length && found[end] === undefined) end++;
    const start = at === 0 ? 0 : (found[at - 1]?.index ?? -1) + 1;
    let limit = start;
    while (limit < before.length && !pairOf.has(limit)) limit++;
    const isSameEnd = end === after.length ? limit === before.length : found[end]?.index === limit;
    if (isSameEnd && limit - start === end - at)
      for (let n = 0; n < end - at; n++)
        if (areAlike(lists, start + n, at + n))
          found[at + n] = { index: start + n, by: isMost(start + n, at + n) ? 'place' : 'doubt' };
    at = end;
  }
  return found;
}

/** Two lists, and the keys of their elements that tell nothing, since they differ. */
interface Lists {
  readonly before: readonly Value[];
  readonly after: readonly Value[];
  readonly keys: readonly string[];
}

/**
 * Reports whether two elements are versions of one: the only ones of their lists, or equal in at least half of their
 * scalars without keys, and in at least two of them if they have keys.
 */
function areAlike({ before, after, keys }: Lists, from: number, to: number): boolean {
  if (before.length === 1 && after.length === 1) return true;
  const [all, others] = [tellingScalars(before[from], keys), tellingScalars(after[to], keys)];
  const common = countCommon(others, all);
  return common * 2 >= Math.min(all.length, others.length) && common >= (keys.length > 0 ? 2 : 1);
}

/** Largest number of elements without a pair that are compared with all others. */
const MAX_COMPARED = 100;

/**
 * Returns a function that reports whether two elements have more in common with each other than with any other element that
 * is not paired by its key: else their place does not tell that they are the same. True if there are too many to compare.
 */
function likest({ before, after, keys }: Lists, pairs: Pairs): (from: number, to: number) => boolean {
  const taken = new Set(pairs.map((pair) => (pair?.by === 'place' ? undefined : pair?.index)));
  const from = new Map([...before.entries()].filter(([index]) => !taken.has(index)));
  const to = new Map([...after.entries()].filter(([at]) => pairs[at] === undefined || pairs[at].by === 'place'));
  if (from.size + to.size > MAX_COMPARED) return () => true;
  const [own, others] = [from, to].map(
    (elements) => new Map(Array.from(elements, ([at, element]) => [at, tellingScalars(element, keys)])),
  );
  const likeness = (a: number, b: number): number => {
    const [one = [], other = []] = [own?.get(a), others?.get(b)];
    return countCommon(other, one) / Math.max(one.length, other.length, 1);
  };
  return (a, b) => {
    const most = likeness(a, b);
    const isLess = (other: readonly [number, number]): boolean => likeness(...other) < most;
    return (
      [...to.keys()].every((other) => other === b || isLess([a, other])) &&
      [...from.keys()].every((other) => other === a || isLess([other, b]))
    );
  };
}

/** Returns the scalars of an element without those of its keys. */
function tellingScalars(element: Value | undefined, keys: readonly string[]): readonly string[] {
  return scalarsIn(element ?? null).filter((scalar) => !keys.some((key) => scalar.startsWith(`/${key}=`)));
}

/** Returns a text for each scalar of some data, with the keys that lead to it. */
function scalarsIn(value: Value, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${path}=${typeof value} ${String(value)}`];
  const entries = Array.isArray(value) ? value.map((each) => ['', each] as const) : Object.entries(value);
  return entries.flatMap(([key, each]) => scalarsIn(each as Value, `${path}/${key}`));
}
