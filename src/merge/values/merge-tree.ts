import { equalValues, isList, isMap, type Piece, type Value } from '../../yaml/index.ts';
import type { ConflictKind } from '../policy/conflict.ts';
import { directiveOf } from './directive.ts';
import { areArguments, keyingOf } from './element-keys.ts';
import { hasRepeats, joinsAdditions, repeatsName, pairedElements, type Element } from './element-versions.ts';
import { hasAllEdits, hasSameElements } from './judgement.ts';
import { haveLines, linesOfMerge, lineWitness, mergeForward, orderWitness, type LineMerge } from './line-witness.ts';
import { entriesOf, typeOf, writtenKey, type EntryVersion } from './input.ts';
import { isOnlyMarks, withoutMarks } from './kpt-marks.ts';
import { ownComments } from '../text/own-comments.ts';
import { isSameText, linesAt, type EntryLines } from '../text/lines.ts';
import { losesComments } from './lost-comments.ts';
import { hasLooseAdditions, mergeOrder } from './merge-order.ts';
import { mergeString } from './merge-string.ts';
import { OPEN_MAPS } from '../../kubernetes-types.ts';
import { isCertain } from '../../pairing/certainty.ts';
import { repeatedKeys } from '../../pairing/pair-elements.ts';
import { plainText } from '../text/merged-text.ts';
import { isSame, KeptVersion, MergedMap, type Both, type Column, type Merged } from './merged-value.ts';
import { mixes } from './mixed-additions.ts';
import { grantsMore, isRuleOfPolicy } from './permissions.ts';
import { elementBefore, entryBefore, warnOfRename } from './possible-rename.ts';
import { renamedKeys, type RenamedKeys } from './renamed-keys.ts';
import type { Place } from './place.ts';
import { changedSide, mapSides, presentSides, type Sides } from '../sides.ts';
import { isSwitchedByBoth } from './unions.ts';
import { canvasColumn, collected, leafLines, literalLines, written, type WrittenEntry } from './written-lines.ts';

/**
 * Merges an entry of a map or list, or a whole document. Returns undefined if the result is its deletion. Merges the data
 * of the value and, separately, the text of the entries: the caller must compare the two.
 *
 * Throws a `YamlError` if the text cannot be composed: the data can still be merged without it.
 */
export function mergeEntry(sides: Sides<EntryVersion>, at: Place, column: Column): Merged | undefined {
  const { base, theirs, local } = sides;
  const place = at.withDirective(directiveOf(sides, at));
  const { take } = place;
  if (take === 'pin' || theirs === local) return kept(local, column);
  if (theirs === undefined && local === undefined) return undefined;
  if (base === undefined && (theirs === undefined || local === undefined)) return kept(theirs ?? local, column);
  if (local === undefined) return deletedByLocal(sides, place, column);
  if (theirs === undefined) return deletedByNew({ base, theirs: undefined, local }, place, column);
  return mergeBoth({ base, theirs, local }, place, column);
}

function kept(input: EntryVersion | undefined, column: Column): Merged | undefined {
  if (input === undefined) return undefined;
  const { piece } = input;
  return new KeptVersion(input, column === undefined || piece === undefined ? undefined : linesAt(piece, column));
}

function deletedByLocal(
  { base, theirs, local }: Sides<EntryVersion>,
  place: Place,
  column: Column,
): Merged | undefined {
  if (base === undefined || theirs === undefined) return undefined;
  const { onDelete, onComment } = place.strictness;
  if (isSame(base, theirs)) {
    if (!addsComments(base.piece, theirs.piece)) return undefined;
    if (onComment === 'conflict') return withoutComments({ base, theirs, local }, place, column);
    place.info('stays deleted, including the comments that new changed');
    return undefined;
  }
  if (onDelete === 'keep') {
    place.warning('stays deleted, though new changes it');
    return kept(local, column);
  }
  return changedAndDeleted({ base, theirs, local }, place, column);
}

/**
 * Merges an entry that one side changed and the other deleted. What the side only added to a collection of independent entries
 * stays; anything else is a conflict about the whole entry.
 */
