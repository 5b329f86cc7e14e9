import { equalValues, isMap, type Value } from '../yaml/index.ts';
import { isSameElement, type Keying } from './element-keys.ts';
import { elementsOf, type Input } from './input.ts';
import { isReorderedByBoth, mergeOrder } from './merge-order.ts';
import { isSame, type Both } from './merged-value.ts';
import type { Pair, PairedBy } from './pair-elements.ts';
import { mapSides, presentSides, type Sides } from './sides.ts';

/** An element of a list in the versions that have it. */
export interface Element {
  readonly sides: Sides<Input>;
  /** The index of it in local, or else in new or base. */
  readonly index: number;
  /** True if both sides changed it, and it may be two different elements. */
  readonly isContradictory: boolean;
  /** Set if not its key or value tells that it is the same in all versions, and both sides changed it. */
  readonly guessedBy: PairedBy | undefined;
}

/** Reports whether two elements have the same key. */
export function hasRepeats(list: readonly Value[], keying: Keying): boolean {
  const keys = list.flatMap((element) => keying.keyOf(element) ?? []);
  return new Set(keys).size < keys.length;
}

/** Reports whether two elements have the same name. */
export function repeatsName(list: readonly Value[]): boolean {
  const names = list.flatMap((element) => (isMap(element) ? (element['name'] ?? []) : []));
  return new Set(names).size < names.length;
}

/** Reports whether an element that only new added stands before one that only local added. */
export function joinsAdditions(order: readonly number[], elements: readonly Element[]): boolean {
  return order.some((id, at) => {
    const [one, other] = [elements[id]?.sides, elements[order[at + 1] ?? -1]?.sides];
    const isNew = one?.base === undefined && one?.local === undefined;
    return isNew && other !== undefined && other.base === undefined && other.new === undefined;
  });
}

/** Reports whether one side changed an element, and the other side the one after it: such as an option, and its value. */
export function changesNeighbours(order: readonly number[], elements: readonly Element[]): boolean {
  const changed = order.map((id) => {
    const { base, new: theirs, local } = elements[id]?.sides ?? {};
    if (base === undefined || theirs === undefined || local === undefined) return undefined;
    return isSame(theirs, base) ? (isSame(local, base) ? undefined : 'local') : 'new';
  });
  return changed.some(
    (side, at) => at > 0 && side !== undefined && changed[at - 1] === (side === 'new' ? 'local' : 'new'),
  );
}

/** Returns the elements of all versions, each once, and the order of their numbers in the merged list. */
export function pairedElements(
  sides: Both,
  keying: Keying,
): { readonly elements: readonly Element[]; readonly order: readonly number[]; readonly isReordered: boolean } {
  const inputs = mapSides(sides, elementsOf);
  const values = mapSides(inputs, (list) => list.map(({ value }) => value));
  const base = inputs.base ?? [];
  // In doubt, new deletes an element and adds one, so that neither is lost where local changed it.
  const toNew = keying
    .pair(values.base ?? [], values.new ?? [])
    .map((pair) => (pair?.by === 'doubt' ? undefined : pair));
  const toLocal = keying.pair(values.base ?? [], values.local ?? []);
  const count = { next: base.length };
  const newIds = toNew.map((pair) => pair?.index ?? count.next++);
  const added = newIds.flatMap((id, at) => (toNew[at] === undefined ? [{ id, at }] : []));
  const runs = keying.isPositional === true ? sameRuns({ values, toNew, toLocal }) : undefined;
  const localIds = toLocal.map((pair, at): number => {
    if (pair !== undefined) return pair.index;
    const element = values.local?.[at] ?? null;
    if (runs !== undefined) return newIds[runs.get(at) ?? -1] ?? count.next++;
    const same = added.findIndex((each) => isSameElement(keying, values.new?.[each.at] ?? null, element));
    const [found] = same === -1 ? [] : added.splice(same, 1);
    return found?.id ?? count.next++;
  });
  const [inNew, inLocal] = [indexesOf(newIds), indexesOf(localIds)];
  const elements = Array.from({ length: count.next }, (_, id): Element => {
    const [n, l] = [inNew.get(id), inLocal.get(id)];
    const of: Sides<Input> = {
      base: base[id],
      new: n === undefined ? undefined : inputs.new?.[n],
      local: l === undefined ? undefined : inputs.local?.[l],
    };
    const [a, b] = [toNew[n ?? -1], toLocal[l ?? -1]];
    const isMerged =
      keying.keyOf(of.base?.value ?? null) !== undefined || (isMap(of.base?.value ?? null) && !haveSameName(of));
    const isThere = of.new !== undefined && of.local !== undefined;
    const isChanged = isThere && of.base !== undefined && !isSame(of.new, of.base) && !isSame(of.local, of.base);
    return {
      sides: of,
      index: l ?? n ?? id,
      isContradictory: isNamedByBoth(of, a, b) || (isChanged && b?.by === 'doubt'),
      guessedBy: isChanged && isMerged ? [a, b].find((pair) => pair?.by !== 'key')?.by : undefined,
    };
  });
  const ids = { base: [...base.keys()], new: newIds, local: localIds };
  return { elements, order: mergeOrder(ids), isReordered: isReorderedByBoth(ids) };
}

