import { equalValues, isMap, type Value } from '../yaml/index.ts';
import { byFoundKeys, byListKeys, SEQUENCE } from './keying.ts';
import type { ListKeys } from '../kubernetes-types.ts';
import { elementKey } from './list-keys.ts';
import { inferredKeys } from './pair-elements.ts';
import { pairVersions } from './pair-versions.ts';

/** Pairs of the elements of two versions of a list. */
export interface PairedLists {
  /** For each element of the later version, its index in the earlier one; undefined for a new element. */
  readonly pairs: readonly (number | undefined)[];
  /** Indexes of elements of the later version that are paired only by likeness or place. */
  readonly guessed: ReadonlySet<number>;
}

/**
 * Pairs the elements of two versions of a list as a merge does, in this order: by the keys of the list, or else by keys
 * inferred from all elements; equal elements; the most similar ones; those that differ only in their keys.
 */
export function pairLists(before: readonly Value[], after: readonly Value[], keys: ListKeys | undefined): PairedLists {
  const areKeys = keys !== undefined && [before, after].every((list) => haveKeys(list, keys));
  const inferred = areKeys ? undefined : inferredKeys([before, after]);
  const keying = areKeys ? byListKeys(keys) : inferred === undefined ? SEQUENCE : byFoundKeys(inferred);
  const { ids } = pairVersions({ base: before, theirs: after, local: before }, keying);
  const found = ids.theirs.map((id) => (id < before.length ? id : undefined));
  const pairs = keying.keys === undefined ? found : withRenamed(found, { before, after, keys: keying.keys });
  const isCertain = (a: Value, b: Value): boolean => {
    const key = keying.keyOf(a);
    return (key !== undefined && key === keying.keyOf(b)) || equalValues(a, b);
  };
  const guessed = pairs.flatMap((pair, index) =>
    pair === undefined || isCertain(before[pair] ?? null, after[index] ?? null) ? [] : [index],
  );
  return { pairs, guessed: new Set(guessed) };
}

interface Lists {
  readonly before: readonly Value[];
  readonly after: readonly Value[];
  readonly keys: readonly string[];
}

/** Pairs elements that differ only in their keys: these were renamed. */
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

/** Reports whether all elements of a list have keys, all different. */
function haveKeys(list: readonly Value[], keys: ListKeys): boolean {
  const found = list.flatMap((element) => elementKey(element, keys) ?? []);
  return new Set(found).size === list.length;
}
