import { diffArrays } from 'diff';
import { groupBy } from '../group-by.ts';
import type { Value } from '../yaml/index.ts';

/**
 * Maximum number of removed and added elements for a longest common subsequence, whose time grows with their square.
 */
const MAX_EDITS = 2000;

/**
 * Pairs equal texts of two lists: by their longest common subsequence, then those that moved. Returns the index in
 * `before` for each text of `after`; undefined for a new one.
 */
export function alignEqual(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  return withMoved(alignInOrder(before, after), before, after);
}

/** Pairs equal elements that are still unpaired. */
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

/** Pairs equal texts of two lists by their longest common subsequence, as `alignEqual` does. */
export function alignInOrder(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const runs = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (runs === undefined) return after.map((text, index) => (text === before[index] ? index : undefined));
  const pairs: (number | undefined)[] = [];
  let from = 0;
  for (const { added, removed, count } of runs) {
    if (!removed) for (let n = 0; n < count; n++) pairs.push(added ? undefined : from + n);
    if (!added) from += count;
  }
  return pairs;
}

/** Returns a text that is the same for equal elements, whatever the order of their keys. */
export function canonicalText(value: Value): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint' || (typeof each === 'number' && !Number.isFinite(each))) return `number ${each}`;
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
