import { addCommentsAfter, insertBlockEntry, removeBlockEntry, setBlockValue } from './block-edit.ts';
import { holdsComment, insertFlowEntry, removeFlowEntry, setFlowValue } from './flow-edit.ts';
import { documentFragment } from './fragment.ts';
import type { Insertion } from './insertion.ts';
import { printFlow, printZone, type Printable } from '../print/print.ts';
import { guardLinesBelow } from './block-scalar-guard.ts';
import { textAfter } from './lines-below.ts';
import { withoutTag } from './rename-entry.ts';
import { renderEntry } from '../print/render.ts';
import { withSequence, type Style } from '../print/style.ts';
import { withoutTabs, withoutTabsBelow } from '../tree/comment-owner.ts';
import { outerRange } from '../tree/extent.ts';
import {
  isBlock,
  isCollection,
  isTreeNode,
  markEdited,
  resolveAlias,
  type Collection,
  type Entry,
} from '../tree/tree.ts';

/** Replaces the value of an entry. */
export function setValue(entry: Entry, value: Printable, style: Style): void {
  if (entry.parent === undefined) setDocument(entry, value, '', style);
  else if (entry.parent.flow) setFlowValue(entry, value, style);
  else {
    setBlockValue(entry, value, style);
    guardLinesBelow(entry, style);
  }
  markEdited(entry);
}

export function insertEntry(collection: Collection, insertion: Insertion): void {
  const { index, key, value, style } = insertion;
  if (collection.length === 0 && !holdsComment(collection)) {
    setValue(collection.entry, key === undefined ? [value] : { [key]: value }, style);
    return;
  }
  if (collection.flow) insertFlowEntry(collection, insertion);
  else insertBlockEntry(collection, insertion);
  const entry = collection.at(index) as Entry;
  if (!collection.flow) guardLinesBelow(entry, style);
  markEdited(entry);
}

/** Removes an entry of a collection; the last one leaves `{}` or `[]`, around the comments that stay. */
export function removeEntry(collection: Collection, index: number, style: Style): void {
  const isLast = collection.length === 1;
  if (collection.flow && !collection.implicit) removeFlowEntry(collection, index, style.eol);
  else if (!isLast) removeBlockEntry(collection, index);
  if (isLast && !holdsComment(collection)) {
    emptyCollection(collection, style);
    return;
  }
  const previous = collection.at(index - 1);
  if (previous !== undefined && !collection.flow) guardLinesBelow(previous, style);
  collection.isEdited = true;
  markEdited(collection.entry);
}

function emptyCollection(collection: Collection, style: Style): void {
  const { entry, kind } = collection;
  // The removed entry may be the only example of the layout: reading the width here caches it.
  void style.width;
  const empty = kind === 'map' ? {} : [];
  const left = collection.flow ? '' : removeBlockEntry(collection, 0);
  const comments = left.includes('#') ? withoutTabs(left) : '';
  if (entry.parent === undefined) {
    setDocument(entry, empty, comments, style);
    return;
  }
  setValue(entry, empty, style);
  if (!entry.parent.flow) addCommentsAfter(entry, comments, style);
}

/** Replaces the value of a document. Directives, `---` and the comments around it stay. */
function setDocument(entry: Entry, value: Printable, comments: string, style: Style): void {
  const [from, to] = outerRange(entry.value);
  const head = `${headOf(entry, from)}${comments}`;
  const tail = textAfter(entry);
  const body = documentBody(entry, value, style);
  if (body.endsWith(style.eol)) {
    const above = head === '' || head.endsWith('\n') ? head : `${head.trimEnd()}${style.eol}`;
    setDocumentLines(entry, `${above}${body}`, tail.replace(/^[ \t]*\r?\n/, ''), style);
  } else {
    const takesBreak = isBlock(entry.value) && entry.text[to - 1] === '\n';
    const gap = head === '' || /\s$/.test(head) ? '' : ' ';
    const below = takesBreak ? withoutTabs(tail) : withoutTabsBelow(tail).replace(/^#/, ' #');
    replaceDocument(entry, `${head}${gap}${body}${takesBreak ? style.eol : ''}${below}`);
  }
}

/** Returns the text of a document up to an offset, without the tag of its value, which may not fit another one. */
function headOf({ text, start, value }: Entry, to: number): string {
  const head = text.slice(start, to);
  if (value.tag === undefined) return head;
  const marker = Math.max(0, head.search(/^---(?=\s|$)/m));
  return `${head.slice(0, marker)}${withoutTag(head.slice(marker))}`;
}

/**
 * Sets the lines of a document, and those that follow them: at the margin if a block scalar could absorb deeper ones.
 */
function setDocumentLines(entry: Entry, lines: string, tail: string, style: Style): void {
  const hasBlock = /[|>]/.test(lines);
  const below = hasBlock ? tail.replaceAll(/^[ \t]+/gm, '') : withoutTabs(tail);
  if (!hasBlock || below === '') {
    replaceDocument(entry, `${lines}${below}`);
    return;
  }
  replaceDocument(entry, lines);
  entry.rest = below;
  guardLinesBelow(entry, style);
  replaceDocument(entry, renderEntry(entry));
}

function replaceDocument(entry: Entry, text: string): void {
  entry.replace(text, 0, documentFragment(text));
}

/**
 * Returns the text of a document's value: in block style on lines of its own; in flow style, or for a scalar, without a
 * line break at its end.
 */
function documentBody(entry: Entry, value: Printable, style: Style): string {
  const { value: old } = entry;
  const isScalar = isTreeNode(value) ? !isCollection(resolveAlias(value)) : value === null || typeof value !== 'object';
  const json = isJsonDocument(entry);
  if (isScalar || json) return printFlow(value, { json, old: old.kind === 'scalar' ? old : undefined });
  const zone = { indent: -style.width, element: false, gap: ' ', anchor: '', comment: '' };
  const text = printZone(value, zone, withSequence(style));
  return text.startsWith(style.eol) ? text.slice(style.eol.length) : text.slice(1, -style.eol.length);
}

/** Reports whether the value of a document could be JSON, so that its text must remain so. */
export function isJsonDocument({ originalValue: value }: Entry): boolean {
  if (value.kind !== 'scalar') return value.flow;
  return value.end > value.start && (value.style === 'double' || typeof value.value !== 'string');
}
