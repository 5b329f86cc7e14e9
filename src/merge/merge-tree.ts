import { equalValues, isList, isMap, type Piece, type Value } from '../yaml/index.ts';
import type { ConflictKind } from './conflict.ts';
import { directiveOf } from './directive.ts';
import { groupOf, isSameElement, keyingOf, type Keying } from './element-keys.ts';
import { elementsOf, entriesOf, mapOf, type Input } from './input.ts';
import { isSameText, joinLines, linesAt, mergePieces, type Lines } from './lines.ts';
import { isOnlyMarks, ownComments, withoutMarks } from './kpt-marks.ts';
import { mergeOrder } from './merge-order.ts';
import { indented, plainText, shiftLines, wholeLines, type MergedText } from './merged-text.ts';
import { mergeString } from './merge-string.ts';
import type { Pair, PairedBy } from './pair-elements.ts';
import type { Place } from './place.ts';
import { rewrittenPiece } from './rewritten-piece.ts';
import { changedSide, mapSides, presentSides, type Sides } from './sides.ts';
import { unionAt } from './unions.ts';

/** A merged value. */
export interface Merged {
  readonly value: Value;
  /** Its text; undefined if it was merged as data. */
  readonly lines?: Lines | undefined;
}

/** Column of the entry in the text that is written; undefined if only data are merged. */
type Column = number | undefined;

/**
 * Merges an entry of a map or a list, or a whole document. Returns undefined if it is deleted. The value is merged as
 * data, and the text by the entries that hold it: the caller must compare the two.
 *
 * @throws YamlError if the text cannot be composed: then the data are still to be merged without it.
 */
export function mergeEntry(sides: Sides<Input>, at: Place, column: Column): Merged | undefined {
  const { base, new: theirs, local } = sides;
  const place = at.withDirective(directiveOf(sides, at));
  const { take } = place;
  if (take === 'pin' || theirs === local) return kept(local, column);
  if (theirs === undefined && local === undefined) return undefined;
  if (base === undefined && (theirs === undefined || local === undefined)) return kept(theirs ?? local, column);
  if (local === undefined) return deletedByLocal(sides, place, column);
  if (theirs === undefined) return deletedByNew({ base, new: undefined, local }, place, column);
  return mergeBoth({ base, new: theirs, local }, place, column);
}

function kept(input: Input | undefined, column: Column): Merged | undefined {
  if (input === undefined) return undefined;
  const { value, piece } = input;
  return { value, lines: column === undefined || piece === undefined ? undefined : linesAt(piece, column) };
}

function deletedByLocal({ base, new: theirs, local }: Sides<Input>, place: Place, column: Column): Merged | undefined {
  if (base === undefined || theirs === undefined || isSame(base, theirs)) return undefined;
  place.warning('stays deleted, though new changes it');
  return kept(local, column);
}

function deletedByNew(
  sides: Sides<Input> & { readonly local: Input },
  place: Place,
  column: Column,
): Merged | undefined {
  const { base, local } = sides;
  if (base === undefined) return kept(local, column);
  if (isSame(base, local) || (place.isResource && equalValues(withoutMarks(local.value), base.value))) {
    if (hasOtherComments(base.piece, local.piece))
      place.info('is deleted, as in new, with the comments that local changed');
    return undefined;
  }
  if (!isOpenCollection(base.value, local.value, place)) return decide('delete/change', sides, place, column);
  const empty: Input = { value: isList(base.value) ? [] : {}, isMissing: true };
  const rest = mergeBoth({ base, new: empty, local }, place, column);
  if (rest === undefined || isEmpty(rest.value)) return undefined;
  const message = 'keeps what local added, though new deletes it';
  if (isList(base.value)) place.warning(message);
  else if (!isOnlyMarks(rest.value)) place.info(message);
  return rest;
}

function hasOtherComments(base: Piece | undefined, local: Piece | undefined): boolean {
  const [before, after] = [base, local].map((piece) => piece && ownComments(`${piece.lead}${piece.text}`).join('\n'));
  return before !== undefined && after !== undefined && before !== after;
}

/** Reports whether the entries of a collection are independent of each other, so that some of them make sense without others. */
function isOpenCollection(base: Value, local: Value, { field }: Place): boolean {
  if (isList(base) && isList(local)) return true;
  return isMap(base) && isMap(local) && FREE_MAPS.has(String(field.at(-1)));
}

/** Maps from names to values that users choose. */
const FREE_MAPS: ReadonlySet<string> = new Set([
  'labels',
  'annotations',
  'data',
  'stringData',
  'binaryData',
  'configMap',
  'nodeSelector',
  'matchLabels',
  'limits',
  'requests',
]);

