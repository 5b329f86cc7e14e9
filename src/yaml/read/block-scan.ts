import { nextPair, type BlockLines } from './block-lines.ts';
import { HASH, SPACE } from '../tree/chars.ts';
import { isDash, isLineEnd, MAX_KEY } from './line-scalar.ts';
import { NONE, UNCERTAIN, type LineTable } from './line-table.ts';
import { isWord } from '../tree/scalar-type.ts';
import { UNKNOWN, type Scan, type ScannedElements, type ScannedPairs } from '../tree/scan.ts';
import type { Value } from '../tree/value.ts';

/** A scan of the value of an entry in block style. */
export class BlockScan implements Scan {
  readonly table: LineTable;
  /** Line of the dash or colon. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly isElement: boolean;

  /**
   * `start`: just past the dash of an element or the colon of a pair, or the content of a document, which counts as an
   * element; in the line `line`. `end`: end of its lines.
   */
  constructor(table: LineTable, line: number, start: number, end: number, isElement: boolean) {
    this.table = table;
    this.line = line;
    this.start = start;
    this.end = end;
    this.isElement = isElement;
  }

  get text(): string {
    return this.table.text;
  }

  get lines(): string {
    return this.text.slice(this.start, this.end);
  }

  get value(): Value | typeof UNKNOWN {
    return stringOf(this) ?? stringsOf(this) ?? UNKNOWN;
  }

  pairs(): BlockPairs | typeof UNKNOWN {
    const place = this.isElement ? 'element' : 'value';
    const recent = RECENT[place];
    if (recent?.scan.table === this.table && recent.scan.start === this.start && recent.scan.end === this.end)
      return recent.pairs;
    const walk = new PairWalk(this);
    const numbers: number[] = [];
    while (walk.next()) numbers.push(walk.line, walk.start, walk.valueStart, walk.end);
    const pairs = walk.isCertain ? new BlockPairs(this.table, numbers) : UNKNOWN;
    RECENT[place] = { scan: this, pairs };
    return pairs;
  }

  elements(): ScannedElements | typeof UNKNOWN {
    const { table } = this;
    const first = this.line + 1;
    if (!this.#isBelow || table.start(first) >= this.end) return UNKNOWN;
    const column = table.column(first);
    const scans: BlockScan[] = [];
    for (let line = first; table.start(line) < this.end;) {
      const start = table.start(line);
      if (table.column(line) !== column || !isDash(table.text, start)) return UNKNOWN;
      const next = table.next(line, column);
      const end = table.start(next) < this.end ? table.start(next) - table.column(next) : this.end;
      scans.push(new BlockScan(table, line, start + 1, end, true));
      line = next;
    }
    return { column, scans };
  }

  /** Reports whether the value begins below the line of its dash or colon. */
  get #isBelow(): boolean {
    let at = this.start;
    while (this.text.charCodeAt(at) === SPACE) at++;
    return isLineEnd(this.text, at) || this.text.charCodeAt(at) === HASH;
  }

  get(key: string): BlockScan | typeof UNKNOWN | undefined {
    const pairs = this.pairs();
    return pairs === UNKNOWN ? UNKNOWN : pairs.get(key);
  }