function changedAndDeleted(
  sides: Sides<EntryVersion> & { readonly base: EntryVersion },
  place: Place,
  column: Column,
): Merged | undefined {
  const { base } = sides;
  const empty: EntryVersion = { value: isList(base.value) ? [] : {}, isMissing: true };
  const { theirs = empty, local = empty } = sides;
  const changed = theirs === empty ? local : theirs;
  const isOpen = isOpenCollection(base.value, changed.value, place);
  const added = isOpen ? addedAlone({ base, theirs, local }, place, column) : undefined;
  if (added === undefined) return decide('delete/change', sides, place, column);
  const isLost = place.strictness.onComment === 'conflict' && addsComments(base.piece, changed.piece);
  return added.merged === undefined && isLost ? withoutComments(sides, place, column) : added.merged;
}

/** Merges what one side added to a collection that the other deleted; undefined if it did more than that. */
function addedAlone(sides: Both, place: Place, column: Column): { readonly merged: Merged | undefined } | undefined {
  const { conflicts } = place;
  return place.attempt(() => {
    const rest = mergeInside(sides, place, column);
    if (place.conflicts > conflicts) return undefined;
    if (rest === undefined || isEmpty(rest.value)) return { merged: undefined };
    const [adding, deleting] = sides.theirs.isMissing === true ? ['local', 'new'] : ['new', 'local'];
    if (!isOnlyMarks(rest.value)) place.warning(`keeps what ${adding} added, though ${deleting} deletes it`);
    return { merged: rest };
  });
}

function deletedByNew(
  sides: Sides<EntryVersion> & { readonly local: EntryVersion },
  place: Place,
  column: Column,
): Merged | undefined {
  const { base, local } = sides;
  if (base === undefined) return kept(local, column);
  if (place.pinsBelow && typeof local.value === 'object') return decide('delete/change', sides, place, column);
  if (isSame(base, local) || (place.isResource && equalValues(withoutMarks(local.value), base.value))) {
    if (!addsComments(base.piece, local.piece)) return undefined;
    if (place.strictness.onComment === 'conflict') return withoutComments(sides, place, column);
    place.warning('is deleted, as in new, including the comments that local changed');
    return undefined;
  }
  return changedAndDeleted({ base, theirs: undefined, local }, place, column);
}

/** Deletes an entry whose comments the other side changed, if a merge of the surrounding lines does, too. */
function withoutComments(sides: Sides<EntryVersion>, place: Place, column: Column): Merged | undefined {
  const isGuess = !place.isResource && place.guessComment();
  return isGuess ? undefined : decide('delete/change', sides, place, column);
}

/** Reports whether a version of an entry has comments that base does not have, except for kpt's. */
function addsComments(base: Piece | undefined, other: Piece | undefined): boolean {
  const [before, after] = [base, other].map((piece) => piece && ownComments(`${piece.lead}${piece.text}`).join('\n'));
  if (before === undefined || after === undefined) return false;
  return losesComments({ base: before, theirs: after, local: undefined }, '');
}

/** Reports whether the entries of a collection are independent, so that some of them make sense without the others. */
function isOpenCollection(base: Value, local: Value, place: Place): boolean {
  if (isList(base) && isList(local)) return !areArguments(place.field, [base, local]);
  return isMap(base) && isMap(local) && isOpenMap(place);
}

/** Reports whether the entries of the map at a place are independent, such as labels. */
function isOpenMap({ field }: Place): boolean {
  return OPEN_MAPS.has(String(field.at(-1)));
}

