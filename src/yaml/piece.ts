import type { SourceDocument } from './document.ts';
import { YamlError } from './tree/error.ts';
import { openNode } from './tree/node.ts';
import { isMerge, plainValue } from './tree/plain.ts';
import type { Dialect } from './tree/scalar-type.ts';
import { column, lineStart } from './tree/positions.ts';
import { isCollection, type Collection, type Entry, type TreeNode } from './tree/tree.ts';
import { equalValues, type Value } from './tree/value.ts';

/** Range of a text. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Lines of a text that belong to one entry of a block collection, or to a whole document: the comments and blank lines
 * above the entry, its own lines, and the comments at their end. The pieces of a collection, with its `head` and
 * `tail`, are its whole text. Offsets and lines are those of the text with `\n` as line break.
 */
export class Piece {
  readonly #entry: Entry;
  readonly #above: number;
  readonly #end: number;
  readonly #reader: Dialect;
  /** True if equal lines at the same column are equal data. */
  readonly isPlain: boolean;
  #children: readonly Piece[] | undefined;
  #value: Value | undefined;
  #isSplit: boolean | undefined;

  /**
   * `lines`: those of the entry and above it. `reader`: the one that takes its scalars for data. `isPlain`: as
   * `Entry.isPlain` of its document.
   */
  constructor(entry: Entry, { from, to }: Range, reader: Dialect, isPlain: boolean) {
    this.#reader = reader;
    this.isPlain = isPlain;
    this.#entry = entry;
    this.#above = from;
    this.#end = to;
  }

