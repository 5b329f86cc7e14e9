import { HASH, NEWLINE, SPACE } from '../tree/chars.ts';
import { countLines } from '../tree/positions.ts';
import { isDash } from './line-scalar.ts';

/**
 * The lines of a text that hold more than spaces and a comment, numbered from 0, each with its column: that of its
 * first character other than a space. Made in one pass; afterwards the next line at a column or before it is found by
 * hopping over the deeper ones. Takes 12 bytes for each line.
 */
export class LineTable {
  readonly text: string;
  /** Number of lines. */
  readonly length: number;
  /**
   * Three numbers for each line: the offset of its first character that is not a space, its column, and the next line
   * that is no deeper. In one array, since most texts are the few lines of a new entry, for which each array is large.
   */
  readonly #numbers: Int32Array;
  /**
   * First line of the longest sequence that was passed, and the line after it: the items of a list are passed often.
   */
  #longest = NONE_PASSED;

  /** `text`: without carriage returns. */
  constructor(text: string) {
    this.text = text;
    let numbers = new Int32Array(3 * roomFor(text));
    let count = 0;
    for (let line = 0; line < text.length;) {
      let at = line;
      let code = text.charCodeAt(at);
      while (code === SPACE) code = text.charCodeAt(++at);
      if (code !== NEWLINE && code !== HASH && at < text.length) {
        if (3 * count === numbers.length) numbers = doubled(numbers);
        numbers[3 * count] = at;
        numbers[3 * count + 1] = at - line;
        count++;
      }
      line = text.indexOf('\n', at) + 1;
      if (line === 0) break;
    }
    this.length = count;
    findEnds(numbers, count);
    this.#numbers = numbers;
  }

  /**
   * Returns the offset of the first character of a line that is not a space; that of the end of the text after the
   * last.
   */
  start(line: number): number {
    return line < this.length ? (this.#numbers[3 * line] as number) : this.text.length;
  }

  column(line: number): number {
    return this.#numbers[3 * line + 1] as number;
  }

  /** Returns the next line that is no deeper than one. */
  #end(line: number): number {
    return this.#numbers[3 * line + 2] as number;
  }

  /** Returns the column of an offset in a line. */
  columnOf(line: number, offset: number): number {
    return offset - this.start(line) + this.column(line);
  }

  /** Returns the first line after one whose column is at most `column`, or `length`. */
  next(line: number, column: number): number {
    if (this.column(line) === column) return this.#end(line);
    let next = line + 1;
    while (next < this.length && this.column(next) > column) next = this.#end(next);
    return next;
  }

  /**
   * Returns the next line at a column before an offset, the start of a line: NONE, or UNCERTAIN if a line before the
   * column comes first.
   */
  nextAt(line: number, column: number, to: number): number {
    return this.#within(this.next(line, column), column, to);
  }

  /** Returns the next line at the column of one with a dash that is not such an element; otherwise as `nextAt`. */
  pastElements(line: number, to: number): number {
    const column = this.column(line);
    if (this.#longest.line !== line) {
      let next = line;
      while (next < this.length && this.column(next) === column && isDash(this.text, this.start(next)))
        next = this.#end(next);
      if (next - line <= this.#longest.next - this.#longest.line) return this.#within(next, column, to);
      this.#longest = { line, next };
    }
    return this.#within(this.#longest.next, column, to);
  }

  #within(line: number, column: number, to: number): number {
    if (line >= this.length || this.start(line) >= to) return NONE;
    return this.column(line) === column ? line : UNCERTAIN;
  }

  /** Returns the first line with text at an offset or after it, or `length`. */
  lineFrom(offset: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.start(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Results of a search that finds no line, or cannot be certain. */
export const NONE = -1;
export const UNCERTAIN = -2;

const NONE_PASSED = { line: NONE, next: NONE };

/** Length of a text whose lines are counted before its table is made: shorter ones are read often, and kept. */
const SHORT = 256;

/** Least capacity of the table of a longer text in lines. */
const ROOM = 16;

/** Returns the number of lines for which a table has room at first. */
function roomFor(text: string): number {
  return text.length > SHORT ? (text.length >> 4) + ROOM : 1 + countLines(text, text.length);
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** Sets the third number of each line. */
function findEnds(numbers: Int32Array, count: number): void {
  for (let line = count - 1; line >= 0; line--) {
    const column = numbers[3 * line + 1] as number;
    let end = line + 1;
    while (end < count && (numbers[3 * end + 1] as number) > column) end = numbers[3 * end + 2] as number;
    numbers[3 * line + 2] = end;
  }
}