function isEmpty(value: Value): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function mergeBoth(sides: Both, place: Place, column: Column): Merged | undefined {
  const { base, theirs, local } = sides;
  // The data of an entry whose text differs are not compared.
  const isUnchanged = (a: EntryVersion | undefined, b: EntryVersion | undefined): boolean =>
    (column === undefined || isSameText(a?.piece, b?.piece)) && isSame(a, b);
  if (isUnchanged(theirs, base)) return kept(local, column);
  // What both sides changed in the value of the anchor is merged there.
  if (column !== undefined && areSameAlias(theirs.piece, local.piece) && !place.hasPins)
    return { value: local.value, lines: leafLines(sides, { taken: 'local', place, column }) };
  const isWhole = !place.hasPins || (typeof theirs.value !== 'object' && !place.pinsBelow);
  if (isWhole && isUnchanged(local, base)) return keptAt(theirs, local, column);
  if (isUnchanged(theirs, local)) {
    place.markCommonChange();
    return kept(local, column);
  }
  if (typeOf(theirs) === 'null' && base !== undefined && isOpenCollection(base.value, local.value, place))
    return deletedByNew({ base, theirs: undefined, local }, place, column) ?? kept(theirs, column);
  if (place.pinsBelow && !isSameKind(theirs.value, local.value)) return decide('edit/edit', sides, place, column);
  return mergeConfirmed(sides, place, column);
}

/** Reports whether two pieces are the same alias. */
function areSameAlias(a: Piece | undefined, b: Piece | undefined): boolean {
  const isAlias = a?.kind === 'leaf' && b?.kind === 'leaf' && a.body.startsWith('*');
  return isAlias && a.body === b.body;
}

/**
 * Merges the inside of an entry. If the result depends on a guess, the merge of the entry's lines must have the same data,
 * or all edits of both sides; otherwise the guess is a conflict. Guesses about comments alone are left to the enclosing
 * entry.
 */
function mergeConfirmed(sides: Both, place: Place, column: Column): Merged | undefined {
  if (place.guessing === 'guessed') return mergeInside(sides, place, column);
  // No enclosing entry can confirm a guess about a whole document.
  if (!haveLines(sides)) return mergeInside(sides, place.isResource ? place.withGuessing('refusing') : place, column);
  const [guesses, open] = [place.guesses, place.openConflicts];
  let known: { readonly witness: LineMerge | undefined } | undefined;
  const witnessed = (): LineMerge | undefined => (known ??= { witness: lineWitness(sides, place.schema) }).witness;
  const confirmed = place.attempt((): { readonly merged: Merged | undefined } | undefined => {
    const merged = mergeInside(sides, place.withGuessing('trying'), column);
    if (place.guesses.unconfirmed === guesses.unconfirmed) return { merged };
    const witness = place.openConflicts === open ? witnessed() : undefined;
    const { unconfirmed, openComments } = place.guesses;
    const hasComments = openComments > guesses.openComments;
    if (witness === undefined || merged === undefined || !equalValues(witness.value, merged.value)) {
      // A comment may have moved to another entry, which only more lines can show.
      const areComments = unconfirmed - guesses.unconfirmed === openComments - guesses.openComments;
      const mayWait = areComments && place.openConflicts === open && !place.isResource && place.guessing === 'trying';
      return mayWait ? { merged } : undefined;
    }
    place.confirmAllBut(guesses);
    return { merged: hasComments ? inLines(witness, column) : merged };
  });
  if (confirmed !== undefined) return confirmed.merged;
  const witness = witnessed();
  const values = mapSides(sides, ({ value }) => value);
  if (witness !== undefined && !place.hasPins && hasAllEdits(values, witness.value, place))
    return inLines(witness, column);
  return mergeInside(sides, place.withGuessing('refusing'), column);
}

/** Converts a merge by lines. */
function inLines(lines: LineMerge, column: Column): Merged {
  return { value: lines.value, lines: column === undefined ? undefined : linesOfMerge(lines, column) };
}

function mergeInside(sides: Both, place: Place, column: Column): Merged | undefined {
  const { base, theirs } = sides;
  // Kubernetes treats null as absent.
  const isAbsent = base !== undefined && typeOf(base) === 'null' && typeOf(theirs) !== 'scalar';
  const from = isAbsent ? undefined : base;
  const types = presentSides({ ...sides, base: from }).map(typeOf);
  if (types.every((type) => type === 'map')) return mergeMaps({ ...sides, base: from }, place, column);
  if (
    types.every((type) => type === 'list') &&
    (from !== undefined || place.take === 'union' || !isConflictOfLists(sides, place))
  )
    return mergeLists({ ...sides, base: from }, place, column);
  return mergeLeaves(sides, place, column);
}

