import { BlockSource, type Lines, type Reading } from './block-source.ts';
import { Declined } from './declined.ts';
import { isDash, keyColon } from './line-scalar.ts';
import { isWord } from './scalar-type.ts';
import { column, contentLine, lineEnd } from './text.ts';
import { Entry, type EntryList } from './tree.ts';

/** As kyaml writes merge keys. Other tags are for the complete reader. */
const MERGE = '!!merge <<';

/**
 * The entries of the block collection that begins at `start`: one for each line at its column, made when it is asked for.
 * The lines between are not looked at, as far as they are deeper: nothing that the complete reader accepts there ends an
 * entry.
 */
export class BlockEntries implements EntryList {
  readonly reading: Reading;
  readonly kind: 'map' | 'seq';
  readonly lines: Lines;
  /** Two offsets for each entry: where it begins, and after its colon or dash. An object for each would cost much more. */
  readonly #heads: readonly number[];
  readonly #made: (Entry | undefined)[];

  constructor(reading: Reading, kind: 'map' | 'seq', start: number, lines: Lines) {
    this.reading = reading;
    this.kind = kind;
    this.lines = lines;
    const heads = kind === 'map' ? findPairs(reading.text, start, lines) : findElements(reading.text, start, lines);
    // Neither has more room than it needs: there are as many as there are maps and sequences.
    this.#heads = heads.slice();
    this.#made = new Array<Entry | undefined>(heads.length / 2);
  }

  get length(): number {
    return this.#made.length;
  }

  push(entry: Entry): void {
    this.#made.push(entry);
  }

  /** Where an entry begins. */
  start(index: number): number {
    return this.#heads[2 * index] ?? this.lines.to;
  }

  indicatorEnd(index: number): number {
    return this.#heads[2 * index + 1] ?? this.lines.to;
  }

  /** Where the lines of an entry end, with the blank lines and comments that follow. */
  linesEnd(index: number): number {
    const { to, indent } = this.lines;
    return 2 * index + 2 < this.#heads.length ? this.start(index + 1) - indent : to;
  }

  at(index: number): Entry {
    return (this.#made[index] ??= new Entry(this.reading.text, this.start(index), new BlockSource(this, index)));
  }

  made(): Entry[] {
    return this.#made.filter((entry) => entry !== undefined);
  }

  readLines(): readonly string[] {
    const { text } = this.reading;
    if (this.length > this.#heads.length / 2) return [];
    return Array.from(this.#made, (_, index) =>
      text.slice(this.start(index) - this.lines.indent, this.linesEnd(index)),
    );
  }

  named(name: string): Entry[] {
    const found: Entry[] = [];
    for (let index = 0; index < this.length; index++) if (this.#hasName(index, name)) found.push(this.at(index));
    return found;
  }

  /** Most keys are compared where they stand, and cost no object. */
  #hasName(index: number, name: string): boolean {
    if (2 * index >= this.#heads.length) return this.at(index).name === name;
    const start = this.start(index);
    const { text } = this.reading;
    // One that has been made may have been renamed.
    const isKnown = this.#made[index] !== undefined;
    if (isKnown || isWord(name) || !startsPlainly(text, start)) return this.at(index).name === name;
    return this.indicatorEnd(index) - 1 - start === name.length && text.startsWith(name, start);
  }
}

/** Whether a key begins with a letter: as a plain text that is no word it has that text as its name. */
export function startsPlainly(text: string, start: number): boolean {
  const code = text.charCodeAt(start) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** Where the key of a pair begins that begins at an offset: after its tag. */
export function keyStart(text: string, start: number): number {
  return text.startsWith(MERGE, start) ? start + MERGE.length - 2 : start;
}

function findPairs(text: string, start: number, lines: Lines): number[] {
  const heads: number[] = [];
  for (let at = start; at !== -1;) {
    const colon = keyColon(text, keyStart(text, at));
    if (colon === -1) throw new Declined(at);
    heads.push(at, colon + 1);
    at = nextEntry(text, colon, lines, true);
  }
  return heads;
}

function findElements(text: string, start: number, lines: Lines): number[] {
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
