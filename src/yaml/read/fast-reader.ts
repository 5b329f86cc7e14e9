import { AnchorTable } from './anchor-table.ts';
import { blockCollection } from './block-entries.ts';
import type { Reading } from './block-value.ts';
import { BlockScan } from './block-scan.ts';
import { Declined } from './declined.ts';
import { tooDeepAlias } from '../tree/depth.ts';
import { checkRest, isBlank, skipSpaces } from './line-scalar.ts';
import { LineTable } from './line-table.ts';
import { Marks } from './marks.ts';
import { checkOverruns } from './overrun.ts';
import {
  Alias,
  isCollection,
  readyEntry,
  Scalar,
  type Collection,
  type Entry,
  type ReadDocument,
} from '../tree/tree.ts';

/**
 * Reads an entry of a block collection, from its start to the end of its lines. `depth`: number of collections that
 * hold it.
 */
export type ReadEntry = (text: string, start: number, end: number, depth: number) => Entry;

/**
 * Reads every document of a text in block style, as kpt writes it. Returns undefined if it is not certain to build the
 * same tree as the complete reader. With `readEntry`, entries are read on first access: `readEntry` then reads those
 * that are not certain, and entries that are never accessed are not checked.
 */
export function readFast(text: string, readEntry?: ReadEntry): ReadDocument[] | undefined {
  if (text.includes('\r') || text.includes('\uFEFF')) return undefined;
  try {
    const table = new LineTable(text);
    if (readEntry !== undefined) checkOverruns(table);
    const marks = new Marks(text);
    const starts = documentStarts(table);
    return starts.map((start, index) => {
      const end = starts[index + 1] ?? text.length;
      return new FastReader(table, marks, readEntry).document(start, end);
    });
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

function isMarkerAt(text: string, marker: string, offset: number): boolean {
  return text.startsWith(marker, offset) && isBlank(text, offset + marker.length);
}

class FastReader {
  readonly #table: LineTable;
  readonly #text: string;
  readonly #marks: Marks;
  readonly #isLazy: boolean;
  readonly #anchors = new AnchorTable();
  readonly #aliases: Alias[] = [];
  readonly #reading: Reading;
  /** True once the document has been accepted: from then on, uncertain parts are left to the complete reader. */
  #isAccepted = false;

  constructor(table: LineTable, marks: Marks, readEntry: ReadEntry | undefined) {
    const { text } = table;
    this.#table = table;
    this.#text = text;
    this.#isLazy = readEntry !== undefined;
    this.#marks = marks;
    this.#reading = {
      table,
      alias: (start, end) => this.#alias(start, end),
      collection: (init, floor, lines) => blockCollection(this.#reading, init, floor, lines),
      declined: (start, end, depth) => {
        if (!this.#isAccepted || readEntry === undefined) throw new Declined(start);
        return readEntry(text, start, end, depth);
      },
    };
  }

  document(start: number, end: number): ReadDocument {
    const [text, table] = [this.#text, this.#table];
    const line = this.#firstContent(start, end);
    const first = table.start(line);
    if (first >= end) return this.#empty(start, end);
    const scan = new BlockScan(table, line, first, end, true);
    const lines = { line, start: first, to: end, indent: table.column(line), depth: 1 };
    const value = blockCollection(this.#reading, { text, start: first }, start, lines);
    const top = readyEntry(text, start, {
      key: undefined,
      value,
      indicatorEnd: undefined,
      end,
      ...(this.#isLazy && { scan }),
    });
    if (!this.#isLazy || this.#marks.hasAlias(start, end)) this.#readEntries(value, end);
    const tooDeep = tooDeepAlias(this.#aliases);
    if (tooDeep !== undefined) throw new Declined(tooDeep.start);
    this.#isAccepted = true;
    return { top, aliases: this.#aliases, scan };
  }

  /** Returns a document that has a marker and otherwise only comments. */
  #empty(start: number, end: number): ReadDocument {
    const at = skipSpaces(this.#text, this.#table.start(this.#table.lineFrom(start)) + 3);
    const value = new Scalar({ text: this.#text, start: at, end: at }, 'plain', '');
    return { top: readyEntry(this.#text, start, { key: undefined, value, indicatorEnd: undefined, end }), aliases: [] };
  }

  /** Returns the first line of the content of a document; that of its end if it has only a marker. */
  #firstContent(start: number, end: number): number {
    const table = this.#table;
    const line = table.lineFrom(start);
    const first = table.start(line);
    if (first >= end) throw new Declined(start);
    if (table.column(line) > 0 || !isMarkerAt(this.#text, '---', first)) return line;
    checkRest(this.#text, first + 3);
    return line + 1;
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

  #alias(start: number, end: number): Alias {
    const text = this.#text;
    const name = text.slice(start + 1, end);
    const target = this.#anchors.resolve(name, () => new Declined(start));
    const alias = new Alias({ text, start, end }, name, target);
    this.#aliases.push(alias);
    return alias;
  }
}
