import { AnchorTable } from './anchor-table.ts';
import { blockCollection } from './block-entries.ts';
import type { NestedLines, Reading } from './block-value.ts';
import { BlockScan } from './block-scan.ts';
import { Declined } from './declined.ts';
import { tooDeepAlias } from '../tree/depth.ts';
import { checkRest, isBlank, skipSpaces } from './line-scalar.ts';
import { LineTable, NONE as NO_LINE } from './line-table.ts';
import { Marks } from './marks.ts';
import { hasCertainLines } from './other-breaks.ts';
import { checkOverruns } from './overrun.ts';
import { isPlainText } from './plain-text.ts';
import type { ReadDocument } from '../tree/read-document.ts';
import { Alias, isCollection, readyEntry, Scalar, type Collection, type Entry, type NodeInit } from '../tree/tree.ts';
import type { Scan } from '../tree/scan.ts';

/**
 * Reads an entry of a block collection, from its start to the end of its lines. `depth`: number of collections that
 * hold it.
 */
export type ReadEntry = (text: string, start: number, end: number, depth: number) => Entry;

/**
 * Reads every document of a text in block style, as kpt writes it. Returns undefined if it is not certain to build the
 * same tree as the complete reader. With `readEntry`, entries are read on first access: `readEntry` then reads those
 * that are not certain, and entries that are never accessed are not checked, unless `isChecked`.
 */
export function readFast(text: string, readEntry?: ReadEntry, isChecked = false): ReadDocument[] | undefined {
  if (!hasCertainLines(text)) return undefined;
  try {
    const table = new LineTable(text);
    const isPlain = isChecked && isPlainText(table);
    const isLazy = isChecked ? isPlain : readEntry !== undefined;
    // No value of a plain text continues past its lines.
    if (isLazy && !isChecked) checkOverruns(table);
    const marks = new Marks(text);
    const starts = documentStarts(table);
    const source = { table, marks, readEntry: isLazy ? readEntry : undefined, isPlain };
    return starts.map((start, index) => {
      const end = starts[index + 1] ?? text.length;
      const document = new FastReader(source).document(start, end);
      return starts.length > 1 && document.aliases.length === 0 ? new UnreadDocument(source, document) : document;
    });
  } catch (error) {
    if (error instanceof Declined) return undefined;
    throw error;
  }
}

/**
 * Returns a scan of the lines of one document, which may have lines that are not YAML inside its entries; undefined if
 * it is uncertain which lines are entries.
 */
export function scanLines(text: string): Scan | undefined {
  if (!hasCertainLines(text)) return undefined;
  try {
    const table = new LineTable(text);
    checkOverruns(table, true);
    const line = firstContent(table, 0, text.length);
    return new BlockScan(table, line, table.start(line), text.length, true);
  } catch (error) {
    if (error instanceof Declined) return undefined;
    throw error;
  }
}

/** Returns the offsets of the documents: the first at the start of the text, others at their `---`. */
function documentStarts(table: LineTable): number[] {
  const starts = [0];
  for (let line = 0; line < table.length; line = table.next(line, table.column(line))) {
    const at = table.start(line);
    if (table.column(line) > 0) continue;
    if (isMarkerAt(table.text, '...', at)) throw new Declined(at);
    if (line > 0 && isMarkerAt(table.text, '---', at)) starts.push(at);
  }
  return starts;
}

/** Returns the first line of the content of a document; that of its end if it has only a marker. @throws Declined */
function firstContent(table: LineTable, start: number, end: number): number {
  const line = table.lineFrom(start);
  const first = table.start(line);
  if (first >= end) throw new Declined(start);
  if (table.column(line) > 0 || !isMarkerAt(table.text, '---', first)) return line;
  checkRest(table.text, first + 3);
  return line + 1;
}

function isMarkerAt(text: string, marker: string, offset: number): boolean {
  return text.startsWith(marker, offset) && isBlank(text, offset + marker.length);
}

/** A text, and how its documents are read. */
interface Source {
  readonly table: LineTable;
  readonly marks: Marks;
  readonly readEntry: ReadEntry | undefined;
  readonly isPlain: boolean;
}

/**
 * One of several documents, without aliases: it is read again when its tree is used. The trees of a stream would take a
 * hundred times as much memory as its text, and most of them are never used.
 */
class UnreadDocument implements ReadDocument {
  readonly aliases = NONE;
  readonly #source: Source;
  readonly #start: number;
  readonly #end: number;
  /** First line of its content; `NO_LINE` if it has none. */
  readonly #line: number;
  #top: Entry | undefined;

