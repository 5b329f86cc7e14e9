import { repeatedKeys } from '../../pairing/pair-elements.ts';
import { SET, type Keying } from '../../pairing/keying.ts';
import { equalValues, isList, type Value } from '../../yaml/index.ts';
import { ADDITIONS_JOINED, elementRepeated, LOCAL_ORDER_KEPT, permissionCombined } from '../messages/combinations.ts';
import { otherName } from '../messages/conflicts.ts';
import { elementsMatched, MATCHED_BY_NAME } from '../messages/names.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import type { EntryLines } from '../text/lines.ts';
import { keyingOf } from './element-keys.ts';
import { hasRepeats, joinsAdditions, pairedElements, repeatsName, type Element } from './element-versions.ts';
import type { EntryMerges } from './entry-merge.ts';
import type { EntryVersion } from './input.ts';
import { hasSameElements } from './judgement.ts';
import { haveLines, inLines, mergeForward, orderWitness } from './line-witness.ts';
import type { Both, Column, Merged } from './merged-value.ts';
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