/** Values of the versions of a list, and the pairs of their elements. */
interface PairedLists {
  readonly values: Sides<readonly Value[]>;
  readonly toNew: readonly (Pair | undefined)[];
  readonly toLocal: readonly (Pair | undefined)[];
}

/**
 * Pairs the elements that both sides added at one place, if all that one added there are in a row of the other's. Returns the
 * index in new for each in local.
 */
function sameRuns({ values, toNew, toLocal }: PairedLists): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const inNew = addedRuns(toNew);
  for (const [place, local] of addedRuns(toLocal)) {
    const theirs = inNew.get(place) ?? [];
    const offset = local.length - theirs.length;
    const shifts = Array.from({ length: Math.abs(offset) + 1 }, (_, n) => (offset < 0 ? n : -n));
    const inRow = (shift: number): readonly (readonly [number, number])[] =>
      local.flatMap((at, n) => {
        const other = theirs[n + shift];
        return other === undefined ? [] : [[at, other] as const];
      });
    const same = shifts
      .map(inRow)
      .find((pairs) => pairs.every(([l, n]) => equalValues(values.local?.[l] ?? null, values.new?.[n] ?? null)));
    for (const [l, n] of same ?? []) found.set(l, n);
  }
  return found;
}

/** Returns the indexes of added elements by the index of the element of base before them. */
function addedRuns(pairs: readonly (Pair | undefined)[]): ReadonlyMap<number, readonly number[]> {
  const runs = new Map<number, number[]>();
  let before = -1;
  for (const [at, pair] of pairs.entries())
    if (pair === undefined) runs.set(before, [...(runs.get(before) ?? []), at]);
    else before = pair.index;
  return runs;
}

function indexesOf(ids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(ids.map((id, index) => [id, index]));
}

/**
 * Reports whether one side gave an element another key, so that only its name tells that it is the same, and the other
 * side gave it another name.
 */
function isNamedByBoth(
  { base, new: theirs, local }: Sides<Input>,
  toNew: Pair | undefined,
  toLocal: Pair | undefined,
): boolean {
  if (theirs === undefined || local === undefined) return false;
  const isRenamed = (input: Input): boolean => !equalValues(nameIn(input), nameIn(base));
  return (toNew?.by === 'name' && isRenamed(local)) || (toLocal?.by === 'name' && isRenamed(theirs));
}

/** Reports whether all versions of an element have one name in their `metadata`, as the templates of claims have. */
function haveSameName(sides: Sides<Input>): boolean {
  const names = presentSides(sides).map(({ value }) => {
    const metadata = isMap(value) ? value['metadata'] : undefined;
    return metadata !== undefined && isMap(metadata) ? metadata['name'] : undefined;
  });
  return names[0] !== undefined && new Set(names).size === 1;
}

function nameIn(input: Input | undefined): Value {
  return (isMap(input?.value) ? input.value['name'] : undefined) ?? null;
}
