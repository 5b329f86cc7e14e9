import { blockScalar } from './block-scalar.ts';
import {
  AMPERSAND,
  ASTERISK,
  DOUBLE_QUOTE,
  EXCLAMATION,
  GREATER,
  HASH,
  OPEN_BRACE,
  OPEN_BRACKET,
  PIPE,
  SINGLE_QUOTE,
} from './chars.ts';
import { Declined } from './declined.ts';
import { MAX_DEPTH } from './depth.ts';
import { lineFlow } from './line-flow.ts';
import {
  checkDepth,
  checkRest,
  isDash,
  isLineEnd,
  keyColon,
  nameEnd,
  plainScalar,
  quotedContent,
  quotedEnd,
  quotedScalar,
  skipSpaces,
} from './line-scalar.ts';
import { isWord } from './scalar-type.ts';
import { column, contentLine, endsPlainly, lineEnd, linesStart } from './text.ts';
import {
  Collection,
  isBlock,
  outerRange,
  Scalar,
  type Alias,
  type Entry,
  type EntrySource,
  type NodeInit,
  type TreeNode,
} from './tree.ts';

/** What the entries of one document share while it is read, bit by bit. */
export interface Reading {
  readonly text: string;
  readonly alias: (start: number, end: number) => Alias;
  /** The entry as the complete reader reads it. @throws Declined while that is still to be found out. */
  readonly declined: (start: number, end: number, depth: number) => Entry;
  /** The entries of the block collection of a kind that begins at an offset. */
  readonly split: (kind: 'map' | 'seq', start: number, lines: Lines) => Entry[];
}

/** The lines that something in block style may have. */
export interface Lines {
  /** Where they end: the start of a line, or the end of the text. */
  readonly to: number;
  /** Column of the entries. */
  readonly indent: number;
  /** How many collections hold the entries. */
  readonly depth: number;
}

/** Where the parts of an entry in block style are. */
export interface Place extends Lines {
  readonly start: number;
  /** Of a pair: its key, with its tag if it is a merge key. */
  readonly key: { readonly start: number; readonly end: number } | undefined;
  readonly indicatorEnd: number;
}

/** A pair or an element in block style, read when it is looked at. */
export class BlockSource implements EntrySource {
  readonly #reading: Reading;
  readonly #place: Place;
  #key: Scalar | undefined;
  #value: TreeNode | undefined;
  #end: number | undefined;
  #name: string | undefined;

  constructor(reading: Reading, place: Place) {
    this.#reading = reading;
    this.#place = place;
  }

  /** Where its lines end, with the blank lines and comments that follow. */
  get to(): number {
    return this.#place.to;
  }

  get indicatorEnd(): number {
    return this.#place.indicatorEnd;
  }

  get seen(): TreeNode | undefined {
    return this.#value;
  }

