import { HASH, NEWLINE, SPACE } from '../tree/chars.ts';
import { isDash } from './line-scalar.ts';

/**
 * The lines of a text that hold more than spaces and a comment, numbered from 0, each with its column: that of its first
 * character other than a space. Made in one pass; afterwards the next line at a column or before it is found by hopping
 * over the deeper ones. Takes 12 bytes for each line.
 */
export class LineTable {
  readonly text: string;
  /** Number of lines. */
  readonly length: number;
  /** Offset of the first character of each line that is not a space. */
  readonly #starts: Int32Array;
  readonly #columns: Int32Array;
  /** For each line, the next one that is no deeper. */
  readonly #ends: Int32Array;
  /** First line of the longest sequence that was passed, and the line after it: the items of a list are passed often. */
  #longest = { line: NONE, next: NONE };

  /** `text`: without carriage returns. */
  constructor(text: string) {
    this.text = text;
    let starts = new Int32Array((text.length >> 4) + ROOM);
    let columns = new Int32Array(starts.length);
    let count = 0;
    for (let line = 0; line < text.length;) {
      let at = line;
      let code = text.charCodeAt(at);
      while (code === SPACE) code = text.charCodeAt(++at);
      if (code !== NEWLINE && code !== HASH && at < text.length) {
        if (count === starts.length) {
          starts = doubled(starts);
          columns = doubled(columns);
        }
        starts[count] = at;
        columns[count] = at - line;
        count++;
      }
      line = text.indexOf('\n', at) + 1;
      if (line === 0) break;
    }
    this.length = count;
    this.#starts = starts;
    this.#columns = columns;
    this.#ends = endsOf(columns, count);
  }

  /** Returns the offset of the first character of a line that is not a space; that of the end of the text after the last. */
  start(line: number): number {
    return line < this.length ? (this.#starts[line] as number) : this.text.length;
  }

  column(line: number): number {
    return this.#columns[line] as number;
  }

  /** Returns the column of an offset in a line. */
  columnOf(line: number, offset: number): number {
    return offset - this.start(line) + this.column(line);
  }

  /** Returns the first line after one whose column is at most `column`, or `length`. */
  next(line: number, column: number): number {
    if (this.#columns[line] === column) return this.#ends[line] as number;
    let next = line + 1;
    while (next < this.length && (this.#columns[next] as number) > column) next = this.#ends[next] as number;
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
    const column = this.#columns[line] as number;
    if (this.#longest.line !== line) {
      let next = line;
      while (next < this.length && this.#columns[next] === column && isDash(this.text, this.#starts[next] as number))
        next = this.#ends[next] as number;
      if (next - line <= this.#longest.next - this.#longest.line) return this.#within(next, column, to);
      this.#longest = { line, next };
    }
    return this.#within(this.#longest.next, column, to);
  }

  #within(line: number, column: number, to: number): number {
    if (line >= this.length || (this.#starts[line] as number) >= to) return NONE;
    return this.#columns[line] === column ? line : UNCERTAIN;
  }

  /** Returns the first line with text at an offset or after it, or `length`. */
  lineFrom(offset: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** In place of a line: there is none, or it is uncertain where it is. */
export const NONE = -1;
export const UNCERTAIN = -2;

/** Least capacity of a table in lines. */
const ROOM = 16;

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

function endsOf(columns: Int32Array, count: number): Int32Array {
  const ends = new Int32Array(count);
  for (let line = count - 1; line >= 0; line--) {
    let end = line + 1;
    while (end < count && (columns[end] as number) > (columns[line] as number)) end = ends[end] as number;
    ends[line] = end;
  }
  return ends;
}
