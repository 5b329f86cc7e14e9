import { setBlockValue, setHeader } from './block-edit.ts';
import { renameEntry } from './rename-entry.ts';
import { hasNothingBelow, linesBelow, replaceTabsBelow } from './lines-below.ts';
import type { Style } from '../print/style.ts';
import { column } from '../tree/positions.ts';
import { keepsBlankLines, lastEntry } from '../tree/extent.ts';
import { isBlock, markEdited, type Entry, type Scalar } from '../tree/tree.ts';

/**
 * Keeps the lines of white space and comments that now follow an entry what they are: Go must read them, and a block
 * scalar at the end of the entry must not absorb them.
 */
export function guardLinesBelow(entry: Entry, style: Style): void {
  replaceTabsBelow(entry);
  // Most entries hold no block scalar, so the text after them does not matter.
  if (!entry.isEdited && !/[|>]/.test(entry.text.slice(entry.start, entry.end))) return;
  // Without lines below, a block scalar has nothing to absorb: to parse the new text would only confirm that.
  if (hasNothingBelow(entry)) return;
  const last = lastEntry(entry);
  const { key, value } = last;
  if (value.kind === 'scalar' && isBlock(value)) guardBlockScalar(last, value, style);
  else if (last.indicatorEnd === undefined && key?.kind === 'scalar' && isBlock(key)) guardKey(last, key, style);
}

/** Writes a key without a colon that is a block scalar in quotes if it would absorb lines below. */
function guardKey(last: Entry, key: Scalar, style: Style): void {
  const following = textBelow(last);
  const depth = column(last.text, last.start);
  const isTakenIn = keepsBlankLines(key) || isDeeper(following, contentIndent(key, depth));
  if (isTakenIn || hasDeeperComment(following, depth)) renameEntry(last, key, key.content, style);
}

function textBelow(last: Entry): string {
  return Array.from(linesBelow(last), ({ text }) => text).join('');
}

function guardBlockScalar(last: Entry, value: Scalar, style: Style): void {
  const following = textBelow(last);
  if (following === '') return;
  const depth = column(last.text, last.start);
  const takesBlankLines = keepsBlankLines(value) && /^[ \t]*\r?\n/.test(following);
  const isTakenIn = isDeeper(following, contentIndent(value, depth)) && !clearBlankLines(last);
  const isQuoted =
    isTakenIn || hasDeeperComment(following, depth) || (takesBlankLines && /(?:^|\n)\n$/.test(value.content));
  if (isQuoted) setBlockValue(last, value.content, style, false);
  else if (takesBlankLines) setHeader(last, (header) => header.replace('+', ''));
  markEdited(last);
}

/** Returns the column of the lines of a block scalar, or of its entry if it has no lines. */
function contentIndent({ text, start, end }: Scalar, depth: number): number {
  const scalar = text.slice(start, end);
  const digit = /^[|>][-+]?([1-9])/.exec(scalar)?.[1];
  if (digit !== undefined) return depth + Number(digit);
  return /^[^\n]*\n(?:[ \t]*\r?\n)*( +)[^ \r\n]/.exec(scalar)?.[1]?.length ?? depth;
}

/**
 * Reports whether a text begins with lines of white space of which one is deeper than a column, so that a block scalar
 * above would absorb it.
 */
function isDeeper(following: string, indent: number): boolean {
  const lines = following.split(/\r?\n/);
  const end = lines.findIndex((line) => line.trim() !== '');
  return lines.slice(0, end === -1 ? lines.length : end).some((line) => line.length > indent || line.includes('\t'));
}

/** Empties the lines of white space after an entry. Returns false if some are in the text of an entry, which stays. */
function clearBlankLines(entry: Entry): boolean {
  for (const part of linesBelow(entry)) {
    if (part.isOwn && /[ \t]/.test(/^\s*/.exec(part.text)?.[0] ?? '')) return false;
    if (!part.isOwn) part.replace(cleared(part.text));
    if (part.text.trim() !== '') return true;
  }
  return true;
}

function cleared(lead: string): string {
  return lead.replace(/^(?:[ \t]*\r?\n)+/, (lines) => lines.replaceAll(/[ \t]+/g, ''));
}

function hasDeeperComment(lines: string, depth: number): boolean {
  const first = /^(?:[ \t]*\r?\n)*( *)#/.exec(lines);
  return first?.[1] !== undefined && first[1].length > depth;
}
