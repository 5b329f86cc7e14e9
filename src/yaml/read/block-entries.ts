import { findElements, findPairs, keyStart, startsPlainly, type Heads } from './block-lines.ts';
import { BlockScan } from './block-scan.ts';
import { readBlockValue, type Reading, type NestedLines } from './block-value.ts';
import { Declined } from './declined.ts';
import { isDash, isQuote, quotedScalar } from './line-scalar.ts';
import { isWord } from '../tree/scalar-type.ts';
import { endsPlainly, linesStart } from '../tree/positions.ts';
import { entryLinesEnd } from '../tree/extent.ts';
import {
  Collection,
  Entry,
  Scalar,
  type EntryList,
  type EntrySource,
  type NodeInit,
  type TreeNode,
} from '../tree/tree.ts';

/**
 * Returns the block collection at `init.start`; the text before it ends at `floor`. Its entries are not read. @throws
 * Declined
 */
export function blockCollection(reading: Reading, init: NodeInit, floor: number, lines: NestedLines): Collection {
  const { text, start, anchor } = init;
  const kind = isDash(text, start) ? 'seq' : 'map';
  const entries = new BlockEntries(reading, kind, lines);
  return new Collection({
    text,
    start,
    anchor,
    kind,
    flow: false,
    linesStart: linesStart(text, start, floor),
    entries,
  });
}

const NONE: readonly Entry[] = [];

/**
 * The entries of the block collection that begins at `start`: one for each line at its column, created on first access.
 * Deeper lines in between are not examined: nothing in them that the complete reader accepts ends an entry.
 */
class BlockEntries implements EntryList {
  parent: Collection | undefined;
  readonly reading: Reading;
  readonly kind: 'map' | 'seq';
  readonly lines: NestedLines;
  readonly #heads: Heads;
  readonly #created: (Entry | undefined)[];

  constructor(reading: Reading, kind: 'map' | 'seq', lines: NestedLines) {
    this.reading = reading;
    this.kind = kind;
    this.lines = lines;
    const find = kind === 'map' ? findPairs : findElements;
    this.#heads = find(reading.table, lines);
    // oxlint-disable-next-line unicorn/no-new-array -- to fill one, or to set its length, costs more than all else here
    this.#created = new Array<Entry | undefined>(this.#heads.length / 3);
  }

  get length(): number {
    return this.#created.length;
  }

  push(entry: Entry): void {
    this.#created.push(entry);
  }

  get text(): string {
    return this.reading.table.text;
  }

  /** Returns the offset of the start of an entry. */
  start(index: number): number {
    return this.#heads[3 * index] as number;
  }

  indicatorEnd(index: number): number {
    return this.#heads[3 * index + 1] as number;
  }

  /** Returns the line of the start of an entry. */
  line(index: number): number {
    return this.#heads[3 * index + 2] as number;
  }

  /** Returns the offset of the end of an entry's lines, including the blank lines and comments that follow. */
  linesEnd(index: number): number {
    const next = this.#heads[3 * index + 3];
    return next === undefined ? this.lines.to : next - this.lines.indent;
  }

  at(index: number): Entry {
    return (this.#created[index] ??= this.#make(index));
  }

  #make(index: number): Entry {
    const entry = new Entry(this.text, this.start(index), new BlockSource(this, index));
    entry.parent = this.parent;
    return entry;
  }

  get created(): readonly (Entry | undefined)[] {
    return this.#created;
  }

  /** Returns a scan of the value of an entry. */
  scan(index: number): BlockScan {
    const isElement = this.kind === 'seq';
    const { table } = this.reading;
    return new BlockScan(table, this.line(index), this.indicatorEnd(index), this.linesEnd(index), isElement);
  }

  uncreatedScan(index: number): BlockScan | undefined {
    return this.#created[index] === undefined ? this.scan(index) : undefined;
  }

  keyAt(index: number): string | undefined {
    return this.kind === 'seq' ? undefined : plainName(this.text, this.start(index), this.indicatorEnd(index) - 1);
  }

