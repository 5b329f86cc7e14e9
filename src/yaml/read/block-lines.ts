import { Declined } from './declined.ts';
import { isDash, keyColon } from './line-scalar.ts';
import { contentLine, lineEnd } from '../tree/positions.ts';

interface Extent {
  /** End of the lines: the start of a line, or the end of the text. */
  readonly to: number;
  /** Column of the entries. */
  readonly indent: number;
}

/** The range of lines of a collection's entries. */
export interface Lines extends Extent {
  /** Number of collections that hold the entries. */
  readonly depth: number;
}

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

/**
 * Offsets of the elements of sequences at the column of their key, by the start of the first element. Found along with
 * the keys.
 */
export type Passed = Map<number, number[]>;

/** Returns two offsets for each pair of a map: its start, and just past its colon. @throws Declined */
export function findPairs(text: string, start: number, lines: Lines, passed: Passed): number[] {
  const heads: number[] = [];
  for (let at = start; at !== -1;) {
    const colon = keyColon(text, keyStart(text, at));
    if (colon === -1) throw new Declined(at);
    heads.push(at, colon + 1);
    at = nextPair(text, colon, lines, passed);
  }
  return heads;
}

/** Returns two offsets for each element of a sequence: its start, and just past its dash. @throws Declined */
export function findElements(text: string, start: number, lines: Lines, passed: Passed): number[] {
  const known = passed.get(start);
  passed.delete(start);
  if (known !== undefined) return known;
  const heads: number[] = [];
  const next = passElements(text, start, lines, heads);
  if (next !== -1) throw new Declined(next);
  return heads;
}

/** Returns the start of the pair after the one whose colon is at an offset, or -1 if there is none. @throws Declined */
export function nextPair(text: string, colon: number, lines: Extent, passed?: Passed): number {
  const at = nextLine(text, colon, lines);
  if (at === -1 || !isDash(text, at)) return at;
  if (contentLine(text, lineEnd(text, colon), lines.to) !== at) throw new Declined(at);
  const heads: number[] = [];
  passed?.set(at, heads);
  return passElements(text, at, lines, heads);
}

/**
 * Adds the elements from an offset on to `heads`. Returns the offset of the first text at their column that is not an
 * element, or -1 if there is none.
 * @throws Declined
 */
function passElements(text: string, start: number, lines: Extent, heads: number[]): number {
  let at = start;
  for (; at !== -1 && isDash(text, at); at = nextLine(text, at, lines)) heads.push(at, at + 1);
  return at;
}

/**
 * Returns the offset of the text on the next line with text at a column, or -1 if there is none.
 * @throws Declined if that line has text before the column.
 */
function nextLine(text: string, from: number, { to, indent }: Extent): number {
  const { upTo, pad } = (COLUMNS[indent] ??= columnAt(indent));
  upTo.lastIndex = from;
  if (!upTo.test(text) || upTo.lastIndex >= to) return -1;
  const at = upTo.lastIndex;
  if (!text.startsWith(pad, at - pad.length)) throw new Declined(at);
  return at;
}

interface Column {
  /**
   * Matches a line break and the white space of the next line that has text other than a comment, at the column or
   * before it.
   */
  readonly upTo: RegExp;
  /** A line break and the white space of a line that has text at the column. */
  readonly pad: string;
}

const COLUMNS: Column[] = [];

function columnAt(indent: number): Column {
  return { upTo: new RegExp(`\\n {0,${indent}}(?=[^ \\n#])`, 'g'), pad: `\n${' '.repeat(indent)}` };
}
