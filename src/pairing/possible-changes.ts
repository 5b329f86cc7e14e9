import { groupBy } from '../group-by.ts';
import { isMap, type Value } from '../yaml/index.ts';
import { canonicalText } from './align-equal.ts';
import type { Keying } from './keying.ts';

/** Elements that a side added. */
export interface Additions {
  readonly list: readonly Value[];
  /** Their indexes in the list. */
  readonly added: readonly number[];
  /** Reports whether an element is in the place of one of base. */
  isBetween(at: number, id: number): boolean;
}

/** Index of an element that a side added, and number of the one of base that it may be. */
export type PossibleChange = readonly [at: number, id: number];

/**
 * Maximum number of pairs of elements to compare. Above it, only elements with something beside their keys are found.
 */
const MAX_COMPARED = 10_000;

/** Text of an element that has nothing but a key. */
const NOTHING = 'null';

/**
 * Returns elements that a side added, each with one of base that is `gone` on both sides and that differs only in its
 * key. Elements with nothing but a key must be in the same place.
 */
export function rekeyed(
  base: readonly Value[],
  gone: readonly number[],
  side: Additions,
  keying: Keying,
): readonly PossibleChange[] {
  const fields = keying.keys ?? keying.names;
  const restOf = (element: Value | undefined): string => canonicalText(withoutFields(element ?? null, fields));
  const isNamed = (id: number): boolean => fields !== undefined || keying.keyOf(base[id] ?? null) !== undefined;
  const free = groupBy(side.added, (at) => restOf(side.list[at]));
  const isMany = gone.length * (free.get(NOTHING)?.length ?? 0) > MAX_COMPARED;
  return gone.filter(isNamed).flatMap((id): readonly PossibleChange[] => {
    const rest = restOf(base[id]);
    const candidates = free.get(rest) ?? [];
    if (rest === NOTHING && isMany) return [];
    const found = rest === NOTHING ? candidates.findIndex((at) => side.isBetween(at, id)) : 0;
    const [at] = found === -1 ? [] : candidates.splice(found, 1);
    return at === undefined ? [] : [[at, id]];
  });
}

/**
 * Returns the only element without a key that is gone on both sides, with the only one that a side has in its place.
 */
export function replaced(
  base: readonly Value[],
  gone: readonly number[],
  side: Additions,
  keying: Keying,
): readonly PossibleChange[] {
  const [[id, another], [at, more]] = [gone, side.added];
  if (id === undefined || another !== undefined || at === undefined || more !== undefined) return [];
  const isLoose = keying.keyOf(base[id] ?? null) === undefined;
  return isLoose && side.isBetween(at, id) ? [[at, id]] : [];
}

/** Returns an element without some fields; null if nothing is left. */
function withoutFields(element: Value, fields: readonly string[] | undefined): Value {
  if (!isMap(element) || fields === undefined) return null;
  const rest = Object.entries(element).filter(([key]) => !fields.includes(key));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}
