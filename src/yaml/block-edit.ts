import { endsInOpenBlock, lastEntry } from './copy.ts';
import { YamlError } from './error.ts';
import { fragmentReader } from './fragment.ts';
import { printKey } from './print-scalar.ts';
import { printZone, type Printable, type Zone } from './print.ts';
import { keyText, renderNode } from './render.ts';
import { hasCompactSequences, type Style } from './style.ts';
import { column, commentsStart, lineEnd, lineStart, position, skipBlanks, skipSpace } from './text.ts';
import { Entry, isBlock, isCollection, type Collection } from './tree.ts';

const KEY_CONTEXT = { flow: false, json: false };

/** Gives an entry of a block collection another value. Its key, its anchor and the comment beside it stay. */
export function setBlockValue(entry: Entry, value: Printable, style: Style): void {
  const { indicatorEnd } = entry.parts;
  if (indicatorEnd === undefined) {
    const { line } = position(entry.text, entry.start);
    throw new YamlError('edit', `a key that has no \`:\` cannot be given a value, in line ${line}`);
  }
  const indent = column(entry.text, entry.start);
  const text = `${' '.repeat(indent)}${headText(entry, indicatorEnd)}${printZone(value, zoneOf(entry, indent), localStyle(entry, style))}`;
  const ended = entry.text[entry.end - 1] === '\n';
  replaceBlockText(entry, indent, text, ended ? 0 : style.eol.length);
}

/** Adds an entry to a block collection that has some: before the one at `index`, or after the last. */
export function insertBlockEntry(collection: Collection, index: number, key: string | undefined, value: Printable, style: Style): void {
  const next = collection.entries[0];
  if (next === undefined) throw new Error('a block collection without entries');
  const indent = column(next.text, next.start);
  const pad = ' '.repeat(indent);
  const head = key === undefined ? '-' : `${printKey(key, KEY_CONTEXT)}:`;
  const zone = { indent, element: key === undefined, gap: ' ', anchor: '', comment: '' };
  const text = `${pad}${head}${printZone(value, zone, style)}`;
  const entry = new Entry(text, indent, text.length, fragmentReader(text), key);
  const previous = collection.entries[index - 1];
  if (previous !== undefined) placeAfter(entry, previous, pad, style.eol);
  else placeFirst(entry, collection, next, pad);
  collection.add(entry, index);
}

/** Takes an entry out of a block collection that has more, with its comments. */
export function removeBlockEntry(collection: Collection, index: number): void {
  const entry = collection.entries[index];
  if (entry === undefined) throw new Error('no entry to remove');
  const next = collection.entries[index + 1];
  const { text } = collection;
  collection.take(index);
  if (entry.resume === entry.at) {
    // It was added before. Where it had become the first of its line, the next one becomes that.
    if (entry.lead === '' && entry.trail === '' && next !== undefined) next.lead = '';
  } else if (!startsInLine(text, entry.at)) {
    collection.removed.push([commentsStart(text, entry.at, collection.linesStart), entry.resume]);
  } else {
    removeFirstInLine(collection, entry, next, collection.entries[index - 1]);
  }
}

/** What is left of a block collection when its last entry has gone: comments that were not the entry's, or ''. */
export function removeLastBlockEntry(collection: Collection): string {
  removeBlockEntry(collection, 0);
  collection.changed = true;
  const rest = renderNode(collection);
  return rest.includes('#') ? rest : '';
}

function replaceBlockText(entry: Entry, indent: number, text: string, cut: number): void {
  // A block scalar needs the newline at its end, since go-yaml would read it without.
  const end = text.length - cut;
  entry.replace(text, indent, end, fragmentReader(text));
  if (cut > 0 && isBlock(lastEntry(entry).value)) entry.replace(text, indent, text.length, fragmentReader(text));
}

