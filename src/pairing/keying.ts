import type { Way } from './certainty.ts';
import { groupBy } from '../group-by.ts';
import type { Value } from '../yaml/index.ts';
import { alignEqual, textOf as equalText } from './align-equal.ts';
import type { ListKeys } from '../kubernetes-types.ts';
import { elementKey } from './list-keys.ts';
import { keyOfAny, pairByAnyKey, pairByListKeys } from './pair-elements.ts';

/** Manner in which the elements of a list are identified. */
export interface Keying {
  /** True if keys identify the elements, so that two with the same one are a mistake. */
  readonly isKeyed: boolean;
  /** What pairs the elements. */
  readonly way: Way;
  /** Keys that were found in all elements, since the list has none by its type. */
  readonly inferred?: readonly string[];
  /** Fields of an element that are its key. */
  readonly keys?: readonly string[];
  /** True if an element means nothing without those beside it, such as the value after `--port`. */
  readonly isPositional?: boolean;
  /** Pairs the elements that are certain to be the same: returns for each of `after` the index in `before`. */
  pair(before: readonly Value[], after: readonly Value[]): readonly (number | undefined)[];
  /** Returns a text that identifies an element; undefined if only its value does. */
  keyOf(element: Value): string | undefined;
}

/** Identifies elements by the keys that the type of their list has. */
export function byListKeys(keys: ListKeys): Keying {
  return {
    isKeyed: true,
    way: 'listKeys',
    keys: Object.keys(keys),
    pair: (before, after) => pairByListKeys(before, after, keys),
    keyOf: (element) => elementKey(element, keys),
  };
}

/** Identifies elements by fields that were found in all of them. */
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

/** Elements without keys that mean nothing without those beside them. */
export const ARGUMENTS: Keying = { ...SEQUENCE, isPositional: true };

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

/** Pairs elements with the same text: as many as there are, in their order, equal ones first if one side has fewer. */
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

/** Pairs equal texts of two lists, and the others in their order. */
function inOrder(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const pairs = alignEqual(before, after);
  const taken = new Set(pairs);
  const free = [...before.keys()].filter((index) => !taken.has(index));
  return pairs.map((pair) => pair ?? free.shift());
}