  get key(): Scalar | undefined {
    const { key, start } = this.#place;
    if (key === undefined) return undefined;
    return (this.#key ??= readKey(this.#reading.text, key, start));
  }

  get name(): string | undefined {
    const { key } = this.#place;
    return (this.#name ??= key && plainName(this.#reading.text, key.start, key.end));
  }

  get value(): TreeNode {
    return (this.#value ??= this.#read());
  }

  get end(): number {
    return (this.#end ??= this.#findEnd());
  }

  #read(): TreeNode {
    const { start, to, depth } = this.#place;
    try {
      return new ValueReader(this.#reading, this.#place).value();
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
      return this.#reading.declined(start, to, depth).value;
    }
  }

  #findEnd(): number {
    const { text } = this.#reading;
    const { to, indicatorEnd } = this.#place;
    if (endsPlainly(text, to)) return to;
    const { value } = this;
    return isBlock(value) ? outerRange(value)[1] : lineEnd(text, Math.max(value.end, indicatorEnd));
  }
}

const MERGE_TAG = 'tag:yaml.org,2002:merge';

/** The key between two offsets, in an entry that begins at another where the key has a tag. */
function readKey(text: string, { start, end }: { readonly start: number; readonly end: number }, from: number): Scalar {
  const code = text.charCodeAt(start);
  const tag = from < start ? MERGE_TAG : undefined;
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return quotedScalar({ text, start, end });
  return new Scalar({ text, start, end, tag }, 'plain', text.slice(start, end));
}

/** A key that is the same to every reader; undefined where its type has to be looked at. */
function plainName(text: string, start: number, end: number): string | undefined {
  const code = text.charCodeAt(start);
  if (code === DOUBLE_QUOTE) return quotedContent(text.slice(start + 1, end - 1), 'double');
  if (code === SINGLE_QUOTE) return quotedContent(text.slice(start + 1, end - 1), 'single');
  const name = text.slice(start, end);
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return isLetter && !isWord(name) ? name : undefined;
}

/** Reads the value of an entry. @throws Declined */
class ValueReader {
  readonly #reading: Reading;
  readonly #text: string;
  readonly #place: Place;
  #anchor: string | undefined;

  constructor(reading: Reading, place: Place) {
    this.#reading = reading;
    this.#text = reading.text;
    this.#place = place;
  }

  value(): TreeNode {
    const text = this.#text;
    const { indicatorEnd, depth } = this.#place;
    if (depth > MAX_DEPTH) throw new Declined(indicatorEnd);
    let at = skipSpaces(text, indicatorEnd);
    if (text.charCodeAt(at) === AMPERSAND) {
      const end = nameEnd(text, at + 1);
      this.#anchor = text.slice(at + 1, end);
      at = skipSpaces(text, end);
      if (at === end && !isLineEnd(text, at)) throw new Declined(at);
    }
    if (isLineEnd(text, at) || text.charCodeAt(at) === HASH) return this.#nested(at);
    if (this.#place.key === undefined && this.#isCompact(at)) return this.#collection(at);
    return this.#inLine(at);
  }

  get #init(): Pick<NodeInit, 'text' | 'anchor'> {
    return { text: this.#text, anchor: this.#anchor };
  }

  /** Whether an element begins a collection on the line of its dash. */
  #isCompact(at: number): boolean {
    const text = this.#text;
    const code = text.charCodeAt(at);
    if (isDash(text, at) || text.startsWith('!!merge <<:', at)) return true;
    if (code === PIPE || code === GREATER || code === OPEN_BRACE || code === OPEN_BRACKET || code === ASTERISK)
      return false;
    return keyColon(text, at) !== -1;
  }

  /** What begins on the line of the colon or dash, at an offset. */
  #inLine(start: number): TreeNode {
    const text = this.#text;
    const { indent, to } = this.#place;
    const code = text.charCodeAt(start);
    if (code === PIPE || code === GREATER) return blockScalar({ ...this.#init, start }, indent, to);
    const node = this.#node(start, code);
    checkRest(text, node.end);
    const next = contentLine(text, lineEnd(text, node.end), to);
    if (next !== undefined) throw new Declined(next);
    return node;
  }

  #node(start: number, code: number): TreeNode {
    const text = this.#text;
    const { indent, to, depth } = this.#place;
    if (code === ASTERISK) {
      if (this.#anchor !== undefined) throw new Declined(start);
      return this.#reading.alias(start, nameEnd(text, start + 1));
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const node = lineFlow({ ...this.#init, start }, depth, this.#reading.alias);
      if (this.#anchor !== undefined && text.slice(start, node.end).includes('*')) throw new Declined(start);
      return node;
    }
    if (code === EXCLAMATION) throw new Declined(start);
    if (code !== DOUBLE_QUOTE && code !== SINGLE_QUOTE) return plainScalar({ ...this.#init, start }, indent, to);
    const end = quotedEnd(text, start, to);
    if (end === -1) throw new Declined(start);
    checkDepth(text, start, end, indent);
    return quotedScalar({ ...this.#init, start, end });
  }

  /** What begins on a line below the colon or dash, or nothing. */
  #nested(at: number): TreeNode {
    const text = this.#text;
    const { indent, to, indicatorEnd, key } = this.#place;
    const start = contentLine(text, lineEnd(text, at), to);
    if (start === undefined) {
      const isSpaced = key === undefined && !isLineEnd(text, indicatorEnd);
      if (this.#anchor !== undefined || isSpaced) throw new Declined(at);
      return new Scalar({ text, start: indicatorEnd, end: indicatorEnd }, 'plain', '');
    }
    const deeper = column(text, start) - indent;
    if (deeper < 0 || (deeper === 0 && (key === undefined || !isDash(text, start)))) throw new Declined(start);
    return this.#collection(start);
  }

  #collection(start: number): Collection {
    const text = this.#text;
    const { to, depth, indicatorEnd } = this.#place;
    const kind = isDash(text, start) ? 'seq' : 'map';
    const entries = this.#reading.split(kind, start, { to, indent: column(text, start), depth: depth + 1 });
    return new Collection({
      ...this.#init,
      start,
      kind,
      flow: false,
      linesStart: linesStart(text, start, indicatorEnd),
      entries,
    });
  }
}
