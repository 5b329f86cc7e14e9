import { type Keying, SET } from '../../pairing/keying.ts';
import { repeatedKeys } from '../../pairing/pair-elements.ts';
import { pairVersions } from '../../pairing/pair-versions.ts';
import { equalValues, isList, isMap, type Value } from '../../yaml/index.ts';
import { ADDITIONS_JOINED, elementRepeated, LOCAL_ORDER_KEPT, permissionCombined } from '../messages/combinations.ts';
import { otherName } from '../messages/conflicts.ts';
import { elementsMatched, MATCHED_BY_NAME } from '../messages/names.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import { type EntryLines, isSameText } from '../text/lines.ts';
import { ownComments } from '../text/own-comments.ts';
import { keyingOf } from './element-keys.ts';
import type { EntryMerges } from './entry-merge.ts';
import { elementVersionsOf, type EntryVersion } from './input.ts';
import { hasSameElements } from './judgement.ts';
import { haveLines, inLines, mergeForward, orderWitness } from './line-witness.ts';
import { hasLooseAdditions, isMovedByBoth, isReorderedByBoth, mergeOrder, movesAny } from './merge-order.ts';
import { type Both, type Column, isSame, type Merged } from './merged-value.ts';
import { grantedMore } from './permissions.ts';
import type { Place } from './place.ts';
import { elementBefore, elementName, tellOfRename, warnOfRename } from './possible-rename.ts';
import { decide, kept } from './taken-version.ts';
import { canvasColumn, collected, type WrittenEntry } from './written-lines.ts';

/** Merges lists element by element. */
export function mergeLists(sides: Both, whole: Place, column: Column, merges: EntryMerges): Merged | undefined {
  const place = whole.isRefused ? whole.withGuessing('refusing') : whole;
  const lists = mapSides(sides, ({ value }) => (isList(value) ? value : []));
  const keying = keyingOf(place, lists);
  const open = place.openConflicts;
  if (keying.inferred !== undefined) place.info('matched-by-likeness', elementsMatched(keying.inferred));
  const {
    elements,
    order,
    isReordered,
    hasLooseAdditions: loose,
    ...paired
  } = pairedElements(sides, keying, {
    splits: place.guessing === 'refusing',
  });
  const { hasUnpaired, isContested } = paired;
  // The order of a set is a guess where a side moved elements: its neighbours are all that tells the place of one.
  const isMovedSet = keying === SET && paired.isMoved;
  if (!keying.isKeyed || isMovedSet) place.markDelicate();
  // A conflict about one element is enough.
  if (place.isRefused && elements.every(({ candidate }) => candidate === undefined))
    return decide('identity', sides, place, column);
  if (elements.some((each) => each.sides.theirs === undefined && each.sides.local === undefined))
    place.markCommonChange();
  const isJoined = joinsAdditions(order, elements);
  if (isContested || (isJoined && keying.isPositional === true)) return decide('edit/edit', sides, place, column);
  if (hasUnpaired && place.guessing === 'refusing') return decide('identity', sides, place, column);
  if (hasUnpaired) place.guess();
  const inner = canvasColumn(sides, 'seq', column);
  const merged = order.flatMap((id): readonly WrittenEntry[] => {
    const element = elements[id];
    if (element === undefined) return [];
    const entry = mergeElement(element, { place, keying }, inner, merges);
    if (element.before !== undefined && entry !== undefined)
      warnOfRename(
        element.sides,
        elementBefore(element.before, keying, place),
        place.atElement(element.index, entry.value),
      );
    return entry === undefined ? [] : [{ entry, isAdded: element.sides.base === undefined }];
  });
  const value = merged.map(({ entry }) => entry.value);
  // An empty set has a meaning of its own, which neither side gave it.
  if (keying === SET && value.length === 0 && [sides.theirs, sides.local].every((side) => !isEmpty(side)))
    return decide('identity', sides, place, column);
  const isUnique = keying.isKeyed || keying.inferred !== undefined;
  if (isUnique && hasRepeats(value, keying) && !presentSides(lists).some((list) => hasRepeats(list, keying)))
    return decide('invalid', sides, place, column);
  if (repeatsPortName(value, place) && !presentSides(lists).some((list) => repeatsPortName(list, place)))
    return decide('invalid', sides, place, column);
  const hasConflict = place.openConflicts > open;
  const granted = hasConflict ? undefined : grantedMore(mapSides(lists, asValue), value, place);
  if (granted !== undefined) {
    const decided = decide('identity', sides, place, column);
    if (place.openConflicts > open) place.warning('sides-combined', permissionCombined(granted));
    return decided;
  }
  const isOrdered = isUnique && !isReordered && !isMovedSet;
  const witness = isOrdered ? orderWitness : mergeForward;
  const inLineOrder =
    hasConflict || (isOrdered && !loose) ? undefined : orderedByLines({ sides, value, witness }, place, column);
  if (inLineOrder !== undefined) return inLineOrder;
  if (isReordered) place.warning('order-chosen', LOCAL_ORDER_KEPT);
  if (!keying.isKeyed && isJoined) place.warning('order-chosen', ADDITIONS_JOINED);
  const repeated = keying.isKeyed ? [] : repeatedKeys(presentSides(lists), value);
  for (const { key, value: again } of repeated)
    place.warning('duplicate-element', elementRepeated(key, place.shown(again)));
  const elementsOf = merged.map(({ entry }) => entry);
  const make = (lines: EntryLines | undefined): Merged => ({ value, lines, elements: elementsOf });
  return collected({ make, sides, column, place, hasConflict }, inner, merged);
}