function isEmpty(value: Value): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function isSame(a: Input | undefined, b: Input | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && equalValues(a.value, b.value));
}

type Both = Sides<Input> & { readonly new: Input; readonly local: Input };

function mergeBoth(sides: Both, place: Place, column: Column): Merged | undefined {
  const { base, new: theirs, local } = sides;
  const isNew = isSame(theirs, base);
  const isLocal = isSame(local, base);
  if (isNew && (column === undefined || isSameText(theirs.piece, base?.piece))) return kept(local, column);
  const isWhole = !place.hasPins || typeof theirs.value !== 'object';
  if (isLocal && isWhole && (column === undefined || isSameText(local.piece, base?.piece)))
    return keptAt(theirs, local, column);
  if (isSame(theirs, local) && (column === undefined || isSameText(theirs.piece, local.piece)))
    return kept(local, column);
  // To Kubernetes, null is as good as nothing.
  const from = base?.value === null && typeof theirs.value === 'object' ? undefined : base;
  const values = presentSides({ ...sides, base: from }).map(({ value }) => value);
  if (values.every(isMap)) return mergeMaps({ ...sides, base: from }, place, column);
  if (values.every(isList) && (from !== undefined || place.take === 'union' || !isConflictOfLists(sides, place)))
    return mergeLists({ ...sides, base: from }, place, column);
  return mergeLeaves(sides, place, column);
}

/** Returns the input of another version at the place of local's. */
function keptAt(theirs: Input, local: Input, column: Column): Merged | undefined {
  // A flow collection of local's holds no lines.
  return local.isMissing === true ? undefined : kept(theirs, column);
}

/** Reports whether both sides added another list whose elements have no keys: to join two arguments makes no sense. */
function isConflictOfLists({ new: theirs, local }: Both, place: Place): boolean {
  const lists = mapSides({ base: undefined, new: theirs, local }, ({ value }) => (isList(value) ? value : undefined));
  const keying = keyingOf(place, lists);
  return !keying.isKeyed && keying.inferred === undefined;
}

/** Takes one version as a whole, since both sides changed it. */
function decide(kind: ConflictKind, sides: Sides<Input>, place: Place, column: Column): Merged | undefined {
  const { taken, isOpen } = place.conflict(
    kind,
    mapSides(sides, ({ value }) => value),
  );
  const { new: theirs, local } = sides;
  const isAnswered = !isOpen && taken === 'new' && column !== undefined && theirs !== undefined && local !== undefined;
  if (isAnswered && theirs.piece?.kind === 'leaf')
    return { value: theirs.value, lines: leafLines({ ...sides, new: theirs, local }, { taken, place, column }) };
  const merged = kept(sides[taken], column);
  if (!isOpen || column === undefined) return merged;
  const text = mapSides(sides, ({ piece }) => piece && plainText(linesAt(piece, column).text));
  return merged?.lines && { ...merged, lines: { ...merged.lines, text: [{ ...text, taken }] } };
}

function mergeLeaves(sides: Both, place: Place, column: Column): Merged | undefined {
  const { base, new: theirs, local } = sides;
  const side = changedSide<Input>(sides, isSame);
  const isText = side !== undefined && isSame(theirs, base) && isSame(local, base);
  if (side === undefined) return mergeStrings(sides, place, column);
  const taken = isText ? (changedSide<Input>(sides, (a, b) => isSameText(a?.piece, b?.piece)) ?? 'local') : side;
  const { value } = sides[taken];
  if (column === undefined) return { value };
  return { value, lines: leafLines(sides, { taken, place, column }) };
}

/** Merges strings that both sides changed by their lines or structure; other values are a conflict. */
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

interface Taking {
  readonly taken: 'new' | 'local';
  readonly place: Place;
  readonly column: number;
}

/** Returns the lines of one version of a value, with the comments of both. */
function leafLines(sides: Both, { taken, place, column }: Taking): Lines | undefined {
  const pieces = mapSides(sides, ({ piece }) => piece);
  const piece = pieces[taken];
  if (piece === undefined) return undefined;
  const lead = leadOf(pieces, place, column);
  const all = presentSides(pieces);
  const isBlock = all.every(({ body }) => BLOCK_SCALAR.test(body));
  if (all.some(({ kind, body }) => kind !== 'leaf' || (!isBlock && BLOCK_SCALAR.test(body)))) {
    const whole = { ...linesAt(piece, column), lead };
    reportLost(pieces, whole, place);
    return whole;
  }
  const head = mergePieces(pieces, column, (each) => ({ text: each.head, first: false }));
  const beside = mergePieces(pieces, column, ({ body }) => ({ text: headerComment(body), first: false }));
  const after = mergePieces(pieces, column, (each) => ({ text: each.after, first: false }));
  const body = piece.body.replace(BLOCK_SCALAR, (_, indicators: string) => `${indicators}${beside.text}`);
  const lines = { lead, text: [head.text, shiftLines(body, column - piece.column), after.text] };
  if (head.isLost || beside.isLost || after.isLost) place.info(COMMENTS_LOST);
  else reportLost(pieces, lines, place);
  return lines;
}

