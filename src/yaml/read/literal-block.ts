import { BlockScan } from './block-scan.ts';
import { scanLines } from './block-scalar.ts';
import { Declined } from './declined.ts';
import { isDash } from './line-scalar.ts';
import type { LineTable } from './line-table.ts';
import { isPlainPair, isPlainText } from './plain-text.ts';
import { lineEnd } from '../tree/positions.ts';
import { UNKNOWN, type Scan } from '../tree/scan.ts';

/** A pair in the text of a literal block, on one line: offsets in the text that holds the block. */
export interface NestedPair {
  readonly key: string;
  readonly start: number;
  /** Offset just past the colon. */
  readonly indicatorEnd: number;
  /** Offset of the next line. */
  readonly end: number;
}

/**
 * Returns the literal block that is the value of a pair, if it is certain where its lines end and that they are those
 * of its content, each after the same indentation: with the header `|` alone, and without tabs and lines of spaces.
 */
export function literalBlock(scan: Scan): LiteralBlock | undefined {
  if (!(scan instanceof BlockScan) || scan.isElement) return undefined;
  const { table, line, start } = scan;
  const { text } = table;
  if (!text.startsWith(HEADER, start) || isDash(text, table.start(line))) return undefined;
  try {
    const { from, end, indent } = scanLines(text, start + HEADER.length, scan.end, table.column(line));
    const next = table.next(line, table.column(line));
    return ODD.test(text.slice(from, table.start(next))) || text[end - 1] !== '\n'
      ? undefined
      : new LiteralBlock(table, { line, from, end, indent, next });
  } catch (error) {
    if (error instanceof Declined) return undefined;
    throw error;
  }
}

const HEADER = ' |\n';

/** Matches tabs and lines of spaces, also in the blank lines and comments below. */
const ODD = /\t|(?:^|\n) +\n/;

interface Place {
  /** Line of the header. */
  readonly line: number;
  /** Offsets of the lines of the block, and of their end. */
  readonly from: number;
  readonly end: number;
  /** Number of spaces before each line. */
  readonly indent: number;
  /** First line after the block. */
  readonly next: number;
}

/** A literal block, and its lines as those of the text in it. */
export class LiteralBlock {
  readonly table: LineTable;
  readonly from: number;
  readonly end: number;
  readonly #line: number;
  readonly #indent: number;
  readonly #next: number;

  constructor(table: LineTable, { line, from, end, indent, next }: Place) {
    this.table = table;
    this.from = from;
    this.end = end;
    this.#line = line;
    this.#indent = indent;
    this.#next = next;
  }

  get text(): string {
    return this.table.text;
  }

  /** Reports whether the fast reader accepts its text: one document of pairs, each in one of the most common forms. */
  get isPlain(): boolean {
    return isPlainText(this.table, { from: this.#line + 1, to: this.#next, end: this.end });
  }

  /** Returns the text in lines of this block, or in others in their place. */
  contentOf(lines: string): string {
    return lines
      .split('\n')
      .map((line) => line.slice(this.#indent))
      .join('\n');
  }

  /** Returns the pair at a path of keys; undefined if it is not certain, or not on one line. */
  pair(path: readonly string[]): NestedPair | undefined {
    let scan: BlockScan | typeof UNKNOWN | undefined = new BlockScan(
      this.table,
      this.#line,
      this.from - 1,
      this.end,
      false,
    );
    for (const key of path) {
      scan = scan.get(key);
      if (scan === undefined || scan === UNKNOWN) return undefined;
    }
    const key = path.at(-1);
    if (key === undefined) return undefined;
    const indicatorEnd = scan.start;
    const start = indicatorEnd - key.length - 1;
    return isPlainPair(this.text, start) ? { key, start, indicatorEnd, end: lineEnd(this.text, start) } : undefined;
  }
}
