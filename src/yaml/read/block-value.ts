import { keyStart, type BlockLines } from './block-lines.ts';
import { blockScalar } from './block-scalar.ts';
import { AMPERSAND, ASTERISK, EXCLAMATION, GREATER, HASH, OPEN_BRACE, OPEN_BRACKET, PIPE } from '../tree/chars.ts';
import { Declined } from './declined.ts';
import { MAX_DEPTH } from '../tree/depth.ts';
import { lineFlow } from './line-flow.ts';
import type { LineTable } from './line-table.ts';
import {
  checkDepth,
  checkRest,
  isDash,
  isLineEnd,
  isQuote,
  keyColon,
  nameEnd,
  plainScalar,
  quotedEnd,
  quotedScalar,
  skipSpaces,
} from './line-scalar.ts';
import { contentLine, lineEnd } from '../tree/positions.ts';
import { Scalar, type Alias, type Collection, type Entry, type NodeInit, type TreeNode } from '../tree/tree.ts';

/** State shared by the entries of one document while it is read lazily. */
export interface Reading {
  readonly table: LineTable;
  alias(start: number, end: number): Alias;
  /**
   * Returns the block collection at `init.start`; the text before it ends at `floor`. Its entries are not read. @throws
   * Declined
   */
  collection(init: NodeInit, floor: number, lines: NestedLines): Collection;
  /** Reads the entry with the complete reader. @throws Declined until the document has been accepted. */
  declined(start: number, end: number, depth: number): Entry;
}

/** The lines of a collection's entries, and the number of collections that hold these. */
export interface NestedLines extends BlockLines {
  readonly depth: number;
}

/** The range of an entry's value, after the colon or dash, and the kind of its collection. */
export interface EntryRange {
  /** Line of the colon or dash. */
  readonly line: number;
  readonly indicatorEnd: number;
  readonly to: number;
  readonly kind: 'map' | 'seq';
}

/** Reads the value of an entry. The entries of a block collection are not read. @throws Declined */
export function readBlockValue(reading: Reading, lines: NestedLines, place: EntryRange): TreeNode {
  return new ValueReader(reading, lines, place).value();
}

class ValueReader {
  readonly #reading: Reading;
  readonly #text: string;
  readonly #indent: number;
  readonly #depth: number;
  readonly #place: EntryRange;
  #anchor: string | undefined;

  constructor(reading: Reading, { indent, depth }: NestedLines, place: EntryRange) {
    this.#reading = reading;
    this.#text = reading.table.text;
    this.#indent = indent;
    this.#depth = depth;
    this.#place = place;
  }

  value(): TreeNode {
    const text = this.#text;
    const { indicatorEnd, kind } = this.#place;
    if (this.#depth > MAX_DEPTH) throw new Declined(indicatorEnd);
    let at = skipSpaces(text, indicatorEnd);
    if (text.charCodeAt(at) === AMPERSAND) {
      const end = nameEnd(text, at + 1);
      this.#anchor = text.slice(at + 1, end);
      at = skipSpaces(text, end);
      if (at === end && !isLineEnd(text, at)) throw new Declined(at);
    }
    if (isLineEnd(text, at) || text.charCodeAt(at) === HASH) return this.#nested(at);
    if (kind === 'seq' && this.#isCompact(at)) {
      // The anchor would belong to the first key.
      if (this.#anchor !== undefined) throw new Declined(at);
      return this.#collection(this.#place.line, at);
    }
    return this.#inLine(at);
  }

  #init(start: number): NodeInit {
    return { text: this.#text, start, anchor: this.#anchor };
  }

  /** Reports whether an element begins a collection on the line of its dash. */
  #isCompact(at: number): boolean {
    const text = this.#text;
    const code = text.charCodeAt(at);
    if (isDash(text, at) || keyStart(text, at) !== at) return true;
    if (code === PIPE || code === GREATER || code === OPEN_BRACE || code === OPEN_BRACKET || code === ASTERISK)
      return false;
    return keyColon(text, at) !== -1;
  }

  /** Reads the value that begins at an offset on the line of the colon or dash. */
  #inLine(start: number): TreeNode {
    const text = this.#text;
    const { to } = this.#place;
    const code = text.charCodeAt(start);
    if (code === PIPE || code === GREATER) return blockScalar(this.#init(start), this.#indent, to);
    const node = this.#node(start, code);
    checkRest(text, node.end);
    const next = contentLine(text, lineEnd(text, node.end), to);
    if (next !== undefined) throw new Declined(next);
    return node;
  }

  #node(start: number, code: number): TreeNode {
    const text = this.#text;
    const [{ to }, indent] = [this.#place, this.#indent];
    if (code === ASTERISK) {
      if (this.#anchor !== undefined) throw new Declined(start);
      return this.#reading.alias(start, nameEnd(text, start + 1));
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const node = lineFlow(this.#init(start), this.#depth, (from, end) => this.#reading.alias(from, end));
      if (this.#anchor !== undefined && text.slice(start, node.end).includes('*')) throw new Declined(start);
      return node;
    }
    if (code === EXCLAMATION) throw new Declined(start);
    if (!isQuote(text, start)) return plainScalar(this.#init(start), indent, to);
    const end = quotedEnd(text, start, to);
    if (end === -1) throw new Declined(start);
    checkDepth(text, start, end, indent);
    return quotedScalar({ ...this.#init(start), end });
  }

  /** Reads the value that begins on a line below the colon or dash, or an empty one. */
  #nested(at: number): TreeNode {
    const text = this.#text;
    const { to, kind } = this.#place;
    const { table } = this.#reading;
    const line = this.#place.line + 1;
    const start = table.start(line);
    if (start >= to) {
      if (this.#anchor !== undefined) throw new Declined(at);
      return new Scalar({ text, start: at, end: at }, 'plain', '');
    }
    const deeper = table.column(line) - this.#indent;
    if (deeper < 0 || (deeper === 0 && (kind === 'seq' || !isDash(text, start)))) throw new Declined(start);
    return this.#collection(line, start);
  }

  #collection(line: number, start: number): Collection {
    const { to, indicatorEnd } = this.#place;
    const indent = this.#reading.table.columnOf(line, start);
    const lines = { line, start, to, indent, depth: this.#depth + 1 };
    return this.#reading.collection(this.#init(start), indicatorEnd, lines);
  }
}