  onlyDifference(key: string, before: Scan): readonly [now: BlockScan, old: BlockScan | undefined] | undefined {
    if (!(before instanceof BlockScan) || this.#column !== before.#column) return undefined;
    const walk = new PairWalk(this);
    const value = walk.find(key);
    if (value === undefined) return undefined;
    if (value.end === this.end && walk.isLater && this.#text(this.start, walk.lineStart) === before.lines)
      return [value, undefined];
    // Equal text in the same column has the same lines: the walk over one version leads to the pair of the other.
    const start = before.start + value.start - this.start;
    if (this.#text(this.start, value.start) !== before.#text(before.start, start)) return undefined;
    const line = before.line + value.line - this.line;
    const end = walk.endIn(before, line);
    if (end === undefined || this.#text(value.end, this.end) !== before.#text(end, before.end)) return undefined;
    // Both values end at the same key, so that what follows is read alike.
    if (!walk.next() && !walk.isCertain) return undefined;
    return [value, new BlockScan(before.table, line, start, end, false)];
  }

  get #column(): number {
    return this.table.columnOf(this.line, this.start);
  }

  #text(from: number, to: number): string {
    return this.text.slice(from, to);
  }
}

/**
 * The pairs of the document, or element, and of the value that were looked into last: most functions ask for many
 * fields of one resource, whose scan keeps nothing.
 */
const RECENT: Record<'element' | 'value', RecentPairs | undefined> = { element: undefined, value: undefined };

interface RecentPairs {
  readonly scan: BlockScan;
  readonly pairs: BlockPairs | typeof UNKNOWN;
}

/** Maximum number of pairs, and of searches, without an index of the keys. */
const MAX_SEARCHED = 16;

/** Results of a search that finds no pair with the key, or several. */
const ABSENT = -1;
const SEVERAL = -2;

class BlockPairs implements ScannedPairs {
  readonly #table: LineTable;
  /** Four numbers for each pair: those of a `PairWalk`. An object for each would cost much more. */
  readonly #numbers: readonly number[];
  /** Number of searches for a key, and the index that the many searches of a wide map get. */
  #searches = 0;
  #index: Map<string, number> | undefined;

  constructor(table: LineTable, numbers: readonly number[]) {
    this.#table = table;
    this.#numbers = numbers;
  }

  get length(): number {
    return this.#numbers.length / 4;
  }

  key(index: number): string {
    return this.#table.text.slice(this.#numbers[4 * index + 1], (this.#numbers[4 * index + 2] as number) - 1);
  }

  value(index: number): BlockScan {
    const at = 4 * index;
    const numbers = this.#numbers;
    return new BlockScan(
      this.#table,
      numbers[at] as number,
      numbers[at + 2] as number,
      numbers[at + 3] as number,
      false,
    );
  }

  text(index: number): string {
    return this.#table.text.slice(this.#numbers[4 * index + 1], this.#numbers[4 * index + 3]);
  }

  get(key: string): BlockScan | typeof UNKNOWN | undefined {
    const isWide = this.length > MAX_SEARCHED && ++this.#searches > MAX_SEARCHED;
    const found = isWide ? ((this.#index ??= this.#indexKeys()).get(key) ?? ABSENT) : this.#search(key);
    if (found === SEVERAL) return UNKNOWN;
    return found === ABSENT ? undefined : this.value(found);
  }

  #indexKeys(): Map<string, number> {
    const index = new Map<string, number>();
    for (let at = 0; at < this.length; at++) {
      const key = this.key(at);
      index.set(key, index.has(key) ? SEVERAL : at);
    }
    return index;
  }

  /** Returns the index of the pair with a key, ABSENT, or SEVERAL. */
  #search(key: string): number {
    const { text } = this.#table;
    let found = ABSENT;
    for (let index = 0; index < this.length; index++) {
      const start = this.#numbers[4 * index + 1] as number;
      if (this.#numbers[4 * index + 2] !== start + key.length + 1 || !text.startsWith(key, start)) continue;
      if (found !== ABSENT) return SEVERAL;
      found = index;
    }
    return found;
  }
}

/** A walk over the pairs of a map. */
class PairWalk {
  readonly #table: LineTable;
  readonly #lines: BlockLines | undefined;
  #next: number;
  /** Line of the pair, and the offsets of its start, just past its colon, and of the end of its lines. */
  line = NONE;
  start = 0;
  valueStart = 0;
  end = 0;
  /** False if the pairs could not be told. */
  isCertain: boolean;

  constructor({ table, line, start, end, isElement }: BlockScan) {
    this.#table = table;
    let at = start;
    while (table.text.charCodeAt(at) === SPACE) at++;
    const isBelow = isLineEnd(table.text, at) || table.text.charCodeAt(at) === HASH;
    const first = isBelow ? line + 1 : line;
    if (isBelow) at = table.start(first);
    this.isCertain = isBelow || isElement;
    this.#next = this.isCertain && at < end ? first : NONE;
    this.#lines =
      this.#next === NONE ? undefined : { line: first, start: at, to: end, indent: table.columnOf(first, at) };
  }

  /** Moves to the next pair. Returns false if there is none. */
  next(): boolean {
    const lines = this.#lines;
    if (lines === undefined || this.#next < 0) return false;
    const table = this.#table;
    this.start = this.line === NONE ? lines.start : table.start(this.#next);
    this.line = this.#next;
    KEY.lastIndex = this.start;
    this.isCertain = KEY.test(table.text) && KEY.lastIndex - this.start <= MAX_KEY;
    if (!this.isCertain) return false;
    this.valueStart = KEY.lastIndex;
    const next = nextPair(table, this.line, lines);
    this.#next = next;
    this.end = next < 0 ? lines.to : table.start(next) - lines.indent;
    this.isCertain = next !== UNCERTAIN;
    return this.isCertain;
  }

  /** Moves to the first pair with a key. Returns its value, or undefined if it cannot be found. */
  find(key: string): BlockScan | undefined {
    const { text } = this.#table;
    while (this.next())
      if (this.valueStart - this.start === key.length + 1 && text.startsWith(key, this.start))
        return new BlockScan(this.#table, this.line, this.valueStart, this.end, false);
    return undefined;
  }

  /** Reports whether the pair is not the first one. */
  get isLater(): boolean {
    return this.line !== this.#lines?.line;
  }

  /** Offset of the start of the pair's line, unless it is the first one. */
  get lineStart(): number {
    return this.start - (this.#lines?.indent ?? 0);
  }

  /**
   * Returns the end of the lines of the pair in a line of another version of this map; undefined if it is not certain.
   */
  endIn({ table, end }: BlockScan, line: number): number | undefined {
    const indent = this.#lines?.indent ?? 0;
    const next = nextPair(table, line, { line, start: 0, to: end, indent });
    if (next === UNCERTAIN) return undefined;
    return next < 0 ? end : table.start(next) - indent;
  }
}

function stringOf({ table, line, start, end }: BlockScan): string | undefined {
  if (table.start(line + 1) < end) return undefined;
  STRING.lastIndex = start;
  const [, plain, double, single] = STRING.exec(table.text) ?? [];
  return plain !== undefined && isWord(plain) ? undefined : (plain ?? double ?? single);
}

function stringsOf(scan: BlockScan): Value | undefined {
  const pairs = scan.pairs();
  if (pairs === UNKNOWN || pairs.length === 0) return undefined;
  const strings = Object.create(null) as Record<string, string>;
  for (let index = 0; index < pairs.length; index++) {
    const key = pairs.key(index);
    const string = stringOf(pairs.value(index));
    if (string === undefined || key in strings) return undefined;
    strings[key] = string;
  }
  return strings;
}

/** A string on one line in its most common forms. */
const STRING = / +(?:([A-Za-z][\w./:-]*)(?<!:)|"([^"\\\n\t]*)"|'([^'\n\t]*)')(?= *\n| +#| *$)/y;

/** A key with its colon in its most common forms, except words for booleans or null. */
const KEY = /(?!(?:y|yes|n|no|true|false|on|off|null):)[a-z][\w./-]*:(?=[ \n]|$)/iy;
