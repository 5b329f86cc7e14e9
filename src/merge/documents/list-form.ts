import { documentPiece, equalValues, isList, isMap, type Piece, type Value } from '../../yaml/index.ts';
import { isResourceList, resourceKey } from '../values/resource-list.ts';
import { joinFile } from '../text/file-text.ts';
import { joinDocuments } from '../text/join-documents.ts';
import { ownComments } from '../text/own-comments.ts';
import { plainText, shiftLines } from '../text/merged-text.ts';
import { VersionFile } from '../pairs/package-file.ts';
import type { Sides } from '../sides.ts';
import type { Unit } from '../pairs/unit.ts';

/**
 * Converts the versions of a file to one form if one side puts its documents into a `List`, or takes them out: base and
 * the other side are rewritten in that form, so that all changes can be merged. Returns undefined if this is not
 * possible.
 */
export function inOneForm(sides: Sides<VersionFile>): Sides<VersionFile> | undefined {
  const { base } = sides;
  if (base === undefined || !mayHaveOtherForm(sides)) return sides;
  for (const side of ['theirs', 'local'] as const) {
    const changed = sides[side];
    const form = changed && changeOfForm(base, changed);
    if (form === undefined) continue;
    const other = side === 'theirs' ? 'local' : 'theirs';
    const [before, after] = [base, sides[other]].map((file) => file && form(file));
    if (before === undefined || (sides[other] !== undefined && after === undefined)) return undefined;
    return { base: before, theirs: changed, local: changed, [other]: after };
  }
  return sides;
}

/** Reports whether some versions of a file have a `List`, and others do not. */
function mayHaveOtherForm(sides: Sides<VersionFile>): boolean {
  const mayHaveList = (file: VersionFile | undefined): boolean => /\bList\b/.test(file?.text?.lines ?? '');
  return [sides.theirs, sides.local].some(
    (file) => file !== undefined && mayHaveList(file) !== mayHaveList(sides.base),
  );
}

/** Rewrites a file in another form; undefined if this is not possible. */
type Form = (file: VersionFile) => VersionFile | undefined;

/** Returns the form to which a version converts the resources of base; undefined if it keeps the form. */
function changeOfForm(base: VersionFile, changed: VersionFile): Form | undefined {
  const [from, to] = [base, changed].map(({ units = [] }) => ({
    lists: units.filter(isListUnit),
    documents: new Set(units.map(unitName)),
    items: new Set(units.flatMap(itemsOf).map(resourceKey)),
  }));
  if (from === undefined || to === undefined) return undefined;
  const [list, ...others] = to.lists;
  const isMoved = (keys: ReadonlySet<string | undefined>, into: ReadonlySet<string | undefined>): boolean =>
    [...keys].some((key) => key !== undefined && into.has(key));
  const [isWrapped, isUnwrapped] = [isMoved(from.documents, to.items), isMoved(from.items, to.documents)];
  if (!isWrapped && !isUnwrapped) return undefined;
  if (!isUnwrapped && from.lists.length === 0 && list !== undefined && others.length === 0)
    return (file) => wrapped(file, list);
  if (!isWrapped && to.lists.length === 0) return unwrapped;
  return () => undefined;
}

/** Reports whether a document is a `List`. */
export function isListUnit({ resource: { kind } }: Unit): boolean {
  return kind === 'List';
}

/** Returns the items of a `List`; none for other documents. */
export function itemsOf({ resource }: Unit): readonly Value[] {
  const value = resource.value();
  const items = isMap(value) && isResourceList(resource.kind, ['items']) ? value['items'] : undefined;
  return items !== undefined && isList(items) ? items : [];
}

function unitName({ resource }: Unit): string | undefined {
  return resourceKey(resource.value() ?? null);
}

/** A document of a rewritten file, with its data. */
interface Rewritten {
  readonly text: string;
  readonly value: Value;
}

/** Replaces documents of a file that are items of a list by that list, with the same text around the items. */
function wrapped(file: VersionFile, list: Unit): VersionFile | undefined {
  const { units = [] } = file;
  const keys = new Set(itemsOf(list).map(resourceKey));
  const inside = units.filter((unit) => unitName(unit) !== undefined && keys.has(unitName(unit)));
  const [first] = inside;
  const frame = frameOf(list);
  // The other version cannot have added documents to a list if none is inside it.
  if (first === undefined || frame === undefined || units.some(isListUnit)) return undefined;
  const text = [frame.before, ...inside.map((unit) => elementText(unit, frame)), frame.after].join('');
  const value = { ...valueMap(list), items: inside.map((unit) => unit.resource.value()) };
  return rewritten(
    file,
    units.flatMap((unit) => (unit === first ? { text, value } : inside.includes(unit) ? [] : documentOf(unit))),
  );
}

