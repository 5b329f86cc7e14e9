import { countLines, lineBreak, lineEnd, lineStart } from './tree/positions.ts';
import { besideRanges, splitBlockComments, type Range } from './tree/comment-owner.ts';
import type { Entry } from './tree/tree.ts';

/** Comments of an entry of a block map or a block sequence. */
export interface CommentPlace {
  /**
   * Comment lines directly above the entry, at its column and without a blank line between, as `tree/comment-owner.ts`
   * decides. Each without indentation, joined by `\n`; '' if there are none.
   */
  readonly above: string;
  /**
   * Comment on the line of the entry, without the blanks before it; '' if there is none. Follows the value, or the
   * header of a block scalar, or the key or dash above a block collection or another value below it. A value below its
   * key with a comment beside both has none.
   */
  readonly beside: string;
  /**
   * One-based numbers of its first and last line in the text that was read: from the comment above it to that beside
   * it.
   */
  readonly lines: readonly [first: number, last: number];
}

/** Comments to set; '' removes one, undefined leaves it. */
export type CommentChange = Partial<Record<CommentSide, string>>;

export type CommentSide = 'above' | 'beside';

/** A part of a text, and its replacement. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** The comments of an unedited entry, with the ranges of its text that hold them. */
export class EntryPlace implements CommentPlace {
  readonly #entry: Entry;
  readonly #ranges: Readonly<Record<CommentSide, Range | undefined>>;

  /** `floor`: end of the text before the entry and the comments above it. */
  constructor(entry: Entry, floor: number) {
    this.#entry = entry;
    this.#ranges = { above: aboveRange(entry, floor), beside: besideRange(entry) };
  }

  get above(): string {
    const lines = this.#slice('above').split('\n').slice(0, -1);
    return lines.map((line) => line.trimStart().replace(/\r$/, '')).join('\n');
  }

  get beside(): string {
    return this.#slice('beside').trimStart();
  }

  get lines(): readonly [first: number, last: number] {
    const { text, start } = this.#entry;
    const { above, beside } = this.#ranges;
    return [1 + countLines(text, above?.[0] ?? start), 1 + countLines(text, beside?.[1] ?? start)];
  }

  /** Returns the replacement that sets a comment; undefined if the place cannot hold one. */
  splice(side: CommentSide, comment: string): Splice | undefined {
    const range = this.#ranges[side];
    if (range === undefined) return undefined;
    const by = side === 'above' ? this.#linesOf(comment) : `${comment && this.#gap()}${comment}`;
    return { start: range[0], end: range[1], by };
  }

  /** Returns a comment as lines at the column of the entry. */
  #linesOf(comment: string): string {
    const { text, start } = this.#entry;
    const pad = text.slice(lineStart(text, start), start);
    const end = lineEnd(text, start);
    const eol = lineBreak(text[end - 1] === '\n' ? text.slice(start, end) : text);
    return comment === '' ? '' : comment.replaceAll(/^/gm, pad).replaceAll(/\n|$/g, eol);
  }

  /** Returns the blanks before the comment beside the entry: those that it has, or one space. */
  #gap(): string {
    const old = this.#slice('beside');
    return old.includes('#') ? old.slice(0, old.indexOf('#')) : ' ';
  }

  #slice(side: CommentSide): string {
    const range = this.#ranges[side];
    return range === undefined ? '' : this.#entry.text.slice(...range);
  }
}

/**
 * Returns the range of the comment lines above an entry, empty if there are none; undefined if the entry begins in the
 * middle of a line.
 */
function aboveRange({ text, start }: Entry, floor: number): Range | undefined {
  const line = lineStart(text, start);
  if (line < floor || text.slice(line, start).trim() !== '') return undefined;
  const [, own] = splitBlockComments(text.slice(floor, start), start - line);
  return [start - own.length, line];
}

/**
 * Returns the range of the comment beside an entry with the blanks before it, or of the blanks in its place; undefined
 * if its line is that of an inner entry, or it would be one of two, of which removing one would reveal the other.
 */
function besideRange(entry: Entry): Range | undefined {
  const ranges = besideRanges(entry);
  const [comment, other] = ranges.filter((range) => entry.text.slice(...range).includes('#'));
  return other === undefined ? (comment ?? ranges.at(-1)) : undefined;
}