  constructor(source: Source, { top, scan }: ReadDocument) {
    this.#source = source;
    this.#start = top.start;
    this.#end = top.end;
    this.#line = scan instanceof BlockScan ? scan.line : NO_LINE;
  }

  get top(): Entry {
    return (this.#top ??= new FastReader(this.#source).document(this.#start, this.#end).top);
  }

  /** Made for each use, since many documents are kept. */
  get scan(): Scan | undefined {
    const { table } = this.#source;
    if (this.#line === NO_LINE) return undefined;
    return new BlockScan(table, this.#line, table.start(this.#line), this.#end, true);
  }

  get unreadScan(): Scan | undefined {
    return this.#top === undefined ? this.scan : undefined;
  }

  get unreadText(): string | undefined {
    return this.#top === undefined ? this.#source.table.text.slice(this.#start, this.#end) : undefined;
  }
}

const NONE: readonly Alias[] = [];

class FastReader implements Reading {
  readonly table: LineTable;
  readonly #marks: Marks;
  readonly #readEntry: ReadEntry | undefined;
  readonly #isPlain: boolean;
  readonly #anchors = new AnchorTable();
  #aliases: Alias[] | undefined;
  /** True once the document has been accepted: from then on, uncertain parts are left to the complete reader. */
  #isAccepted = false;

  constructor({ table, marks, readEntry, isPlain }: Source) {
    this.table = table;
    this.#marks = marks;
    this.#readEntry = readEntry;
    this.#isPlain = isPlain;
  }

  get #text(): string {
    return this.table.text;
  }

  get #isLazy(): boolean {
    return this.#readEntry !== undefined;
  }

  collection(init: NodeInit, floor: number, lines: NestedLines): Collection {
    return blockCollection(this, init, floor, lines);
  }

  declined(start: number, end: number, depth: number): Entry {
    if (!this.#isAccepted || this.#readEntry === undefined) throw new Declined(start);
    return this.#readEntry(this.#text, start, end, depth);
  }

  document(start: number, end: number): ReadDocument {
    const { table } = this;
    const { text } = table;
    const line = firstContent(table, start, end);
    const first = table.start(line);
    if (first >= end) return this.#empty(start, end);
    const scan = new BlockScan(table, line, first, end, true);
    const lines = { line, start: first, to: end, indent: table.column(line), depth: 1 };
    const value = this.collection({ text, start: first }, start, lines);
    const top = readyEntry(text, start, {
      key: undefined,
      value,
      indicatorEnd: undefined,
      end,
      ...(this.#isLazy && { scan }),
      isPlain: this.#isPlain,
    });
    if (!this.#isLazy || this.#marks.hasAlias(start, end)) this.#readEntries(value, end);
    const aliases = this.#aliases ?? NONE;
    const tooDeep = tooDeepAlias(aliases);
    if (tooDeep !== undefined) throw new Declined(tooDeep.start);
    this.#isAccepted = true;
    return { top, aliases, scan };
  }

  /** Returns a document that has a marker and otherwise only comments. */
  #empty(start: number, end: number): ReadDocument {
    const at = skipSpaces(this.#text, this.table.start(this.table.lineFrom(start)) + 3);
    const value = new Scalar({ text: this.#text, start: at, end: at }, 'plain', '');
    const top = readyEntry(this.#text, start, { key: undefined, value, indicatorEnd: undefined, end });
    return { top, aliases: NONE };
  }

  /**
   * Reads entries in order: an alias refers to the last anchor of its name. If lazy, reads only those that can have
   * either.
   */
  #readEntries({ entries }: Collection, to: number): void {
    // An iterator would make an array for each entry.
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index] as Entry;
      const end = entries[index + 1]?.start ?? to;
      if (this.#isLazy && !this.#marks.has(entry.start, end)) continue;
      const { value } = entry;
      if (value.kind === 'alias') continue;
      if (isCollection(value) && !value.flow) {
        this.#anchors.open(value.anchor);
        this.#readEntries(value, end);
        this.#anchors.close(value);
      } else this.#anchors.add(value);
    }
  }

  alias(start: number, end: number): Alias {
    const text = this.#text;
    const name = text.slice(start + 1, end);
    const target = this.#anchors.resolve(name, () => new Declined(start));
    const alias = new Alias({ text, start, end }, name, target);
    this.#aliases ??= [];
    this.#aliases.push(alias);
    return alias;
  }
}
