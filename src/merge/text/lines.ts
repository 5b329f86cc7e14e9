import type { Piece } from '../../yaml/index.ts';
import { hasConflict, mergeLines, splitLines } from './merge-lines.ts';
import { plainText, shiftLines, type MergedText } from './merged-text.ts';
import { ownComments } from './own-comments.ts';
import { changedSide, mapSides, type Sides } from '../sides.ts';

/** Text of an entry at a column. */
export interface EntryLines {
  /** Comments and blank lines above the entry. */
  readonly lead: MergedText;
  /** The entry, from its first character. */
  readonly text: MergedText;
}

/** Returns the lines of a piece, moved to another column. */
export function linesAt(piece: Piece, column: number): EntryLines {
  const by = column - piece.column;
  return { lead: [shiftLines(piece.lead, by, { first: true })], text: [shiftLines(piece.text, by)] };
}

/** Returns a text that is equal for pieces with the same meaning, comments and layout at different columns. */
function normalText({ column, lead, text }: Piece): string {
  return `${shiftLines(lead, -column, { first: true })}\n${shiftLines(text, -column)}`;
}

/** Reports whether two pieces have the same text except for indentation. */
export function isSameText(a: Piece | undefined, b: Piece | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a.column === b.column) return a.text === b.text && a.lead === b.lead;
  return withoutIndents(a.text) === withoutIndents(b.text) && normalText(a) === normalText(b);
}

/**
 * Returns a text without the blanks at the start of its lines: most different texts differ in the rest, which is found
 * sooner.
 */
function withoutIndents(text: string): string {
  return text.replaceAll(/^ +/gm, '');
}

/** A part of the text of each version, at one column. */
export interface MergedPart {
  readonly text: string;
  /** Comments of each version, if both sides changed these differently and local's were taken. */
  readonly lost?: Sides<string>;
}

/**
 * Merges comments or other text that is not data. Takes the version of the side that changed it; if both did, merges by
 * lines, or else takes local's. If both sides added text, takes the one that contains all lines of the other.
 */
function mergePart(parts: Sides<string>): MergedPart {
  const side = changedSide(parts);
  if (side !== undefined) return { text: parts[side] ?? '' };
  const { base, theirs = '', local = '' } = parts;
  const whole = [local, theirs].find((each) => hasLines(each, theirs) && hasLines(each, local));
  if (base === undefined && whole !== undefined) return { text: whole };
  const merged = mergeLines(parts);
  if (!hasConflict(merged)) return { text: plainText(merged) };
  const comments = mapSides(parts, (part) => ownComments(part).join('\n'));
  // Without the comments, only blank lines differ.
  return comments.theirs === comments.local ? { text: local } : { text: local, lost: comments };
}

/** Reports whether a text contains all lines of another, in the same order. */
function hasLines(text: string, other: string): boolean {
  const lines = splitLines(other);
  let found = 0;
  for (const line of splitLines(text)) if (line === lines[found]) found++;
  return found === lines.length;
}

/** Merges a part of the pieces of all versions that have one, and moves it to a column. */
export function mergePieces(
  pieces: Sides<Piece>,
  column: number,
  partOf: (piece: Piece) => { readonly text: string; readonly first: boolean },
): MergedPart {
  return mergePart(
    mapSides(pieces, (piece) => {
      const { text, first } = partOf(piece);
      return shiftLines(text, column - piece.column, { first });
    }),
  );
}

/** Returns the lines of a collection: its head, its entries at a column, and its trailing comments. */
export function joinLines(
  head: string,
  {
    entries,
    column,
    tail,
  }: { readonly entries: readonly EntryLines[]; readonly column: number; readonly tail: string },
): MergedText {
  const isInline = head !== '' && !head.endsWith('\n');
  const startsLine = isInline && plainText(entries[0]?.lead ?? []) !== '';
  const parts: MergedText[number][] = [startsLine ? `${head.trimEnd()}\n` : head];
  for (const [index, { lead, text }] of entries.entries()) {
    if (index > 0 || !isInline || startsLine) parts.push(...lead, ' '.repeat(column));
    parts.push(...text);
  }
  return [...parts, tail];
}