function isSameKind(a: Value, b: Value): boolean {
  return isMap(a) === isMap(b) && isList(a) === isList(b);
}

/** Returns new's version, to be written at local's place. */
function keptAt(theirs: EntryVersion, local: EntryVersion, column: Column): Merged | undefined {
  // A flow-style collection in local cannot hold lines.
  return local.isMissing === true ? undefined : kept(theirs, column);
}

/** Reports whether both sides added different lists whose elements have no keys: joining two of them makes no sense. */
function isConflictOfLists({ theirs, local }: Both, place: Place): boolean {
  const lists = mapSides({ base: undefined, theirs, local }, ({ value }) => (isList(value) ? value : undefined));
  const keying = keyingOf(place, lists);
  return !keying.isKeyed && keying.inferred === undefined;
}

/** Takes one version as a whole, after both sides changed it. */
function decide(kind: ConflictKind, sides: Sides<EntryVersion>, place: Place, column: Column): Merged | undefined {
  const { taken, isOpen } = place.conflict(
    kind,
    mapSides(sides, ({ value }) => value),
    mapSides(sides, scalarText),
  );
  const { theirs, local } = sides;
  const isAnswered =
    !isOpen && taken === 'theirs' && column !== undefined && theirs !== undefined && local !== undefined;
  if (isAnswered && theirs.piece?.kind === 'leaf')
    return { value: theirs.value, lines: leafLines({ ...sides, theirs, local }, { taken, place, column }) };
  const merged = kept(sides[taken], column);
  if (!isOpen || column === undefined) return merged;
  const text = mapSides(sides, ({ piece }) => piece && plainText(linesAt(piece, column).text));
  return merged?.lines && { value: merged.value, lines: { ...merged.lines, text: [{ ...text, taken }] } };
}

/** Returns the source text of a number, boolean or null. */
function scalarText({ value, piece }: EntryVersion): string | undefined {
  const isShown = piece?.kind === 'leaf' && !piece.body.startsWith('*');
  return isShown && typeof value !== 'string' && (typeof value !== 'object' || value === null) ? piece.body : undefined;
}

function mergeLeaves(sides: Both, place: Place, column: Column): Merged | undefined {
  const { base, theirs, local } = sides;
  const side = changedSide<EntryVersion>(sides, isSame);
  const isText = side !== undefined && isSame(theirs, base) && isSame(local, base);
  if (side === undefined) return mergeStrings(sides, place, column);
  const taken = isText ? (changedSide<EntryVersion>(sides, (a, b) => isSameText(a?.piece, b?.piece)) ?? 'local') : side;
  const { value } = sides[taken];
  if (column === undefined) return { value };
  return { value, lines: leafLines(sides, { taken, place, column }) };
}

/** Merges strings that both sides changed, by lines or structure. Other values are a conflict. */
function mergeStrings(sides: Both, place: Place, column: Column): Merged | undefined {
  const open = place.openConflicts;
  const merged = mergeString(
    mapSides(sides, ({ value }) => value),
    place,
    mergeEntry,
  );
  if (merged === undefined) return decide(sides.base === undefined ? 'add/add' : 'edit/edit', sides, place, column);
  const { value, text } = merged;
  const writing = { value, sides, place, hasConflict: place.openConflicts > open };
  const lines = column !== undefined && writing.hasConflict ? literalLines(text, { ...writing, column }) : undefined;
  return lines === undefined ? written({ ...writing, column }) : { value, lines };
}

