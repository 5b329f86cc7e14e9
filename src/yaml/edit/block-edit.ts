import { endsInOpenBlock } from '../print/copy.ts';
import { entryFragment } from './fragment.ts';
import type { Insertion } from './insertion.ts';
import { printKey } from '../print/print-scalar.ts';
import { renameEntry, withoutTag } from './rename-entry.ts';
import { printFlow, printZone, type Printable, type Zone } from '../print/print.ts';
import { keyText } from '../print/render.ts';
import { sequenceDepth, withSequence, type Style } from '../print/style.ts';
import { column, lineStart, skipBlanks } from '../tree/positions.ts';
import { besideRanges, separateBlock, splitBlockComments, withoutTabs } from '../tree/comment-owner.ts';
import { lastEntry, lastNode } from '../tree/extent.ts';
import { Entry, isBlock, isCollection, isTreeNode, markEdited, type Collection } from '../tree/tree.ts';

const KEY_CONTEXT = { flow: false, json: false };

/**
 * Replaces the value of an entry of a block collection. Its key, its anchor, the comment or blanks beside it and its
 * quotes stay.
 */
export function setBlockValue(entry: Entry, value: Printable, style: Style, literal = true): void {
  const { indicatorEnd } = entry;
  if (indicatorEnd === undefined) throw new Error('a key without a colon');
  const indent = column(entry.text, entry.start);
  if (hasOwnLine(entry)) {
    const { text, end, value: old } = entry;
    const printed = printFlow(value, { json: false, old: old.kind === 'scalar' ? old : undefined });
    const between = text.slice(indicatorEnd, old.start);
    const head = `${headText(entry, indicatorEnd)}${old.tag === undefined ? between : withoutTag(between)}`;
    storeText(entry, indent, `${' '.repeat(indent)}${head}${printed}${text.slice(old.end, end)}`);
    return;
  }
  const zone = literal ? zoneOf(entry, indent) : { ...zoneOf(entry, indent), old: undefined, literal };
  const lines = printZone(value, zone, localStyle(entry.parent, value, style));
  const printed =
    zone.comment === '' ? lines.replace(/^.+?(?=\r?\n$)/, (line) => `${line}${blanksBeside(entry)}`) : lines;
  const text = `${' '.repeat(indent)}${headText(entry, indicatorEnd)}${printed}`;
  storeText(entry, indent, isEnded(entry) ? text : withoutLastBreak(text));
}

/** Replaces the lines of an entry from an offset on, such as those of a literal block below its header. */
export function setBlockLines(entry: Entry, from: number, lines: string): void {
  const indent = column(entry.text, entry.start);
  storeText(entry, indent, `${' '.repeat(indent)}${entry.text.slice(entry.start, from)}${lines}`);
}

/** Adds an entry to a nonempty block collection: before another, or after the lines of the last. */
export function insertBlockEntry(collection: Collection, { index, key, value, style }: Insertion): void {
  const previous = collection.at(index - 1);
  const next = collection.at(index);
  const indent = columnOf(previous ?? next);
  const pad = ' '.repeat(indent);
  const head = key === undefined ? '-' : `${printKey(key, KEY_CONTEXT)}:`;
  const comment = key === undefined ? commentOfElement(value) : '';
  const zone = { indent, element: key === undefined, gap: ' ', anchor: '', comment };
  const lines = `${pad}${head}${printZone(value, zone, localStyle(collection, value, style))}`;
  const open = previous !== undefined && !isEnded(previous);
  const text = open ? withoutLastBreak(lines) : lines;
  const entry = new Entry(text, indent, entryFragment(text, text.length, key));
  if (collection.edges === undefined && !open && next === undefined) {
    entry.before = pad;
    collection.append(entry);
    return;
  }
  separateBlock(collection);
  if (open) closeBlockScalar(lastEntry(previous), style);
  entry.before = `${open ? style.eol : ''}${pad}`;
  if (previous === undefined && next !== undefined) placeFirst(entry, next, collection, pad);
  collection.add(entry, index);
}

/**
 * Removes an entry of a block collection with its comments. Returns the comments that remain if it was the only entry.
 */
export function removeBlockEntry(collection: Collection, index: number): string {
  const edges = separateBlock(collection);
  const [entry, next] = [collection.at(index), collection.at(index + 1)];
  if (entry === undefined) throw new Error('no entry to remove');
  const previous = collection.at(index - 1);
  collection.take(index);
  // If the text had no newline at its end, one was added before the entry that follows.
  const addedBreak = previous !== undefined && !isEnded(previous) && !isEnded(entry);
  const [kept] = splitBlockComments(entry.before, columnOf(entry));
  if (next === undefined) {
    edges.tail = `${addedBreak ? withoutFirstBreak(kept) : kept}${edges.tail}`;
    return edges.tail;
  }
  const lead = `${kept}${isEnded(entry) ? next.before : withoutFirstBreak(next.before)}`;
  next.before = index > 0 ? lead : isInLine(collection) ? lead.trimStart() : withoutTabs(lead);
  return '';
}

function withoutFirstBreak(text: string): string {
  return text.replace(/^\r?\n/, '');
}

/** Adds lines of comments after an entry. */
export function addCommentsAfter(entry: Entry, lines: string, style: Style): void {
  const { parent } = entry;
  if (parent === undefined || lines === '') return;
  const edges = separateBlock(parent);
  const next = parent.at(parent.indexOf(entry) + 1);
  const text = `${isEnded(entry) ? '' : style.eol}${lines}`;
  if (next === undefined) edges.tail = `${text}${edges.tail}`;
  else next.before = `${text}${next.before}`;
}

