import type { ListKeys } from '../kubernetes-types.ts';
import { elementKey } from './list-keys.ts';
import { groupBy } from '../group-by.ts';
import { isMap, type Value } from '../yaml/index.ts';

/** For each element of a list, its index in an earlier list; undefined for a new element. */
type Pairs = readonly (number | undefined)[];

/** Pairs elements by the keys of the list's type, if they are unique; then by `name`, if it is unique in both lists. */
export function pairByListKeys(before: readonly Value[], after: readonly Value[], keys: ListKeys): Pairs {
  const keyOf = (element: Value): string | undefined => elementKey(element, keys);
  const isUnique = [before, after].every((list) => {
    const found = list.flatMap((element) => keyOf(element) ?? []);
    return new Set(found).size === found.length;
  });
  if (!isUnique) return after.map(() => undefined);
  return withNames(pairByKey(before, after, keyOf), before, after);
}

function pairByKey(
  before: readonly Value[],
  after: readonly Value[],
  keyOf: (element: Value) => string | undefined,
): Pairs {
  const at = new Map(before.map((element, index) => [keyOf(element), index]));
  return after.map((element) => {
    const key = keyOf(element);
    return key === undefined ? undefined : at.get(key);
  });
}

/** Pairs the remaining elements by `name`, if it is unique in both lists. */
function withNames(pairs: Pairs, before: readonly Value[], after: readonly Value[]): Pairs {
  const taken = new Set(pairs);
  const [from, to] = [before, after].map((list) => groupBy(list.keys(), (index) => textAt(list[index], 'name')));
  return pairs.map((pair, at) => {
    const name = textAt(after[at], 'name');
    if (pair !== undefined || name === undefined || to?.get(name)?.length !== 1) return pair;
    const [index, ...others] = from?.get(name) ?? [];
    return index === undefined || others.length > 0 || taken.has(index) ? undefined : index;
  });
}

/** Fields meant to identify elements: the first that is unique in all elements is the only key. */
const IDENTIFYING = ['name', 'id', 'metadata.name'];

/**
 * Returns the fields that identify the elements of all versions of a list: single-line scalars that all elements have,
 * unique in each version, of which no two pair elements differently. Undefined if there are none.
 */
export function inferredKeys(lists: readonly (readonly Value[])[]): readonly string[] | undefined {
  const [some] = lists.flat();
  if (!isMap(some)) return undefined;
  const unique = [...Object.keys(some), 'metadata.name'].filter((key) => lists.every((list) => isUniqueIn(list, key)));
  const own = IDENTIFYING.find((key) => unique.includes(key));
  if (own !== undefined) return [own];
  const pairsOfLists = lists.flatMap((list, index) => lists.slice(index + 1).map((other) => [list, other] as const));
  const isConsistent = pairsOfLists.every(([one, other]) => unitedPairs(one, other, unique) !== undefined);
  return unique.length > 0 && isConsistent ? unique.toSorted() : undefined;
}

/** A field with a value that several elements of a list have. */
interface Repeated {
  readonly key: string;
  readonly value: Value;
}

/** Returns the fields that tell the elements of each version of a list apart, but not those of a merged list. */
export function repeatedKeys(lists: readonly (readonly Value[])[], merged: readonly Value[]): readonly Repeated[] {
  const [some] = merged;
  // Every field tells a single element apart.
  if (!isMap(some) || lists.some(({ length }) => length < 2)) return [];
  const keys = Object.keys(some).filter((key) => lists.every((list) => isUniqueIn(list, key)));
  return keys.flatMap((key) => {
    const texts = merged.map((element) => textAt(element, key));
    const again = merged.find((_, index) => texts[index] !== undefined && texts.indexOf(texts[index]) < index);
    return isMap(again) ? [{ key, value: again[key] ?? null }] : [];
  });
}

function hasRepeats(list: readonly Value[], key: string): boolean {
  const found = list.flatMap((element) => textAt(element, key) ?? []);
  return new Set(found).size < found.length;
}

function isUniqueIn(list: readonly Value[], key: string): boolean {
  const isThere = list.every((element) => textAt(element, key) !== undefined);
  return isThere && !hasRepeats(list, key);
}

/** Pairs elements that share the value of any of several fields. */
export function pairByAnyKey(before: readonly Value[], after: readonly Value[], keys: readonly string[]): Pairs {
  return unitedPairs(before, after, keys) ?? after.map(() => undefined);
}

/** Returns a function that identifies an element by all of its keys. */
export function keyOfAny(keys: readonly string[]): (element: Value) => string | undefined {
  return (element) => {
    const texts = keys.flatMap((key) => textAt(element, key) ?? []);
    return texts.length < keys.length ? undefined : texts.join();
  };
}

/** Returns the pairs of elements that share any key; undefined if two keys pair an element differently. */
function unitedPairs(before: readonly Value[], after: readonly Value[], keys: readonly string[]): Pairs | undefined {
  const pairs: (number | undefined)[] = after.map(() => undefined);
  const taken = new Map<number, number>();
  for (const key of keys)
    for (const [at, index] of pairByKey(before, after, (element) => textAt(element, key)).entries()) {
      if (index === undefined) continue;
      if ((pairs[at] ?? index) !== index || (taken.get(index) ?? at) !== at) return undefined;
      pairs[at] = index;
      taken.set(index, at);
    }
  return pairs;
}

/**
 * Returns a text for a single-line scalar in a field of an element, or in its metadata; undefined for anything else.
 */
function textAt(element: Value | undefined, key: string): string | undefined {
  if (key === 'metadata.name' && isMap(element) && isMap(element['metadata']))
    return textAt(element['metadata'], 'name');
  const value = isMap(element) && Object.hasOwn(element, key) ? element[key] : undefined;
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  const text = String(value);
  return text.includes('\n') ? undefined : JSON.stringify(text);
}
