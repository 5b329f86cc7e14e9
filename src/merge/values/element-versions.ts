import { equalValues, isMap, type Value } from '../../yaml/index.ts';
import type { Keying } from '../../pairing/keying.ts';
import { elementVersionsOf, type EntryVersion } from './input.ts';
import { hasLooseAdditions, isMovedByBoth, isReorderedByBoth, mergeOrder, movesAny } from './merge-order.ts';
import { isSame, type Both } from './merged-value.ts';
import { pairVersions } from '../../pairing/pair-versions.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import { isSameText } from '../text/lines.ts';
import { ownComments } from '../text/own-comments.ts';

/** An element of a list in the versions that have it. */
export interface Element {
  readonly sides: Sides<EntryVersion>;
  /** Index of the element in local, or else in new or base. */
  readonly index: number;
  /** True if the sides gave it different names or keys, so that it may be two different elements. */
  readonly isContradictory: boolean;
  /** True if its versions are paired only by likeness, and the pair affects the result. */
  readonly isGuess: boolean;
  /** True if its key changed, and its versions are paired only by name. */
  readonly isRekeyed: boolean;
  /** If the sides gave it different keys, so that it is taken for two elements: the other one. */
  readonly candidate: Candidate | undefined;
  /** Element of base whose key the only side with this element may have changed, and which the other side removed. */
  readonly before: Value | undefined;
}

/** Element that only one side has, and that may be another one with a new key. */
interface Candidate {
  readonly value: Value;
  readonly side: 'theirs' | 'local';
}

/** Elements of all versions of a list. */
export interface PairedElements {
  readonly elements: readonly Element[];
  /** Numbers of the elements in the merged order. */
  readonly order: readonly number[];
  /** True if a side moved elements. */
  readonly isMoved: boolean;
  /** True if both sides moved elements, in different ways. */
  readonly isReordered: boolean;
  /** True if a side added an element between elements that the other side all replaced. */
  readonly hasLooseAdditions: boolean;
  /** True if both sides removed an element and added others, but none of these could be paired with it. */
  readonly hasUnpaired: boolean;
  /** True if the sides changed the count of an equal element in contradictory ways. */
  readonly isContested: boolean;
}

/** Reports whether two elements have the same key. */
export function hasRepeats(list: readonly Value[], keying: Keying): boolean {
  const keys = list.flatMap((element) => keying.keyOf(element) ?? []);
  return new Set(keys).size < keys.length;
}

export function repeatsName(list: readonly Value[]): boolean {
  const names = list.flatMap((element) => (isMap(element) ? (element['name'] ?? []) : []));
  return new Set(names).size < names.length;
}

/** Reports whether an element that only new added directly precedes one that only local added. */
export function joinsAdditions(order: readonly number[], elements: readonly Element[]): boolean {
  return order.some((id, at) => {
    const [one, other] = [elements[id]?.sides, elements[order[at + 1] ?? -1]?.sides];
    const isNew = one?.base === undefined && one?.local === undefined;
    return isNew && other !== undefined && other.base === undefined && other.theirs === undefined;
  });
}