/** First line of a literal or folded scalar: its indicators, and the comment beside them with the blanks before it. */
const BLOCK_SCALAR = /^([|>][0-9+-]*)([ \t]*(?:#.*)?)(?=\n|$)/;

function headerComment(body: string): string {
  return BLOCK_SCALAR.exec(body)?.[2] ?? '';
}

/** Reports comments that are not in the lines of a value that is taken as a whole, though no side removed them. */
function reportLost({ base, new: theirs, local }: Sides<Piece>, { lead, text }: Lines, place: Place): void {
  const whole = plainText([...lead, ...text]);
  const [before, after, own] = [base, theirs, local].map((piece) => new Set(commentsIn(piece)));
  const isLost = (comment: string): boolean => !whole.includes(comment);
  const ofLocal = [...(own ?? [])].filter((comment) => before?.has(comment) !== true || after?.has(comment) === true);
  const ofNew = [...(after ?? [])].filter((comment) => before?.has(comment) !== true);
  if ([...ofLocal, ...ofNew].some(isLost)) place.info(INNER_COMMENTS_LOST);
}

function commentsIn(piece: Piece | undefined): readonly string[] {
  return `${piece?.lead ?? ''}${piece?.text ?? ''}`.match(/(?<=^|\s)#.*$/gm) ?? [];
}

/** Returns the lines of a merged string with its conflicts, if local has it as a literal block; undefined for others. */
function literalLines(
  text: MergedText,
  { sides, place, column }: Writing & { readonly column: number },
): Lines | undefined {
  const pieces = mapSides(sides, ({ piece }) => piece);
  const { local } = pieces;
  const [, indent] = /^\|\n( +)\S/.exec(local?.body ?? '') ?? [];
  if (local === undefined || indent === undefined || local.after !== '' || local.column !== column) return undefined;
  if (!/^[^\s](?:[^]*[^\n])?\n$/.test(plainText(text))) return undefined;
  const head = mergePieces(pieces, column, (piece) => ({ text: piece.head, first: false }));
  return {
    lead: leadOf(pieces, place, column),
    text: [head.text, '|\n', ...indented(wholeLines(text), indent.length)],
  };
}

const COMMENTS_LOST = "both sides changed the comment: local's stays";
const INNER_COMMENTS_LOST = 'is written as a whole: some comments inside it are lost';

function leadOf(pieces: Sides<Piece>, place: Place, column: number): MergedText {
  const { text, isLost } = mergePieces(pieces, column, (each) => ({ text: each.lead, first: true }));
  if (isLost) place.info(COMMENTS_LOST);
  return [text];
}

interface Writing {
  readonly value: Value;
  readonly sides: Both;
  readonly column: Column;
  readonly place: Place;
  /** True if there are open conflicts in the value. Default: false. */
  readonly hasConflict?: boolean;
}

/** Returns a merged value in local's text, edited. */
function written(writing: Writing): Merged {
  const { value, sides, column, place } = writing;
  const pieces = mapSides(sides, ({ piece }) => piece);
  const piece = pieces.local ?? pieces.new;
  if (column === undefined || piece === undefined) return { value };
  const text = withMergedEnds(
    shiftLines(rewrittenPiece(piece, value, place.schema, pieces.new), column - piece.column),
    {
      pieces,
      column,
    },
  );
  const lines = { lead: leadOf(pieces, place, column), text: [text] };
  reportLost(pieces, lines, place);
  if (!writing.hasConflict) return { value, lines };
  const versions = mapSides(pieces, (each) => plainText(linesAt(each, column).text));
  return { value, lines: { ...lines, text: [{ ...versions, local: text, taken: 'local' }] } };
}

/** Returns the text of a rewritten leaf with the comments before and after its value that only new changed. */
function withMergedEnds(
  text: string,
  { pieces, column }: { readonly pieces: Sides<Piece>; readonly column: number },
): string {
  const { local } = pieces;
  const isFlow = presentSides(pieces).every(({ kind, body }) => kind === 'leaf' && /^[{[]/.test(body));
  if (local === undefined || !isFlow) return text;
  const [before, behind] = [local.head, local.after].map((part) => shiftLines(part, column - local.column));
  if (before === undefined || behind === undefined || !text.startsWith(before) || !text.endsWith(behind)) return text;
  const head = mergePieces(pieces, column, (piece) => ({ text: piece.head, first: false }));
  const after = mergePieces(pieces, column, (piece) => ({ text: piece.after, first: false }));
  return `${head.text}${text.slice(before.length, text.length - behind.length)}${after.text}`;
}

/** Returns the column of the entries of the collection that is written; undefined if its versions are not all block style. */
function canvasColumn(sides: Both, kind: 'map' | 'seq', column: Column): Column {
  if (column === undefined) return undefined;
  const isBlock = presentSides(sides).every(({ piece, isMissing }) => isMissing === true || piece?.kind === kind);
  return isBlock ? sides.local.piece?.children[0]?.column : undefined;
}

function mergeMaps(sides: Both, place: Place, column: Column): Merged | undefined {
  const isSwitched = isSwitchedByBoth(sides, place);
  if (isSwitched) return decide('union', sides, place, column);
  const open = place.openConflicts;
  // A version that writes out what a merge key supplies has other lines for the same data.
  const isWrittenOut = new Set(presentSides(sides).map(hasMergeKey)).size > 1;
  const entries = mapSides(sides, (input) => entriesOf(isWrittenOut ? { value: input.value } : input));
  const inner = isWrittenOut ? undefined : canvasColumn(sides, 'map', column);
  const order = mergeOrder(mapSides(entries, (map) => [...map.keys()]));
  const merged = order.flatMap((key): (readonly [string, Merged])[] => {
    const entry = mergeEntry(
      mapSides(entries, (map) => map.get(key)),
      place.at(key),
      inner,
    );
    return entry === undefined ? [] : [[key, entry]];
  });
  const value = mapOf(new Map(merged.map(([key, entry]) => [key, entry.value])));
  const hasConflict = place.openConflicts > open;
  return collected(
    { value, sides, column, place, hasConflict },
    inner,
    merged.map(([, { lines }]) => lines),
  );
}

function hasMergeKey({ piece }: Input): boolean {
  return piece?.kind === 'map' && piece.children.some(({ isMerge }) => isMerge);
}

/**
 * Reports whether both sides changed a union, at least one of them to another member. Fields of both would be there
 * afterwards, or a change would be lost with its member.
 */
function isSwitchedByBoth({ base, new: theirs, local }: Both, place: Place): boolean {
  const union = unionAt(place.field);
  if (union === undefined) return false;
  const [b, n, l] = [base, theirs, local].map((input) => input?.value);
  const isSwitched = (side: Value | undefined): boolean => union.memberOf(side) !== union.memberOf(b);
  if (!isSwitched(n) && !isSwitched(l)) return false;
  const part = (value: Value | undefined): Value =>
    Object.fromEntries(Object.entries(isMap(value) ? value : {}).filter(([key]) => union.has(key)));
  const [before, ours, others] = [part(b), part(l), part(n)];
  return !equalValues(before, ours) && !equalValues(before, others) && !equalValues(ours, others);
}

/** Returns a merged collection: in the lines of its entries if they have some, or else by editing local's text. */
function collected(writing: Writing, inner: Column, entries: readonly (Lines | undefined)[]): Merged {
  const { value, sides, column, place } = writing;
  const lines = entries.filter((each) => each !== undefined);
  if (column === undefined) return { value };
  if (inner === undefined || lines.length === 0 || lines.length < entries.length) return written(writing);
  const pieces = mapSides(sides, ({ piece, isMissing }) => (isMissing === true ? undefined : piece));
  const head = mergePieces(pieces, column, (piece) => ({ text: piece.head, first: false }));
  const tail = mergePieces(pieces, column, (piece) => ({ text: piece.tail, first: true }));
  if (head.isLost || tail.isLost) place.info(COMMENTS_LOST);
  const text = joinLines(head.text, { entries: lines, column: inner, tail: tail.text });
  return { value, lines: { lead: leadOf(pieces, place, column), text } };
}

/** Returns what one side keeps and the other deletes. */
function onlySide({ base, new: theirs, local }: Sides<Input>): Input | undefined {
  return base !== undefined && (theirs === undefined || local === undefined) ? (theirs ?? local) : undefined;
}

function present(merged: Merged | undefined): readonly Merged[] {
  return merged === undefined ? [] : [merged];
}

/** An element of a list in the versions that have it. */
interface Element {
  readonly sides: Sides<Input>;
  /** The index of it in local, or else in new or base. */
  readonly index: number;
  readonly isContradictory: boolean;
  /** Set if not its key tells that it is the same in all versions, and both sides changed it. */
  readonly guessedBy: PairedBy | undefined;
}

function mergeLists(sides: Both, place: Place, column: Column): Merged | undefined {
  const lists = mapSides(sides, ({ value }) => (isList(value) ? value : []));
  const keying = keyingOf(place, lists);
  const open = place.openConflicts;
  if (keying.inferred !== undefined) place.info(`elements with the same \`${keying.inferred}\` are taken for the same`);
  const { elements, order } = pairedElements(sides, keying);
  const inner = canvasColumn(sides, 'seq', column);
  const merged = order.flatMap((id): readonly Merged[] => {
    const element = elements[id];
    if (element === undefined) return [];
    const at = placeOf(place, element);
    if (element.guessedBy === 'name') at.info('is taken for the same element by its name: its key changed');
    if (element.guessedBy === 'place') at.warning('is taken for the same element by its place: its key changed');
    const only = place.take === 'union' ? onlySide(element.sides) : undefined;
    if (only !== undefined) return present(kept(only, inner));
    const entry = element.isContradictory
      ? decide('identity', element.sides, at, inner)
      : mergeEntry(element.sides, at, inner);
    return present(entry);
  });
  const value = merged.map((entry) => entry.value);
  if (keying.isKeyed && hasRepeats(value, keying) && !presentSides(lists).some((list) => hasRepeats(list, keying)))
    return decide('invalid', sides, place, column);
  if (!keying.isKeyed && joinsAdditions(order, elements))
    place.warning("both sides added elements at one place: new's are first");
  const hasConflict = place.openConflicts > open;
  return collected(
    { value, sides, column, place, hasConflict },
    inner,
    merged.map(({ lines }) => lines),
  );
}

function placeOf(place: Place, { index, sides }: Element): Place {
  const [some] = presentSides({ base: sides.local, new: sides.new, local: sides.base });
  const at = place.atElement(index, some?.value ?? null);
  const isResource = place.schema.kind.endsWith('List') && place.field.length === 1 && place.field[0] === 'items';
  if (!isResource || some === undefined || !isMap(some.value)) return at;
  const { apiVersion, kind } = some.value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return at;
  return at.asResource({ ...place.schema, group: groupOf(apiVersion), kind });
}

function hasRepeats(list: readonly Value[], keying: Keying): boolean {
  const keys = list.flatMap((element) => keying.keyOf(element) ?? []);
  return new Set(keys).size < keys.length;
}

/** Reports whether an element that only new added stands before one that only local added. */
function joinsAdditions(order: readonly number[], elements: readonly Element[]): boolean {
  return order.some((id, at) => {
    const [one, other] = [elements[id]?.sides, elements[order[at + 1] ?? -1]?.sides];
    const isNew = one?.base === undefined && one?.local === undefined;
    return isNew && other !== undefined && other.base === undefined && other.new === undefined;
  });
}

/** Returns the elements of all versions, each once, and the order of their numbers in the merged list. */
function pairedElements(
  sides: Both,
  keying: Keying,
): { readonly elements: readonly Element[]; readonly order: readonly number[] } {
  const inputs = mapSides(sides, elementsOf);
  const values = mapSides(inputs, (list) => list.map(({ value }) => value));
  const base = inputs.base ?? [];
  const toNew = keying.pair(values.base ?? [], values.new ?? []);
  const toLocal = keying.pair(values.base ?? [], values.local ?? []);
  const count = { next: base.length };
  const newIds = toNew.map((pair) => pair?.index ?? count.next++);
  const added = newIds.flatMap((id, at) => (toNew[at] === undefined ? [{ id, at }] : []));
  const localIds = toLocal.map((pair, at): number => {
    if (pair !== undefined) return pair.index;
    const element = values.local?.[at] ?? null;
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
    const isKeyed = keying.keyOf(of.base?.value ?? null) !== undefined;
    const isChanged = of.base !== undefined && !isSame(of.new, of.base) && !isSame(of.local, of.base);
    return {
      sides: of,
      index: l ?? n ?? id,
      isContradictory: isNamedByBoth(of, a, b),
      guessedBy: isChanged && isKeyed ? [a, b].find((pair) => pair?.by !== 'key')?.by : undefined,
    };
  });
  return { elements, order: mergeOrder({ base: [...base.keys()], new: newIds, local: localIds }) };
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

function nameIn(input: Input | undefined): Value {
  return (isMap(input?.value) ? input.value['name'] : undefined) ?? null;
}