  linesAt(index: number): string {
    return this.text.slice(this.start(index), this.linesEnd(index));
  }

  scans(): (BlockScan | undefined)[] {
    // A loop costs a fraction of `Array.from`.
    const scans: (BlockScan | undefined)[] = [];
    for (let index = 0; index < this.length; index++)
      scans.push(3 * index < this.#heads.length ? this.scan(index) : undefined);
    return scans;
  }

  named(name: string): readonly Entry[] {
    const isPlain = !isWord(name);
    let found = NONE;
    for (let index = 0; index < this.length; index++)
      if (this.#isNamed(index, name, isPlain))
        found = found.length === 0 ? [this.at(index)] : [...found, this.at(index)];
    return found;
  }

  count(name: string): number {
    const isPlain = !isWord(name);
    let count = 0;
    for (let index = 0; index < this.length; index++) if (this.#isNamed(index, name, isPlain)) count++;
    return count;
  }

  /**
   * Reports whether an entry has a name. Most keys are compared in place, without creating an object. `isPlain`: the
   * name is no word.
   */
  #isNamed(index: number, name: string, isPlain: boolean): boolean {
    const { text } = this;
    const heads = this.#heads;
    const start = heads[3 * index];
    return isPlain && start !== undefined && startsPlainly(text, start)
      ? heads[3 * index + 1] === start + name.length + 1 && text.startsWith(name, start)
      : this.at(index).name === name;
  }
}

/** A pair or an element in block style, parsed on first access. */
class BlockSource implements EntrySource {
  readonly #list: BlockEntries;
  readonly #index: number;
  #key: Scalar | undefined;
  #value: TreeNode | undefined;
  #end: number | undefined;
  #name: string | undefined;

  constructor(list: BlockEntries, index: number) {
    this.#list = list;
    this.#index = index;
  }

  get indicatorEnd(): number {
    return this.#list.indicatorEnd(this.#index);
  }

  get parsed(): TreeNode | undefined {
    return this.#value;
  }

  get scan(): BlockScan {
    return this.#list.scan(this.#index);
  }

  get key(): Scalar | undefined {
    if (this.#list.kind === 'seq') return undefined;
    return (this.#key ??= readKey(this.#list.text, this.#list.start(this.#index), this.indicatorEnd - 1));
  }

  get name(): string | undefined {
    return (this.#name ??= this.#list.keyAt(this.#index));
  }

  get value(): TreeNode {
    return (this.#value ??= this.#read());
  }

  get end(): number {
    return (this.#end ??= this.#findEnd());
  }

  #read(): TreeNode {
    const { reading, lines } = this.#list;
    const to = this.#list.linesEnd(this.#index);
    try {
      return readBlockValue(reading, lines, {
        to,
        line: this.#list.line(this.#index),
        indicatorEnd: this.indicatorEnd,
        kind: this.#list.kind,
      });
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
      return reading.declined(this.#list.start(this.#index), to, lines.depth).value;
    }
  }

  #findEnd(): number {
    const to = this.#list.linesEnd(this.#index);
    if (endsPlainly(this.#list.text, to)) return to;
    return entryLinesEnd(this.value, this.indicatorEnd);
  }
}

const MERGE_TAG = 'tag:yaml.org,2002:merge';

/** Reads the key of the pair that begins at an offset. */
function readKey(text: string, from: number, end: number): Scalar {
  const start = keyStart(text, from);
  if (isQuote(text, start)) return quotedScalar({ text, start, end });
  const tag = from < start ? MERGE_TAG : undefined;
  return new Scalar({ text, start, end, tag }, 'plain', text.slice(start, end));
}

/** Returns a key that is the same to every reader, or undefined if its type must be examined. */
function plainName(text: string, start: number, end: number): string | undefined {
  if (isQuote(text, start)) return quotedScalar({ text, start, end }).content;
  const name = text.slice(start, end);
  return startsPlainly(text, start) && !isWord(name) ? name : undefined;
}