function mergeMaps(sides: Both, place: Place, column: Column): Merged | undefined {
  const isSwitched = isSwitchedByBoth(sides, place.field);
  if (isSwitched) return decide('union', sides, place, column);
  const isMixed = sides.base === undefined && !isOpenMap(place) && mixes(sides.theirs.value, sides.local.value);
  if (isMixed && place.strictness.onAdd === 'conflict') return decide('add/add', sides, place, column);
  if (isMixed) place.warning('both sides added it with different fields: it gets the fields of both');
  const open = place.openConflicts;
  // A version that repeats the fields of a merge key has different lines for the same data.
  const isWrittenOut = new Set(presentSides(sides).map(hasMergeKey)).size > 1;
  if (place.isRefused) return decide('identity', sides, place, column);
  const entries = mapSides(sides, (input) => entriesOf(isWrittenOut ? { value: input.value } : input));
  const inner = isWrittenOut ? undefined : canvasColumn(sides, 'map', column);
  const isDelicate = mayBeRenamed(entries);
  if (isDelicate) place.markDelicate();
  // Nothing else needs the values of entries that neither side changed.
  const { renames, apart } = isDelicate ? renamedKeys(mapSides(entries, valuesOf)) : NONE_RENAMED;
  const keys = mapSides(entries, (map) => [...map.keys()]);
  if (keys.base?.some((key) => entries.theirs?.has(key) !== true && entries.local?.has(key) !== true) === true)
    place.markCommonChange();
  const order = mergeOrder(keys);
  const merged = order.flatMap((key): (readonly [string, WrittenEntry])[] => {
    const rename = renames.get(key);
    if (rename === 'old') return [];
    const of = mapSides(entries, (map, side) => map.get(rename?.[side] ?? key));
    const mergeIt = isCertain(rename === undefined ? 'mapKey' : 'otherKey') ? mergeEntry : mergeGuess;
    const entry = mergeIt(of, place.at(key, writtenKey(key, of)), inner);
    if (entry === undefined) return [];
    const old = apart.get(key);
    if (old !== undefined) warnOfRename(of, entryBefore(old), place.at(key));
    // Under another key than that of its versions, it may have another meaning.
    const part = rename === undefined ? entry : { value: entry.value, lines: entry.lines };
    return [[key, { entry: part, isAdded: of.base === undefined }]];
  });
  const parts = new Map(merged.map(([key, { entry }]) => [key, entry]));
  const hasConflict = place.openConflicts > open;
  const inLineOrder =
    hasConflict || !hasLooseAdditions(keys)
      ? undefined
      : keysByLines(sides, new MergedMap(parts, undefined).value, place, column);
  if (inLineOrder !== undefined) return inLineOrder;
  return collected(
    { make: (lines) => new MergedMap(parts, lines), sides, column, place, hasConflict },
    inner,
    merged.map(([, entry]) => entry),
  );
}

const NONE_RENAMED: RenamedKeys = { renames: new Map(), apart: new Map() };

function valuesOf(entries: ReadonlyMap<string, EntryVersion>): ReadonlyMap<string, Value> {
  return new Map(Array.from(entries, ([key, { value }]) => [key, value]));
}

/** Reports whether one side removed an entry, and one side added one. */
function mayBeRenamed({ base, theirs, local }: Sides<ReadonlyMap<string, EntryVersion>>): boolean {
  const sides = [theirs, local].map((side) => new Set(side?.keys()));
  const keys = [...(base?.keys() ?? [])];
  const isRemoved = sides.some((side) => keys.some((key) => !side.has(key)));
  return isRemoved && sides.some((side) => [...side].some((key) => base?.has(key) !== true));
}

/** Merges an entry whose versions are paired only by likeness. */
function mergeGuess(sides: Sides<EntryVersion>, place: Place, column: Column): Merged | undefined {
  const { theirs, local } = sides;
  const isWhole = presentSides(sides).every(({ value }) => typeof value !== 'object' || value === null);
  const kind = theirs === undefined || local === undefined ? 'delete/change' : isWhole ? 'edit/edit' : 'identity';
  if (place.guessing === 'refusing' || isRuleOfPolicy(place)) return decide(kind, sides, place, column);
  place.guess();
  return mergeEntry(sides, place.withGuessing('guessed'), column);
}

function hasMergeKey({ piece }: EntryVersion): boolean {
  return piece?.isPlain === false && piece.kind === 'map' && piece.children.some(({ isMerge }) => isMerge);
}

/** Returns the version of an entry that one side keeps and the other deletes. */
function onlySide({ base, theirs, local }: Sides<EntryVersion>): EntryVersion | undefined {
  return base !== undefined && (theirs === undefined || local === undefined) ? (theirs ?? local) : undefined;
}