  get #node(): TreeNode {
    return this.#entry.value;
  }

  /** The kind of its value: a block map or sequence whose entries are pieces, or else a `leaf`, whose text is whole. */
  get kind(): 'map' | 'seq' | 'leaf' {
    const node = this.#node;
    this.#isSplit ??= isCollection(node) && canSplit(node, this.#reader, this.isPlain);
    return isCollection(node) && this.#isSplit ? node.kind : 'leaf';
  }

  /** The key of an entry of a map; undefined for an element and a document. */
  get key(): string | undefined {
    return this.isMerge ? '<<' : this.#entry.nameTo(this.#reader);
  }

  /** True for a merge key. */
  get isMerge(): boolean {
    return !this.isPlain && isMerge(this.#entry);
  }

  /** True for an element of a sequence. */
  get isElement(): boolean {
    return this.#entry.parent?.kind === 'seq';
  }

  /** Zero-based column of the entry. */
  get column(): number {
    const { text, start, parent } = this.#entry;
    return parent === undefined ? 0 : column(text, start);
  }

  /** Text of the comments and blank lines above the entry; '' for an entry that begins in the middle of a line. */
  get lead(): string {
    return this.#slice(this.#above, this.#isInline ? this.#above : this.#line);
  }

  /** Text of the entry from its first character on, without the indentation of its first line. */
  get text(): string {
    return this.#slice(this.#entry.start, this.#end);
  }

  /** Text before the first piece of a collection, or before the value of a leaf: key, dash, anchor, tag, comments. */
  get head(): string {
    const node = this.#node;
    const end = this.kind !== 'leaf' && isCollection(node) ? node.linesStart : node.start;
    return this.#slice(this.#entry.start, end);
  }

  /** Text of the value of a leaf. */
  get body(): string {
    return this.#slice(this.#node.start, this.#node.end);
  }

  /** Text after the value of a leaf: the comment beside it, the line break. */
  get after(): string {
    return this.#slice(this.#node.end, this.#end);
  }

  /** Text below the last piece of a collection. */
  get tail(): string {
    return this.#slice(this.children.at(-1)?.end ?? this.#end, this.#end);
  }

  /** Comments and blank lines below the last piece of a collection, up to the next entry, whatever they belong to. */
  get below(): string {
    const { text } = this.#entry;
    let end = this.children.at(-1)?.end ?? this.#end;
    const from = end;
    for (;;) {
      const next = text.indexOf('\n', end) + 1 || text.length;
      if (next === end || !/^\s*(?:#|$)/.test(text.slice(end, next))) return text.slice(from, end);
      end = next;
    }
  }

  /** The entries of a collection. */
  get children(): readonly Piece[] {
    const node = this.#node;
    if (this.kind === 'leaf' || !isCollection(node)) return [];
    return (this.#children ??= splitEntries(node, this.#end, this.#reader, this.isPlain));
  }

  /**
   * Plain data of the value, with aliases and merge keys expanded. @throws YamlError if a scalar does not fit its tag.
   */
  get value(): Value {
    return (this.#value ??= plainValue(this.#node, this.#reader));
  }

  /**
   * Reports whether another piece is certain to have the same data, since it has the same lines at the same column, and
   * nothing elsewhere gives them another meaning. Neither is parsed.
   */
  hasSameLines(other: Piece): boolean {
    if (!this.isPlain || !other.isPlain || this.#reader !== other.#reader) return false;
    return this.column === other.column && this.text === other.text;
  }

  /**
   * Reports whether another piece has the same data. Parts with equal lines, and the rest after the first difference,
   * are not parsed.
   */
  hasSameData(other: Piece): boolean {
    if (this.hasSameLines(other)) return true;
    if (!this.isPlain || !other.isPlain || this.kind === 'leaf' || this.kind !== other.kind)
      return equalValues(this.value, other.value);
    const [own, others] = [this.children, other.children];
    if (own.length !== others.length) return false;
    const found = new Map(others.map((child, index) => [child.key ?? index, child]));
    return own.every((child, index) => found.get(child.key ?? index)?.hasSameData(child) === true);
  }

  /** End of its lines. */
  get end(): number {
    return this.#end;
  }

  get #line(): number {
    return lineStart(this.#entry.text, this.#entry.start);
  }

  get #isInline(): boolean {
    const { text, start, parent } = this.#entry;
    return parent !== undefined && text.slice(this.#line, start).trim() !== '';
  }

  #slice(from: number, to: number): string {
    return this.#entry.text.slice(from, to);
  }
}

/**
 * Returns the piece of a whole document as a reader sees it (default: `kubernetes`). @throws YamlError if the document
 * was edited: its text must be read again.
 */
export function documentPiece(document: SourceDocument, reader: Dialect = 'kubernetes'): Piece {
  const entry = openNode(document.get([]))?.entry;
  if (entry === undefined || entry.parent !== undefined || document.edits.length > 0)
    throw new YamlError('edit', 'only a whole document that was not edited has pieces');
  return new Piece(entry, { from: entry.start, to: entry.end }, reader, entry.isPlain);
}

/** Reports whether the entries of a collection can be told apart by their lines. */
function canSplit(node: Collection, reader: Dialect, isPlain: boolean): boolean {
  if (node.flow || node.entries.length === 0) return false;
  if (node.kind === 'seq') return true;
  const names = node.entries.map((entry) => (!isPlain && isMerge(entry) ? '<<' : entry.nameTo(reader)));
  if (names.includes(undefined) || new Set(names).size < names.length) return false;
  return node.entries.every(({ text, start }) => text[start] !== '?');
}

function splitEntries(
  { text, entries, linesStart }: Collection,
  end: number,
  reader: Dialect,
  isPlain: boolean,
): readonly Piece[] {
  let from = linesStart;
  return entries.map((entry, index) => {
    const next = entries[index + 1];
    const limit = next === undefined ? end : lineStart(text, next.start);
    const to = ownEnd(entry, limit);
    const piece = new Piece(entry, { from, to }, reader, isPlain);
    from = to;
    return piece;
  });
}

/** Returns the end of the lines of an entry with the comments below it that are as deep as the entries of its value. */
function ownEnd(entry: Entry, limit: number): number {
  const { rangeEnd, text, start } = entry;
  // Without lines below it, the value is not parsed.
  if (rangeEnd >= limit) return rangeEnd;
  const { value } = entry;
  const first = isCollection(value) && !value.flow ? value.entries[0] : undefined;
  if (first === undefined) return rangeEnd;
  const depth = column(text, first.start);
  // Below elements in the column of their key, only a commented-out element does not belong to what follows.
  const isFlush = depth === column(text, start);
  let [end, at] = [rangeEnd, rangeEnd];
  while (at < limit) {
    const next = text.indexOf('\n', at) + 1 || text.length;
    const line = text.slice(at, Math.min(next, limit));
    const indent = line.search(/\S/);
    const isOutside = line[indent] !== '#' || indent < depth || (isFlush && !/^\s*#\s*-(?:\s|$)/.test(line));
    if (indent !== -1 && isOutside) break;
    at = next;
    if (indent !== -1) end = Math.min(at, limit);
  }
  return end;
}