/** Replaces each list of a file by its items as documents. */
function unwrapped(file: VersionFile): VersionFile | undefined {
  const { units = [] } = file;
  if (!units.some(isListUnit)) return file;
  const documents = units.map((unit) => (isListUnit(unit) ? itemDocuments(unit) : [documentOf(unit)]));
  return documents.includes(undefined)
    ? undefined
    : rewritten(
        file,
        documents.flatMap((each) => each ?? []),
      );
}

function documentOf(unit: Unit): Rewritten {
  return { text: unit.text, value: unit.resource.value() };
}

function valueMap({ resource }: Unit): Readonly<Record<string, Value>> {
  const value = resource.value();
  return isMap(value) ? value : {};
}

/** Text of a list around its items, with the position of these. */
interface Frame {
  readonly before: string;
  readonly elements: readonly Piece[];
  readonly after: string;
  readonly column: number;
  /** Dash and blanks before the first item. */
  readonly dash: string;
}

/** Returns the text around the items of a list; undefined if these are not on separate lines. */
function frameOf({ document }: Unit): Frame | undefined {
  const { head, children, tail } = documentPiece(document);
  const at = children.findIndex(({ key }) => key === 'items');
  const items = children[at];
  const [first] = items?.kind === 'seq' ? items.children : [];
  const [dash] = DASH.exec(first?.text ?? '') ?? [];
  if (items === undefined || first === undefined || dash === undefined) return undefined;
  return {
    before: [head, ...children.slice(0, at).map(linesOf), items.lead, items.head].join(''),
    elements: items.children,
    after: [items.tail, ...children.slice(at + 1).map(linesOf), tail].join(''),
    column: first.column,
    dash,
  };
}

const DASH = /^- +/;

function linesOf({ lead, text }: Piece): string {
  return `${lead}${text}`;
}

/** Returns the lines of a document as an element of a list. */
function elementText({ bareText }: Unit, { column, dash }: Frame): string {
  const [lead = ''] = /^(?:[ \t]*(?:#.*)?\n)*/.exec(bareText) ?? [];
  const text = shiftLines(bareText.slice(lead.length), column + dash.length);
  return `${shiftLines(lead, column, { first: true })}${' '.repeat(column)}${dash}${text}`;
}

/**
 * Returns the items of a list as documents, with the comments above and below the list; undefined if they are not on
 * separate lines.
 */
function itemDocuments(list: Unit): readonly Rewritten[] | undefined {
  const frame = frameOf(list);
  const values = itemsOf(list);
  if (frame === undefined) return undefined;
  const comments = (text: string): string => text.replaceAll(/^(?!#).*\n?/gm, '');
  const texts = frame.elements.map(({ lead, text, column }) => {
    const [dash = ''] = DASH.exec(text) ?? [];
    const lines = shiftLines(text.slice(dash.length), -column - dash.length);
    return `${shiftLines(lead, -column, { first: true })}${lines}`;
  });
  const last = texts.length - 1;
  return texts.map((text, index) => ({
    text: `${index === 0 ? comments(frame.before) : ''}${text}${index === last ? comments(frame.after) : ''}`,
    value: values[index] ?? null,
  }));
}

/** Returns a file with other documents; undefined if the text would have different data, or lose comments. */
function rewritten(file: VersionFile, documents: readonly Rewritten[]): VersionFile | undefined {
  const isMarked = file.units?.[0]?.text.startsWith('---') === true;
  const texts = documents.map(({ text }) => [text]);
  const lines = plainText(joinDocuments(texts, { isMarked }));
  const after = new VersionFile(file.path, joinFile([lines], { base: undefined, theirs: undefined, local: file.text }));
  const values = after.units?.map(({ resource }) => resource.value());
  const isSame =
    values !== undefined &&
    equalValues(
      values,
      documents.map(({ value }) => value),
    );
  const keepsComments = ownComments(file.text?.lines ?? '').every((comment) => lines.includes(comment));
  return isSame && keepsComments ? after : undefined;
}