/** Returns the column of an entry of a block collection, which all of its entries share. */
function columnOf(entry: Entry | undefined): number {
  if (entry === undefined) throw new Error('a block collection without entries');
  return column(entry.text, entry.start);
}

/** Reports whether a block collection begins in the middle of a line, as after the dash in `- name: a`. */
function isInLine({ text, start }: Collection): boolean {
  return skipBlanks(text, lineStart(text, start)) < start;
}

function placeFirst(entry: Entry, next: Entry, collection: Collection, pad: string): void {
  if (isInLine(collection)) {
    entry.before = '';
    next.before = `${pad}${next.before}`;
  } else {
    const [before, own] = splitBlockComments(next.before, pad.length);
    entry.before = `${before}${pad}`;
    next.before = own;
  }
}

function storeText(entry: Entry, indent: number, text: string): void {
  entry.replace(text, indent, entryFragment(text, text.length));
  markEdited(entry);
}

/**
 * Returns the text of a new entry for the end of a text without a final newline. After a block scalar the newline is
 * needed, since go-yaml reads none without it.
 */
function withoutLastBreak(text: string): string {
  return isBlock(lastNode(entryFragment(text, text.length).value)) ? text : text.replace(/\r?\n$/, '');
}

/** Returns the entry up to its colon or dash, under its current key. */
function headText(entry: Entry, indicatorEnd: number): string {
  const { text, start, key } = entry;
  if (key === undefined) return text.slice(start, indicatorEnd);
  return `${keyText(entry, key)}${text.slice(entry.newKey?.end ?? key.end, indicatorEnd)}`;
}

function zoneOf(entry: Entry, indent: number): Zone {
  const { value, indicatorEnd = entry.start, key } = entry;
  const between = entry.text.slice(indicatorEnd, value.start);
  // Go does not read a tab after a dash, or after a colon that begins its line.
  const isKept = key === undefined || /[?:]/.test(entry.text[entry.start] ?? '') ? /^ +$/ : /^[ \t]+$/;
  return {
    indent,
    element: key === undefined,
    gap: isKept.test(between) && value.end > value.start ? between : ' ',
    anchor: value.kind !== 'alias' && value.anchor !== undefined ? `&${value.anchor}` : '',
    comment: commentBeside(entry),
    old: value.kind === 'scalar' ? value : undefined,
  };
}

/**
 * Reports whether a value is on a line of its own that must stay: another line has a comment beside the dash, or both
 * lines have one.
 */
function hasOwnLine(entry: Entry): boolean {
  if (isBlock(entry.value) || entry.value.kind === 'alias') return false;
  const [above = false, own] = besideRanges(entry).map((range) => entry.text.slice(...range).includes('#'));
  return own !== undefined && above && (own || entry.key === undefined);
}

/** Returns the first comment beside an entry, with the blanks before it: it stays when the value is replaced. */
function commentBeside(entry: Entry): string {
  const ranges = besideRanges(entry).map((range) => entry.text.slice(...range));
  return ranges.find((range) => range.includes('#')) ?? '';
}

/** Returns the blanks at the end of the line of a value; '' if it is in block style. */
function blanksBeside(entry: Entry): string {
  const { value } = entry;
  const range = isBlock(value) || value.start === value.end ? undefined : besideRanges(entry).at(-1);
  const rest = range === undefined ? '' : entry.text.slice(...range);
  return /^ +$/.test(rest) ? rest : '';
}

/** Returns the comment beside the dash of a copied element: kpt writes the one at the head of a file there. */
function commentOfElement(value: Printable): string {
  if (!isTreeNode(value) || !isBlock(value)) return '';
  return value.entry.parent?.kind === 'seq' ? commentBeside(value.entry) : '';
}

/**
 * Returns the style for a value: for a sequence, the style of the sequences in the same map takes precedence over that
 * of the document.
 */
function localStyle(collection: Collection | undefined, value: Printable, style: Style): Style {
  const isSequence = Array.isArray(value) || (isTreeNode(value) && value.kind === 'seq');
  const sequence = isSequence && collection?.kind === 'map' ? sequenceDepth(collection) : undefined;
  return sequence === undefined ? style : withSequence(style, sequence);
}

/** Reports whether the text of a block entry ends in a line break. */
function isEnded(entry: Entry): boolean {
  if (!entry.isEdited) return entry.text[entry.end - 1] === '\n';
  const { value } = entry;
  if (!isCollection(value) || value.flow) return entry.text[entry.end - 1] === '\n';
  const last = value.at(value.length - 1);
  const tail = value.edges?.tail ?? '';
  return tail !== '' ? tail.endsWith('\n') : last === undefined || isEnded(last);
}

/** Changes a block scalar that has no line break at its end so that its value stays the same when one follows. */
function closeBlockScalar(entry: Entry, style: Style): void {
  const { value, key, indicatorEnd, name } = entry;
  if (indicatorEnd === undefined && key !== undefined && name !== undefined && endsInOpenBlock(key))
    renameEntry(entry, key, name, style);
  if (value.kind !== 'scalar' || !endsInOpenBlock(value)) return;
  if (value.content.endsWith('\n') || value.content.endsWith(' ')) setBlockValue(entry, value.content, style, false);
  else setHeader(entry, (header) => `${header.replace(/[-+]/, '')}-`);
}

export function setHeader(entry: Entry, change: (header: string) => string): void {
  const { text, start, end, value, indicatorEnd = start } = entry;
  const indent = column(text, start);
  const head = `${headText(entry, indicatorEnd)}${text.slice(indicatorEnd, value.start)}`;
  const scalar = text.slice(value.start, end).replace(/^[|>][-+0-9]*/, change);
  const changed = `${' '.repeat(indent)}${head}${scalar}`;
  storeText(entry, indent, changed);
}
