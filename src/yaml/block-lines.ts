import { Declined } from './declined.ts';
import { isDash, keyColon } from './line-scalar.ts';
import { column, contentLine, lineEnd } from './text.ts';

/** The lines that the entries of a collection may have. */
export interface Lines {
  /** Where they end: the start of a line, or the end of the text. */
  readonly to: number;
  /** Column of the entries. */
  readonly indent: number;
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

/** Where the pairs of a map begin, and where each goes on after its colon. @throws Declined */
export function findPairs(text: string, start: number, lines: Lines): number[] {
  const heads: number[] = [];
  for (let at = start; at !== -1;) {
    const colon = keyColon(text, keyStart(text, at));
    if (colon === -1) throw new Declined(at);
    heads.push(at, colon + 1);
    at = nextEntry(text, colon, lines, true);
  }
  return heads;
}

/** Where the elements of a sequence begin, and where each goes on after its dash. @throws Declined */
export function findElements(text: string, start: number, lines: Lines): number[] {
  const heads: number[] = [];
  for (let at = start; at !== -1; at = nextEntry(text, at, lines, false)) {
    if (!isDash(text, at)) throw new Declined(at);
    heads.push(at, at + 1);
  }
  return heads;
}

/** Where the next entry begins after the one whose colon or dash is at `from`; -1 where there is none. */
export function nextEntry(
  text: string,
  from: number,
  { to, indent }: Pick<Lines, 'to' | 'indent'>,
  isPair: boolean,
): number {
  const line = lineUpTo(indent);
  let isCompact = false;
  line.lastIndex = from;
  while (line.test(text) && line.lastIndex < to) {
    const at = line.lastIndex;
    if (column(text, at) < indent) throw new Declined(at);
    if (!isPair || !isDash(text, at)) return at;
    // The elements of a sequence may be at the column of the key that holds it.
    if (!isCompact && contentLine(text, lineEnd(text, from), to) !== at) throw new Declined(at);
    isCompact = true;
  }
  return -1;
}

const LINES: RegExp[] = [];

/** Finds a line break and the white space of the next line that has a text, no comment, at a column or before it. */
function lineUpTo(indent: number): RegExp {
  return (LINES[indent] ??= new RegExp(`\\n {0,${indent}}(?=[^ \\n#])`, 'g'));
}
