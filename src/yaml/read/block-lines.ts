import { Declined } from './declined.ts';
import { isDash, keyColon } from './line-scalar.ts';
import { contentLine, lineEnd } from '../tree/positions.ts';

interface Extent {
  /** Where the lines end: the start of a line, or the end of the text. */
  readonly to: number;
  /** Column of the entries. */
  readonly indent: number;
}

/** The lines that the entries of a collection may have. */
export interface Lines extends Extent {
  /** How many collections hold the entries. */
  readonly depth: number;
}

/** As kyaml writes merge keys. Other tags are for the complete reader. */
const MERGE = '!!merge <<';

/** Whether a key begins with a letter: as a plain text that is no word it has that text as its name. */
export function startsPlainly(text: string, start: number): boolean {
  const code = text.charCodeAt(start) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** Where the key of a pair begins that begins at an offset: after its tag. */
export function keyStart(text: string, start: number): number {
  return text.startsWith(MERGE, start) ? start + MERGE.length - 2 : start;
}

/** Of sequences whose elements are at the column of their key: these, by where the first begins. Found with the keys. */
export type Passed = Map<number, number[]>;

/** Where the pairs of a map begin, and where each goes on after its colon. @throws Declined */
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

/** Where the elements of a sequence begin, and where each goes on after its dash. @throws Declined */
export function findElements(text: string, start: number, lines: Lines, passed: Passed): number[] {
  const known = passed.get(start);
  passed.delete(start);
  if (known !== undefined) return known;
  const heads: number[] = [];
  const next = passElements(text, start, lines, heads);
  if (next !== -1) throw new Declined(next);
  return heads;
}

/** Where the next pair begins after the one whose colon is at an offset; -1 where there is none. @throws Declined */
export function nextPair(text: string, colon: number, lines: Extent, passed?: Passed): number {
  const at = nextLine(text, colon, lines);
  if (at === -1 || !isDash(text, at)) return at;
  if (contentLine(text, lineEnd(text, colon), lines.to) !== at) throw new Declined(at);
  const heads: number[] = [];
  passed?.set(at, heads);
  return passElements(text, at, lines, heads);
}

/** Adds the elements from an offset on to `heads`. Gives where a text begins at their column that is none; -1 where there is none. @throws Declined */
function passElements(text: string, start: number, lines: Extent, heads: number[]): number {
  let at = start;
  for (; at !== -1 && isDash(text, at); at = nextLine(text, at, lines)) heads.push(at, at + 1);
  return at;
}

/** Where the text begins on the next line that has one at a column; -1 where there is none. @throws Declined where one is before it. */
function nextLine(text: string, from: number, { to, indent }: Extent): number {
  const { upTo, pad } = (COLUMNS[indent] ??= columnAt(indent));
  upTo.lastIndex = from;
  if (!upTo.test(text) || upTo.lastIndex >= to) return -1;
  const at = upTo.lastIndex;
  if (!text.startsWith(pad, at - pad.length)) throw new Declined(at);
  return at;
}

interface Column {
  /** Finds a line break and the white space of the next line that has a text, no comment, at the column or before it. */
  readonly upTo: RegExp;
  /** A line break and the white space of a line that has a text at the column. */
  readonly pad: string;
}

const COLUMNS: Column[] = [];

function columnAt(indent: number): Column {
  return { upTo: new RegExp(`\\n {0,${indent}}(?=[^ \\n#])`, 'g'), pad: `\n${' '.repeat(indent)}` };
}
