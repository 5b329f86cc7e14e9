import type { Way } from './certainty.ts';
import { groupBy } from '../group-by.ts';
import type { Value } from '../yaml/index.ts';
import { alignEqual, canonicalText as equalText } from './align-equal.ts';
import type { ListKeys } from '../kubernetes-types.ts';
import { elementKey } from './list-keys.ts';
import { keyOfAny, pairByAnyKey, pairByListKeys } from './pair-elements.ts';

/** Way to identify the elements of a list. */
export interface Keying {
  /** True if keys identify the elements, so that a duplicate is a mistake. */
  readonly isKeyed: boolean;
  /** Way in which the elements are paired. */
  readonly way: Way;
  /** Keys inferred from all elements, since the type of the list has none. */
  readonly inferred?: readonly string[];
  /** Fields of an element that form its key. */
  readonly keys?: readonly string[];
  /** Fields of an element that name it, if they do not form its key. */
  readonly names?: readonly string[];
  /** True if the meaning of an element depends on its neighbors, such as the value after `--port`. */
  readonly isPositional?: boolean;
  /** Pairs elements that are certainly the same. Returns the index in `before` for each element of `after`. */
  pair(before: readonly Value[], after: readonly Value[]): readonly (number | undefined)[];
  /** Returns a text that identifies an element; undefined if only its value does. */
  keyOf(element: Value): string | undefined;
}

/** Identifies elements by the keys of their list's type. */
export function byListKeys(keys: ListKeys): Keying {
  return {
    isKeyed: true,
    way: 'listKeys',
    keys: Object.keys(keys),
    pair: (before, after) => pairByListKeys(before, after, keys),
    keyOf: (element) => elementKey(element, keys),
  };
}

/** Identifies elements by inferred keys. */
export function byFoundKeys(keys: readonly string[]): Keying {
  return {
    isKeyed: false,
    way: 'foundKeys',
    inferred: keys,
    keys,
    pair: (before, after) => pairByAnyKey(before, after, keys),
    keyOf: keyOfAny(keys),
  };
}

/** Elements without keys. */
export const SEQUENCE: Keying = {
  isKeyed: false,
  way: 'equality',
  pair: (_, after) => after.map(() => undefined),
  keyOf: () => undefined,
};

/** Elements without keys whose meaning depends on their neighbors. */
const ARGUMENTS: Keying = { ...SEQUENCE, isPositional: true };

/** Matches the name of an option with a value, as in `--name=value`, `-x=value` or `NAME=value`. */
const OPTION = /^(?:--?[A-Za-z0-9]|[A-Za-z_])[\w.-]*(?==)/;

/**
 * Identifies arguments by the names of their options, as far as they have values and no version of the list has two
 * with the name. The meaning of others depends on their neighbors.
 */
export function byOptions(lists: readonly (readonly Value[])[]): Keying {
  const counts = lists.map((list) => groupBy(list, optionIn));
  const names = new Set(counts.flatMap((count) => [...count.keys()]));
  const unique = new Set([...names].filter((name) => counts.every((count) => (count.get(name)?.length ?? 0) <= 1)));
  unique.delete(undefined);
  if (unique.size === 0) return ARGUMENTS;
  const keyOf = (element: Value): string | undefined => {
    const name = optionIn(element);
    return unique.has(name) ? name : undefined;
  };
  return {
    isKeyed: false,
    way: 'option',
    isPositional: true,
    keyOf,
    pair(before, after) {
      const at = new Map([...before.entries()].map(([index, element]) => [keyOf(element), index]));
      return after.map((element) => {
        const key = keyOf(element);
        return key === undefined ? undefined : at.get(key);
      });
    },
  };
}

function optionIn(element: Value): string | undefined {
  return typeof element === 'string' ? OPTION.exec(element)?.[0] : undefined;
}

/** Elements that are their own keys. */
export const SET: Keying = {
  isKeyed: true,
  way: 'set',
  keyOf: scalarText,
  pair: (before, after) => pairByText(before, after, (element) => scalarText(element) ?? ''),
};

function scalarText(element: Value): string | undefined {
  return typeof element === 'object' ? undefined : JSON.stringify(String(element));
}

/** Pairs elements with the same text, as many as possible, in order. If one side has fewer, pairs equal ones first. */
export function pairByText(
  before: readonly Value[],
  after: readonly Value[],
  textOf: (element: Value) => string,
): readonly (number | undefined)[] {
  const from = groupBy(before.keys(), (index) => textOf(before[index] ?? null));
  const pairs = new Map<number, number>();
  for (const [text, to] of groupBy(after.keys(), (index) => textOf(after[index] ?? null))) {
    const candidates = from.get(text) ?? [];
    const texts = (list: readonly Value[], indexes: readonly number[]): readonly string[] =>
      indexes.map((index) => equalText(list[index] ?? null));
    const aligned =
      candidates.length === to.length ? [...to.keys()] : inOrder(texts(before, candidates), texts(after, to));
    aligned.forEach((index, at) => {
      const [a, b] = [index === undefined ? undefined : candidates[index], to[at]];
      if (a !== undefined && b !== undefined) pairs.set(b, a);
    });
  }
  return after.map((_, at) => pairs.get(at));
}

/** Pairs equal texts of two lists, and the remaining ones in order. */
function inOrder(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const pairs = alignEqual(before, after);
  const taken = new Set(pairs);
  const free = [...before.keys()].filter((index) => !taken.has(index));
  return pairs.map((pair) => pair ?? free.shift());
}