/** A list with the way to identify its elements. */
interface KeyedPlace {
  readonly place: Place;
  readonly keying: Keying;
}

/** Merges an element of a list. */
function mergeElement(element: Element, list: KeyedPlace, column: Column, merges: EntryMerges): Merged | undefined {
  const { sides, candidate } = element;
  const { place, keying } = list;
  const [some] = presentSides({ base: sides.local, theirs: sides.theirs, local: sides.base });
  const [foundKey, ...otherKeys] = keying.inferred ?? [];
  const at = place.atElement(element.index, some?.value ?? null, otherKeys.length === 0 ? foundKey : undefined);
  const only = place.take === 'union' ? onlySide(sides) : undefined;
  if (only !== undefined) return kept(only, column);
  if (candidate !== undefined) {
    const name = otherName(elementName(candidate.value, keying, place), candidate.side);
    return decide('delete/change', sides, at, column, name);
  }
  if (element.isContradictory) return decide('identity', sides, at, column);
  if (element.isRekeyed) at.info('matched-by-likeness', MATCHED_BY_NAME);
  if (!element.isGuess) return merges.certain(sides, at, column);
  const nameOf = ({ value }: EntryVersion): string => elementName(value, keying, place);
  if (keying.keyOf(some?.value ?? null) !== undefined) tellOfRename(mapSides(sides, nameOf), sides, at);
  return merges.guessed(sides, at, column);
}

/** Reports whether both sides added different lists whose elements have no keys: joining two of them makes no sense. */
export function isConflictOfLists({ theirs, local }: Both, place: Place): boolean {
  const lists = mapSides({ base: undefined, theirs, local }, ({ value }) => (isList(value) ? value : undefined));
  const keying = keyingOf(place, lists);
  return !keying.isKeyed && keying.inferred === undefined;
}

/** Returns the version of an entry that one side keeps and the other deletes. */
function onlySide({ base, theirs, local }: Sides<EntryVersion>): EntryVersion | undefined {
  return base !== undefined && (theirs === undefined || local === undefined) ? (theirs ?? local) : undefined;
}

/** Reports whether two ports of a container or Service have the same name, which Kubernetes forbids. */
function repeatsPortName(list: readonly Value[], { field, schema }: Place): boolean {
  return field.at(-1) === 'ports' && schema.listKeys(field) !== undefined && repeatsName(list);
}

function isEmpty({ value }: EntryVersion): boolean {
  return isList(value) && value.length === 0;
}

function asValue(list: readonly Value[]): Value {
  return list;
}

/** A merged list, and the merge by lines that may know its order. */
interface Ordering {
  readonly sides: Both;
  readonly value: readonly Value[];
  readonly witness: typeof mergeForward;
}

/** Returns the merge by lines of a list, if it is clean and has the merged elements in a different order. */
function orderedByLines({ sides, value, witness }: Ordering, place: Place, column: Column): Merged | undefined {
  if (place.guessing === 'guessed' || !haveLines(sides)) return undefined;
  const lines = witness(sides, place.schema);
  const isOther = lines !== undefined && isList(lines.value) && !equalValues(lines.value, value);
  if (!isOther || !hasSameElements(lines.value, value)) return undefined;
  return inLines(lines, column);
}

/** An element of a list in the versions that have it. */
interface Element {
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
interface PairedElements {
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
function hasRepeats(list: readonly Value[], keying: Keying): boolean {
  const keys = list.flatMap((element) => keying.keyOf(element) ?? []);
  return new Set(keys).size < keys.length;
}

function repeatsName(list: readonly Value[]): boolean {
  const names = list.flatMap((element) => (isMap(element) ? (element['name'] ?? []) : []));
  return new Set(names).size < names.length;
}

/** Reports whether an element that only new added directly precedes one that only local added. */
function joinsAdditions(order: readonly number[], elements: readonly Element[]): boolean {
  return order.some((id, at) => {
    const [one, other] = [elements[id]?.sides, elements[order[at + 1] ?? -1]?.sides];
    const isNew = one?.base === undefined && one?.local === undefined;
    return isNew && other !== undefined && other.base === undefined && other.theirs === undefined;
  });
}

/** Returns the elements of all versions, each once, and their merged order. `splits`: as for `pairVersions`. */
function pairedElements(sides: Both, keying: Keying, options: { readonly splits: boolean }): PairedElements {
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
 * Returns the element of base from which both sides made the same new one without a name, if a comment of it is left on
 * one side only: the other side removed or moved that comment, so that it is not an addition. `gone`: elements that
 * neither side has.
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
 * Reports whether each element that both sides added has the same predecessor on both sides, among the elements that
 * both have.
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