/** The entry up to its colon or dash, under its present key. */
function headText(entry: Entry, indicatorEnd: number): string {
  const { text, start } = entry;
  const { key } = entry.parts;
  if (key === undefined) return text.slice(start, indicatorEnd);
  return `${text.slice(start, key.start)}${keyText(entry, key)}${text.slice(key.end, indicatorEnd)}`;
}

function zoneOf(entry: Entry, indent: number): Zone {
  const { value, indicatorEnd = entry.start, key } = entry.parts;
  const between = entry.text.slice(indicatorEnd, value.start);
  return {
    indent,
    element: key === undefined,
    gap: /^[ \t]+$/.test(between) && value.end > value.start ? between : ' ',
    anchor: value.kind !== 'alias' && value.anchor !== undefined ? `&${value.anchor}` : '',
    comment: commentBeside(entry, indicatorEnd),
    old: value.kind === 'scalar' ? value.style : undefined,
  };
}

/** The comment that stays with an entry when its value goes, with the white space before it. */
function commentBeside({ text, value }: Entry, indicatorEnd: number): string {
  const onOwnLines = isBlock(value) && isCollection(value);
  if (onOwnLines && !text.slice(indicatorEnd, value.start).includes('\n')) return '';
  const from = onOwnLines || value.start === value.end ? indicatorEnd : isBlock(value) ? value.start : value.end;
  const line = text.slice(from, lineEnd(text, from));
  return /[ \t]+#[^\r\n]*/.exec(line)?.[0] ?? '';
}

/** The style of the sequences beside a place goes before that of the document. */
function localStyle(entry: Entry, style: Style): Style {
  const compact = entry.parent?.kind === 'map' ? hasCompactSequences(entry.parent) : undefined;
  return compact === undefined ? style : { ...style, compact };
}

function placeAfter(entry: Entry, previous: Entry, pad: string, eol: string): void {
  entry.at = previous.resume;
  entry.resume = previous.resume;
  entry.lead = pad;
  const last = previous.pristine ? previous : lastEntry(previous);
  if (last.text[last.end - 1] === '\n') return;
  // The text ends without a newline: it goes between the two, and there is none at the end again.
  closeBlockScalar(lastEntry(previous));
  entry.lead = `${eol}${pad}`;
  if (!isBlock(lastEntry(entry).value)) entry.end -= eol.length;
}

/** Makes a block scalar that has no newline at its end one that keeps none, so that its value stays when one follows. */
function closeBlockScalar(entry: Entry): void {
  if (!endsInOpenBlock(entry.value)) return;
  const { text, start, end, value } = entry;
  const indent = column(text, start);
  const scalar = text.slice(value.start, end).replace(/^([|>])([0-9]?)[-+]?([0-9]?)/, '$1$2$3-');
  const closed = `${' '.repeat(indent)}${text.slice(start, value.start)}${scalar}`;
  entry.replace(closed, indent, closed.length, fragmentReader(closed));
}

function placeFirst(entry: Entry, collection: Collection, next: Entry, pad: string): void {
  const inLine = next.lead === '' && startsInLine(collection.text, next.at);
  const at = inLine || next.resume === next.at ? next.at : commentsStart(collection.text, next.at, collection.linesStart);
  entry.at = at;
  entry.resume = at;
  if (inLine) entry.trail = pad;
  else entry.lead = pad;
}

/** Whether something else stands before `at` on its line: the dash of `- name: a`. */
function startsInLine(text: string, at: number): boolean {
  return skipBlanks(text, lineStart(text, at)) < at;
}

/** The entry after `name` in `- name: a` comes up to the dash. */
function removeFirstInLine(collection: Collection, entry: Entry, next: Entry | undefined, previous: Entry | undefined): void {
  if (next === undefined && previous !== undefined) previous.trail = '';
  const comesUp = next !== undefined && next.lead === '';
  if (next !== undefined) next.lead = '';
  collection.removed.push([entry.at, comesUp ? skipSpace(collection.text, entry.resume) : entry.resume]);
}