/** Returns the elements of all versions, each once, and their merged order. `splits`: as for `pairVersions`. */
export function pairedElements(sides: Both, keying: Keying, options: { readonly splits: boolean }): PairedElements {
  const inputs = mapSides(sides, elementVersionsOf);
  const { ids, count, guesses, hasUnpaired, isContested, renamed, split } = pairVersions(
    mapSides(inputs, (list) => list.map(({ value }) => value)),
    keying,
    options,
  );
  const [inNew, inLocal] = [indexesOf(ids.theirs), indexesOf(ids.local)];
  const gone = (inputs.base ?? []).filter((_, id) => !inNew.has(id) && !inLocal.has(id));
  const elements = Array.from({ length: count }, (_, id): Element => {
    const [n, l] = [inNew.get(id), inLocal.get(id)];
    const [theirs, local] = [inputs.theirs?.[n ?? -1], inputs.local?.[l ?? -1]];
    const base = inputs.base?.[id] ?? commentedBefore(theirs, local, gone);
    const of: Sides<EntryVersion> = { base, theirs, local };
    const isGuess = guesses.has(id);
    const [inNewApart, inLocalApart] = [inNew, inLocal].map((indexes) => indexes.get(split.get(id) ?? -1));
    const apart = inputs.theirs?.[inNewApart ?? -1] ?? inputs.local?.[inLocalApart ?? -1];
    const isRekeyed = !isGuess && isChangedByBoth(of) && hasOtherKeys(of, keying);
    const before = inputs.base?.[renamed.get(id) ?? -1]?.value;
    return {
      sides: of,
      index: l ?? n ?? id,
      isContradictory: isRekeyed && isNamedByBoth(of),
      isGuess,
      isRekeyed,
      candidate: apart && { value: apart.value, side: inNewApart === undefined ? 'local' : 'theirs' },
      before,
    };
  });
  const isReordered = isReorderedByBoth(ids);
  const isMisplaced =
    keying.isPositional === true && (isMovedByBoth(ids) || !areAtOnePlace(ids.base.length, ids.theirs, ids.local));
  return {
    elements,
    order: mergeOrder(ids),
    isMoved: movesAny(ids.base, ids.theirs) || movesAny(ids.base, ids.local),
    isReordered,
    hasLooseAdditions: hasLooseAdditions(ids),
    hasUnpaired,
    isContested: isContested || isMisplaced,
  };
}

/**
 * Returns the element of base from which both sides made the same new one without a name, if a comment of it is left on one side only:
 * the other side removed or moved that comment, so that it is not an addition. `gone`: elements that neither side has.
 */
function commentedBefore(
  theirs: EntryVersion | undefined,
  local: EntryVersion | undefined,
  gone: readonly EntryVersion[],
): EntryVersion | undefined {
  if (theirs === undefined || local === undefined || gone.length === 0 || isSameText(theirs.piece, local.piece))
    return undefined;
  const [ofNew, ofLocal] = [commentsOf(theirs), commentsOf(local)];
  const isOnOneSide = (comment: string): boolean => ofNew.includes(comment) !== ofLocal.includes(comment);
  const isNamed = isNamedByBoth({ base: undefined, theirs, local });
  return isNamed ? undefined : gone.find((each) => commentsOf(each).some(isOnOneSide));
}

function commentsOf({ piece }: EntryVersion): readonly string[] {
  return piece === undefined ? [] : ownComments(`${piece.lead}${piece.text}`);
}

/**
 * Reports whether each element that both sides added has the same predecessor on both sides, among the elements that both
 * have.
 */
function areAtOnePlace(count: number, theirs: readonly number[], local: readonly number[]): boolean {
  const [inNew, inLocal] = [new Set(theirs), new Set(local)];
  const before = (list: readonly number[], other: ReadonlySet<number>): ReadonlyMap<number, number> => {
    const common = list.filter((id) => other.has(id));
    return new Map(common.map((id, index) => [id, common[index - 1] ?? -1]));
  };
  const [afterNew, afterLocal] = [before(theirs, inLocal), before(local, inNew)];
  return [...afterNew].every(([id, previous]) => id < count || afterLocal.get(id) === previous);
}

function indexesOf(ids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(ids.map((id, index) => [id, index]));
}

function isChangedByBoth({ base, theirs, local }: Sides<EntryVersion>): boolean {
  const isThere = base !== undefined && theirs !== undefined && local !== undefined;
  return isThere && !isSame(theirs, base) && !isSame(local, base);
}

function hasOtherKeys(sides: Sides<EntryVersion>, keying: Keying): boolean {
  return new Set(presentSides(sides).map(({ value }) => keying.keyOf(value))).size > 1;
}

/** Reports whether both the key and the name of an element changed, on one side or on both. */
function isNamedByBoth({ base, theirs, local }: Sides<EntryVersion>): boolean {
  return [theirs, local].some((side) => side !== undefined && !equalValues(nameIn(side), nameIn(base)));
}

function nameIn(input: EntryVersion | undefined): Value {
  return (isMap(input?.value) ? input.value['name'] : undefined) ?? null;
}