function mergeLists(sides: Both, place: Place, column: Column): Merged | undefined {
  const lists = mapSides(sides, ({ value }) => (isList(value) ? value : []));
  const keying = keyingOf(place, lists);
  const open = place.openConflicts;
  if (keying.inferred !== undefined)
    place.info(`elements with the same \`${keying.inferred.join('` or `')}\` are treated as the same element`);
  if (place.isRefused) return decide('identity', sides, place, column);
  if (!keying.isKeyed) place.markDelicate();
  const { elements, order, isReordered, hasLooseAdditions: loose, ...paired } = pairedElements(sides, keying);
  const { hasUnpaired, isContested } = paired;
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
    const entry = mergeElement(element, place, inner);
    if (element.before !== undefined && entry !== undefined)
      warnOfRename(
        element.sides,
        elementBefore(element.before, keying, place),
        place.atElement(element.index, entry.value),
      );
    return entry === undefined ? [] : [{ entry, isAdded: element.sides.base === undefined }];
  });
  const value = merged.map(({ entry }) => entry.value);
  const isUnique = keying.isKeyed || keying.inferred !== undefined;
  if (isUnique && hasRepeats(value, keying) && !presentSides(lists).some((list) => hasRepeats(list, keying)))
    return decide('invalid', sides, place, column);
  if (repeatsPortName(value, place) && !presentSides(lists).some((list) => repeatsPortName(list, place)))
    return decide('invalid', sides, place, column);
  const hasConflict = place.openConflicts > open;
  if (!hasConflict && grantsMore(mapSides(lists, asValue), value, place))
    return decide('identity', sides, place, column);
  const isOrdered = isUnique && !isReordered;
  const witness = isOrdered ? orderWitness : mergeForward;
  const inLineOrder =
    hasConflict || (isOrdered && !loose) ? undefined : orderedByLines({ sides, value, witness }, place, column);
  if (inLineOrder !== undefined) return inLineOrder;
  if (isReordered) place.warning('both sides changed the order: the local order is kept');
  if (!keying.isKeyed && isJoined)
    place.warning('both sides added elements at the same place: the elements of new come first');
  const repeated = keying.isKeyed ? [] : repeatedKeys(presentSides(lists), value);
  for (const { key, value: again } of repeated)
    place.warning(`several elements have the same \`${key}\`, ${place.shown(again)}, which is unique in every version`);
  const elementsOf = merged.map(({ entry }) => entry);
  const make = (lines: EntryLines | undefined): Merged => ({ value, lines, elements: elementsOf });
  return collected({ make, sides, column, place, hasConflict }, inner, merged);
}

/** Merges an element of a list. */
function mergeElement(element: Element, place: Place, column: Column): Merged | undefined {
  const { sides } = element;
  const [some] = presentSides({ base: sides.local, theirs: sides.theirs, local: sides.base });
  const at = place.atElement(element.index, some?.value ?? null);
  const only = place.take === 'union' ? onlySide(sides) : undefined;
  if (only !== undefined) return kept(only, column);
  if (element.isContradictory) return decide('identity', sides, at, column);
  if (element.isRekeyed) at.info('is matched by its name, because its key changed');
  return element.isGuess ? mergeGuess(sides, at, column) : mergeEntry(sides, at, column);
}

/** Returns the merge by lines of a map, if it is clean both ways and has the merged data. */
function keysByLines(sides: Both, value: Value, place: Place, column: Column): Merged | undefined {
  if (place.guessing === 'guessed' || !haveLines(sides)) return undefined;
  const lines = orderWitness(sides, place.schema);
  return lines !== undefined && equalValues(lines.value, value) ? inLines(lines, column) : undefined;
}

/** Reports whether two ports of a container or Service have the same name, which Kubernetes forbids. */
function repeatsPortName(list: readonly Value[], { field, schema }: Place): boolean {
  return field.at(-1) === 'ports' && schema.listKeys(field) !== undefined && repeatsName(list);
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
