import {
  ASTERISK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DASH,
  HASH,
  OPEN_BRACE,
  OPEN_BRACKET,
  SPACE,
} from '../tree/chars.ts';
import { Declined } from './declined.ts';
import { MAX_DEPTH } from '../tree/depth.ts';
import { isBlank, isLineEnd, isQuote, nameEnd, plainEnd, quotedEnd, quotedScalar, skipSpaces } from './line-scalar.ts';
import { lineEnd } from '../tree/positions.ts';
import { Collection, readyEntry, Scalar, type Entry, type Alias, type NodeInit, type TreeNode } from '../tree/tree.ts';

/** Reads the alias between two offsets. */
export type ReadAlias = (start: number, end: number) => Alias;

/** Reads the flow collection at `init.start`, which ends on its line. `depth`: number of collections that hold it. */
export function lineFlow(init: NodeInit, depth: number, readAlias: ReadAlias): Collection {
  return new FlowLine(init, readAlias).collection(init, depth);
}

class FlowLine {
  readonly #text: string;
  readonly #readAlias: ReadAlias;
  readonly #lineEnd: number;
  /** End that the last plain scalar would have outside of brackets. */
  #limit = -1;

  constructor({ text, start }: NodeInit, readAlias: ReadAlias) {
    this.#text = text;
    this.#readAlias = readAlias;
    this.#lineEnd = lineEnd(text, start);
  }

  collection(init: NodeInit, depth: number): Collection {
    if (depth >= MAX_DEPTH) throw new Declined(init.start);
    const kind = this.#text.charCodeAt(init.start) === OPEN_BRACE ? 'map' : 'seq';
    const close = kind === 'map' ? CLOSE_BRACE : CLOSE_BRACKET;
    const entries: Entry[] = [];
    let at = skipSpaces(this.#text, init.start + 1);
    while (this.#text.charCodeAt(at) !== close) {
      const entry = kind === 'map' ? this.#pair(at, depth + 1) : this.#element(at, depth + 1);
      entries.push(entry);
      at = this.#separator(entry.end, close);
    }
    return new Collection({ ...init, kind, flow: true, end: at + 1, entries });
  }

  /**
   * Returns the start of the next entry, or the offset of the closing bracket, after an entry that ends at an offset.
   */
  #separator(end: number, close: number): number {
    const at = skipSpaces(this.#text, end);
    const code = this.#text.charCodeAt(at);
    if (code === close) return at;
    const next = skipSpaces(this.#text, at + 1);
    if (code !== COMMA || this.#text.charCodeAt(next) === close) throw new Declined(at);
    return next;
  }

  #pair(start: number, depth: number): Entry {
    const key = this.#key(start);
    if (this.#text.charCodeAt(key.end) !== COLON) throw new Declined(key.end);
    const indicatorEnd = key.end + 1;
    const at = skipSpaces(this.#text, indicatorEnd);
    if (at === indicatorEnd && key.style === 'plain') throw new Declined(at);
    return this.#entry(start, key, this.#value(at, depth), indicatorEnd);
  }

  #element(start: number, depth: number): Entry {
    const value = this.#value(start, depth);
    if (this.#text.charCodeAt(skipSpaces(this.#text, value.end)) === COLON) throw new Declined(value.end);
    return this.#entry(start, undefined, value, undefined);
  }

  #entry(start: number, key: TreeNode | undefined, value: TreeNode, indicatorEnd: number | undefined): Entry {
    return readyEntry(this.#text, start, { key, value, indicatorEnd, end: value.end });
  }

  #key(start: number): Scalar {
    return isQuote(this.#text, start) ? this.#quoted(start) : this.#plain(start);
  }

  #value(start: number, depth: number): TreeNode {
    const text = this.#text;
    const code = text.charCodeAt(start);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) return this.collection({ text, start }, depth);
    if (code === ASTERISK) return this.#readAlias(start, nameEnd(text, start + 1));
    return this.#key(start);
  }

  #quoted(start: number): Scalar {
    const text = this.#text;
    const end = quotedEnd(text, start, this.#lineEnd);
    if (end === -1) throw new Declined(start);
    return quotedScalar({ text, start, end });
  }

  #plain(start: number): Scalar {
    const text = this.#text;
    // The end that the text would have outside of brackets, beyond which no plain scalar in brackets extends.
    const limit = plainEnd(text, start, this.#limit);
    this.#limit = limit;
    if (text.charCodeAt(start) === DASH && FLOW.has(text.charCodeAt(start + 1))) throw new Declined(start);
    let end = start;
    for (let at = start; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || (code === COLON && endsKey(text, at)))
        break;
      if (code === OPEN_BRACE || code === OPEN_BRACKET) throw new Declined(at);
      if (code !== SPACE) end = at + 1;
    }
    if (end === start || isLineEnd(text, end) || text.charCodeAt(end) === HASH) throw new Declined(start);
    return new Scalar({ text, start, end }, 'plain', text.slice(start, end));
  }
}

const FLOW: ReadonlySet<number> = new Set([COMMA, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET]);

/** Reports whether a colon in brackets ends a key. */
function endsKey(text: string, colon: number): boolean {
  const next = text.charCodeAt(colon + 1);
  return isBlank(text, colon + 1) || next === COMMA || next === CLOSE_BRACE || next === CLOSE_BRACKET;
}
