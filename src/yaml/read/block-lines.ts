import { Declined } from './declined.ts';
import { NONE, UNCERTAIN, type LineTable } from './line-table.ts';
import { isDash, keyColon } from './line-scalar.ts';

/** The range of lines of a collection's entries. */
export interface BlockLines {
  /** Line of the first entry, and its offset in the text. */
  readonly line: number;
  readonly start: number;
  /** End of the lines: the start of a line, or the end of the text. */
  readonly to: number;
  /** Column of the entries. */
  readonly indent: number;
}

/**
 * Three numbers for each entry of a block collection: its start, the offset just past its colon or dash, and its line.
 * An object for each would cost much more.
 */
export type Heads = readonly number[];

/** Merge key as kyaml writes it. Other tags are left to the complete reader. */
const MERGE = '!!merge <<';

/** Reports whether a key begins with a letter: unless it is a word such as `yes`, its text is then its name. */
export function startsPlainly(text: string, start: number): boolean {
  const code = text.charCodeAt(start) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** Returns the offset of the key of the pair that begins at an offset: after its tag. */
export function keyStart(text: string, start: number): number {
  return text.startsWith(MERGE, start) ? start + MERGE.length - 2 : start;
}

/** Returns the heads of the pairs of a map. @throws Declined */
export function findPairs(table: LineTable, lines: BlockLines): Heads {
  const { text } = table;
  const heads: number[] = [];
  let at = lines.start;
  for (let { line } = lines; line !== NONE; line = nextPair(table, line, lines)) {
    if (line === UNCERTAIN) throw new Declined(at);
    if (heads.length > 0) at = table.start(line);
    const colon = keyColon(text, keyStart(text, at));
    if (colon === -1) throw new Declined(at);
    heads.push(at, colon + 1, line);
  }
  return withoutRoom(heads);
}

/** Returns the heads of the elements of a sequence. @throws Declined */
export function findElements(table: LineTable, { line: first, start, indent, to }: BlockLines): Heads {
  const heads: number[] = [];
  let at = start;
  for (let line = first; line !== NONE; line = table.nextAt(line, indent, to)) {
    if (line === UNCERTAIN) throw new Declined(at);
    if (heads.length > 0) at = table.start(line);
    if (!isDash(table.text, at)) throw new Declined(at);
    heads.push(at, at + 1, line);
  }
  return withoutRoom(heads);
}

/** Returns heads in an array that has no room to grow, which would take more memory than most collections. */
function withoutRoom(heads: number[]): Heads {
  return heads.slice();
}

/** Returns the line of the pair after one, NONE, or UNCERTAIN. */
export function nextPair(table: LineTable, line: number, { indent, to }: BlockLines): number {
  const next = table.nextAt(line, indent, to);
  if (next < 0 || !isDash(table.text, table.start(next))) return next;
  // The elements of a sequence may be at the column of its key.
  return next === line + 1 ? table.pastElements(next, to) : UNCERTAIN;
}
