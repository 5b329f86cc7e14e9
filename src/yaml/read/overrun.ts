import { Declined } from './declined.ts';
import { enclosedEnd } from './enclosed-end.ts';
import type { LineTable } from './line-table.ts';
import { lineEnd, lineStart } from '../tree/positions.ts';
import { valueOnLine, type LineValue } from './value-on-line.ts';

/**
 * Declines a text with a quoted scalar or flow collection that continues past the lines of its entry. Go allows that,
 * but a search by the table of lines would take its further lines for entries, such as a `kind`. One that never ends is
 * an error to every reader, and is declined only with `refusesUnended`. @throws Declined
 */
export function checkOverruns(table: LineTable, refusesUnended = false): void {
  new OverrunSearch(table, refusesUnended).run();
}

/** Matches an element of a simple flow collection: a quote begins a scalar only after an indicator. */
const ELEMENT = String.raw`[^\n"'#[\]{},]*(?:(?=")(?<=[[{,] *|: +)"[^"\\\n]*" *)?`;

/**
 * Matches the start of a quoted scalar or flow collection, unless it is one in its most common forms that ends on its
 * line: most texts have few others. After characters other than white space it would be text.
 */
const OPENER = new RegExp(
  String.raw`(?<!\S)(?:"(?![^"\\\n]*")|'(?![^'\n]*'(?!'))|[[{](?!${ELEMENT}(?:,${ELEMENT}){0,20}[\]}]))`,
  'g',
);

/** Matches the possible header of a block scalar. */
const HEADER = /(?<!\S)[|>][-+\d]*(?=[ \t]*(?:\n|$)|[ \t]+#)/g;

/** Matches the marker of the next document. */
const MARKER = /\n(?:---|\.\.\.)(?=[ \t\n]|$)/g;

/** Matches what may follow a value on its last line. */
const END = /^[ \t]*(?:\n?$|(?<=[ \t])#)/;

/** Characters that begin a quoted scalar or a flow collection. */
const ENCLOSING = `"'[{`;

class OverrunSearch {
  readonly #table: LineTable;
  readonly #text: string;
  readonly #refusesUnended: boolean;
  readonly #openers: Occurrences;
  readonly #headers: Occurrences;
  readonly #markers: Occurrences;

  constructor(table: LineTable, refusesUnended: boolean) {
    const { text } = table;
    this.#table = table;
    this.#text = text;
    this.#refusesUnended = refusesUnended;
    this.#openers = new Occurrences((from) => indexOf(OPENER, text, from));
    this.#headers = new Occurrences((from) => indexOf(HEADER, text, from));
    this.#markers = new Occurrences((from) => indexOf(MARKER, text, from));
  }

  run(): void {
    let settled = 0;
    for (let at = this.#openers.next(0); at < Infinity; at = this.#openers.next(settled))
      settled = this.#blockEnd(settled, at) ?? this.#valueEnd(at);
  }

  /** Returns the end of the block scalar that holds an offset and begins after `from`; undefined if there is none. */
  #blockEnd(from: number, offset: number): number | undefined {
    const text = this.#text;
    for (let at = this.#headers.next(from); at < offset; at = this.#headers.next(lineEnd(text, at))) {
      const value = valueOnLine(text, at);
      const end = value?.start === at ? this.#linesEnd(value) : 0;
      if (end > offset) return end;
    }
    return undefined;
  }

  /** Returns the end of the line of an opener, or of the value that begins on it. */
  #valueEnd(offset: number): number {
    const text = this.#text;
    const onLine = lineEnd(text, offset);
    const value = valueOnLine(text, offset);
    if (value === undefined) return onLine;
    if (this.#headers.next(value.start) === value.start) return this.#linesEnd(value);
    if (!ENCLOSING.includes(text[value.start] as string)) return onLine;
    const end = enclosedEnd(text, value.start);
    if (end < onLine) return onLine;
    const marker = this.#markers.next(offset);
    const isValid = end < marker && END.test(text.slice(end, lineEnd(text, end)));
    if (isValid && end <= this.#closingEnd(value)) return lineEnd(text, end);
    // A line without a key may be one of a plain scalar, where a quote is text.
    if (isValid || !value.hasKey || this.#refusesUnended) throw new Declined(offset);
    return Math.min(marker, text.length);
  }

  /** Returns the end of the lines of the entry of a value. */
  #linesEnd(value: LineValue): number {
    return this.#lineOffset(this.#nextLine(value));
  }

  /**
   * Returns the same, after lines that begin with a bracket which ends something, in one column: they look like no
   * entry, so that no scan of the lines in their column is certain.
   */
  #closingEnd(value: LineValue): number {
    const table = this.#table;
    let line = this.#nextLine(value);
    const column = line < table.length ? table.column(line) : 0;
    while (
      line < table.length &&
      table.column(line) === column &&
      '}]'.includes(this.#text[table.start(line)] as string)
    )
      line = table.next(line, column);
    return this.#lineOffset(line);
  }

  /** Returns the line after those of the entry of a value. */
  #nextLine({ start, column }: LineValue): number {
    const table = this.#table;
    return table.next(table.lineFrom(lineStart(this.#text, start)), column);
  }

  #lineOffset(line: number): number {
    const table = this.#table;
    return line < table.length ? table.start(line) - table.column(line) : this.#text.length;
  }
}

/** The occurrences of something in a text, each searched for only once. */
class Occurrences {
  readonly #find: (from: number) => number;
  #at = -1;

  /** `find`: returns the next occurrence from an offset on, or -1. */
  constructor(find: (from: number) => number) {
    this.#find = find;
  }

  /** Returns the next occurrence from an offset on, which is never lower than before; Infinity if there is none. */
  next(from: number): number {
    if (this.#at < from) {
      const at = this.#find(from);
      this.#at = at === -1 ? Infinity : at;
    }
    return this.#at;
  }
}

function indexOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}
