import { blockScalar } from './block-scalar.ts';
import { DASH, GREATER, PIPE, SPACE } from '../tree/chars.ts';
import { Declined } from './declined.ts';
import { isDash } from './line-scalar.ts';
import type { LineTable } from './line-table.ts';

/**
 * Reports whether the fast reader accepts each entry of a text, from a walk that creates none, so that entries can be
 * read on first access. Returns false for whatever is not in one of the most common forms, such as anchors, escapes,
 * and values of several lines other than block scalars.
 */
export function isPlainText(table: LineTable, lines: LineRange = wholeOf(table)): boolean {
  try {
    return lines.from < lines.to && new PlainWalk(table, lines).accepts();
  } catch (error) {
    if (error instanceof Declined) return false;
    throw error;
  }
}

/** Lines that hold a text: all of a table, or those of a block in it. */
export interface LineRange {
  /** First line, and the line after the last one. */
  readonly from: number;
  readonly to: number;
  /** Offset of the end of the text. */
  readonly end: number;
}

function wholeOf({ length, text }: LineTable): LineRange {
  return { from: 0, to: length, end: text.length };
}

/**
 * Reports whether the line from an offset on is a pair with a value in one of the most common forms, which ends on it.
 */
export function isPlainPair(text: string, offset: number): boolean {
  return matches(PAIR, text, offset);
}

/** Maximum number of collections around an entry: far fewer than a reader allows. */
const MAX_PLAIN_DEPTH = 50;

const KEY = String.raw`(?:[\w./][\w./-]{0,200}|"[^"\\\n]{0,200}"|'[^'\n]{0,200}'):`;
const WORD = String.raw`-?[\w./][\w./-]*`;
const QUOTED = String.raw`"[^"\\\n]*"|'[^'\n]*'`;
const ITEM = `(?:${WORD}|${QUOTED})`;
const FLOW = String.raw`\[(?:${ITEM}(?:, *${ITEM}){0,50})?\]|\{(?:${WORD}: +${ITEM}(?:, *${WORD}: +${ITEM}){0,50})?\}`;
/** A plain scalar: without a colon and a number sign, or without spaces. */
const PLAIN = String.raw`-?[\w./](?:[^\n\t:#]*|[^\s]*(?<!:))`;
const END = String.raw`(?: +#[^\n]*| *)(?:\n|$)`;
const VALUE = `(?:${PLAIN}|${QUOTED}|${FLOW})`;

/** A pair with a value, a pair or dash whose value is below or empty, an element, and the header of a block scalar. */
const PAIR = new RegExp(`${KEY} +${VALUE}${END}`, 'y');
const OPEN_PAIR = new RegExp(`${KEY}${END}`, 'y');
const BLOCK_PAIR = new RegExp(`${KEY} +(?=[|>])`, 'y');
const ELEMENT = new RegExp(`${VALUE}${END}`, 'y');
const OPEN_DASH = new RegExp(`-${END}`, 'y');

const MARKER = new RegExp(`---${END}`, 'y');

/** A walk over the lines of a text that follows which collections they are in. */
class PlainWalk {
  readonly #table: LineTable;
  readonly #lines: LineRange;
  /** Columns of the collections around the current line, outermost first, and whether each is a sequence. */
  readonly #columns: number[] = [];
  readonly #isSequence: boolean[] = [];
  #depth = 0;
  /** True if the last line ends in a colon or dash, so that its value may follow. */
  #isOpen = true;

  constructor(table: LineTable, lines: LineRange) {
    this.#table = table;
    this.#lines = lines;
  }

  accepts(): boolean {
    for (let line = this.#lines.from; line < this.#lines.to;) {
      const next = this.#isMarker(line) ? this.#pass(line, true) : this.#accept(line);
      if (next === REFUSED) return false;
      line = next;
    }
    return true;
  }

  /** Reports whether a document begins at a line, and leaves all collections then. */
  #isMarker(line: number): boolean {
    if (this.#table.column(line) > 0 || !matches(MARKER, this.#table.text, this.#table.start(line))) return false;
    this.#depth = 0;
    return true;
  }

  /** Returns the line after an entry and its own lines, or REFUSED. */
  #accept(line: number): number {
    const { text } = this.#table;
    const column = this.#table.column(line);
    let at = this.#table.start(line);
    let [inner, isElement] = [column, false];
    if (text.charCodeAt(at) === DASH && isDash(text, at)) {
      if (!this.#enter(column, true)) return REFUSED;
      if (matches(OPEN_DASH, text, at)) return this.#pass(line, true);
      isElement = true;
      at = pastDash(text, at);
      inner = column + at - this.#table.start(line);
    }
    if (matches(PAIR, text, at)) return this.#enterPair(inner, isElement) ? this.#pass(line, false) : REFUSED;
    if (matches(OPEN_PAIR, text, at)) return this.#enterPair(inner, isElement) ? this.#pass(line, true) : REFUSED;
    if (matches(BLOCK_PAIR, text, at))
      return this.#enterPair(inner, isElement) ? this.#passBlock(line, BLOCK_PAIR.lastIndex, inner) : REFUSED;
    if (!isElement) return REFUSED;
    const code = text.charCodeAt(at);
    if (code === PIPE || code === GREATER) return this.#passBlock(line, at, column);
    return matches(ELEMENT, text, at) ? this.#pass(line, false) : REFUSED;
  }

  #pass(line: number, isOpen: boolean): number {
    this.#isOpen = isOpen;
    return line + 1;
  }

  /** Passes over the lines of the block scalar with a header at an offset, in an entry at a column. @throws Declined */
  #passBlock(line: number, start: number, column: number): number {
    const { text } = this.#table;
    const next = this.#table.next(line, column);
    const end = next < this.#lines.to ? this.#table.start(next) - this.#table.column(next) : this.#lines.end;
    blockScalar({ text, start }, column, end);
    this.#isOpen = false;
    return next;
  }

  #enterPair(column: number, isInElement: boolean): boolean {
    return isInElement ? this.#open(column, false) : this.#enter(column, false);
  }

  /** Enters the collection of an entry at a column. Returns false unless it is open, or can begin there. */
  #enter(column: number, isSequence: boolean): boolean {
    if (this.#columnAt(this.#depth) < column) return this.#isOpen && this.#open(column, isSequence);
    const last = this.#depth;
    while (this.#columnAt(this.#depth) > column) this.#depth--;
    if (this.#columnAt(this.#depth) !== column) return false;
    if (this.#isSequence[this.#depth] === isSequence) return true;
    // The elements of a sequence can be at the column of their key.
    if (isSequence) return this.#isOpen && last === this.#depth && this.#open(column, true);
    this.#depth--;
    return this.#columnAt(this.#depth) === column && this.#isSequence[this.#depth] === false;
  }

  #open(column: number, isSequence: boolean): boolean {
    if (++this.#depth > MAX_PLAIN_DEPTH) return false;
    this.#columns[this.#depth] = column;
    this.#isSequence[this.#depth] = isSequence;
    return true;
  }

  /** Returns the column of the collection at a depth, from 1; -1 around them. */
  #columnAt(depth: number): number {
    return depth === 0 ? -1 : (this.#columns[depth] as number);
  }
}

const REFUSED = -1;

function matches(pattern: RegExp, text: string, offset: number): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
}

/** Returns the offset after the dash at an offset and the spaces after it. */
function pastDash(text: string, dash: number): number {
  let at = dash + 1;
  while (text.charCodeAt(at) === SPACE) at++;
  return at;
}
