import { setBlockValue, setHeader } from './block-edit.ts';
import type { Style } from '../print/style.ts';
import { column } from '../tree/positions.ts';
import { isBlock, keepsBlankLines, lastEntry, markEdited, outerRange, type Entry, type Scalar } from '../tree/tree.ts';
import { separateBlock } from '../tree/trivia.ts';

/** Keeps a block scalar at the end of an entry from absorbing lines of white space and comments that now follow it. */
export function guardBlockScalar(entry: Entry, style: Style): void {
  // Most entries hold no block scalar, so the text after them does not matter.
  if (!entry.isEdited && !/[|>]/.test(entry.text.slice(entry.start, entry.end))) return;
  const last = lastEntry(entry);
  const { value } = last;
  if (value.kind !== 'scalar' || !isBlock(value)) return;
  const following = triviaAfter(last);
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

/** Returns the blank lines and comments between an entry and the next one. */
function triviaAfter(entry: Entry): string {
  const { parent } = entry;
  const own = textAfter(entry);
  if (parent === undefined) return own;
  separateBlock(parent);
  const next = parent.entries[parent.entries.indexOf(entry) + 1];
  if (next !== undefined) return `${own}${next.before.slice(0, next.before.lastIndexOf('\n') + 1)}`;
  return `${own}${parent.tail}${triviaAfter(parent.entry)}`;
}

/** Returns the text of an entry after its value: of a document, or of an entry copied with the lines below it. */
function textAfter({ text, value, end }: Entry): string {
  return text.slice(outerRange(value)[1], end);
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
  const { parent } = entry;
  const own = textAfter(entry);
  if (/[ \t]/.test(/^\s*/.exec(own)?.[0] ?? '')) return false;
  if (parent === undefined || own.trim() !== '') return true;
  const next = parent.entries[parent.entries.indexOf(entry) + 1];
  if (next !== undefined) {
    next.before = cleared(next.before);
    return true;
  }
  parent.tail = cleared(parent.tail);
  return parent.tail.trim() !== '' || clearBlankLines(parent.entry);
}

function cleared(lead: string): string {
  return lead.replace(/^(?:[ \t]*\r?\n)+/, (lines) => lines.replaceAll(/[ \t]+/g, ''));
}

function hasDeeperComment(lines: string, depth: number): boolean {
  const first = /^(?:[ \t]*\r?\n)*( *)#/.exec(lines);
  return first?.[1] !== undefined && first[1].length > depth;
}
