import { nextPair, type Passed } from './block-lines.ts';
import { Declined } from './declined.ts';
import { MAX_KEY } from './line-scalar.ts';
import { isWord } from '../tree/scalar-type.ts';
import { column, contentLine, lineEnd } from '../tree/positions.ts';
import { UNKNOWN, type Scan } from '../tree/scan.ts';
import type { Value } from '../tree/value.ts';

/** A scan of the value of an entry in block style. */
export class BlockScan implements Scan {
  readonly #text: string;
  readonly #from: number;
  readonly #to: number;
  readonly #isElement: boolean;
  readonly #passed: Passed | undefined;
  /** Column of its pairs. */
  #indent = 0;
  /** Two offsets for each pair: its key, and just past its colon. */
  #pairs: readonly number[] | typeof UNKNOWN | undefined;
  #values: BlockScan[] | undefined;

  /**
   * `from`: just past the dash of an element or the colon of a pair, or the content of a document, which counts as an
   * element. `to`: end of its lines. `passed`: receives the elements found along with the keys.
   */
  constructor(text: string, from: number, to: number, isElement: boolean, passed?: Passed) {
    this.#passed = passed;
    this.#text = text;
    this.#from = from;
    this.#to = to;
    this.#isElement = isElement;
  }

  get lines(): string {
    return this.#text.slice(this.#from, this.#to);
  }

  get value(): Value | typeof UNKNOWN {
    return this.#string ?? this.#strings ?? UNKNOWN;
  }

  get #string(): string | undefined {
    const text = this.#text;
    if (contentLine(text, lineEnd(text, this.#from), this.#to) !== undefined) return undefined;
    STRING.lastIndex = this.#from;
    const [, plain, double, single] = STRING.exec(text) ?? [];
    return plain !== undefined && isWord(plain) ? undefined : (plain ?? double ?? single);
  }

  get #strings(): Value | undefined {
    const pairs = (this.#pairs ??= this.#scan());
    if (pairs === UNKNOWN || pairs.length === 0) return undefined;
    const strings = Object.create(null) as Record<string, string>;
    for (let i = 0; i < pairs.length; i += 2) {
      const key = this.#text.slice(pairs[i], (pairs[i + 1] as number) - 1);
      const string = this.#valueOf(pairs, i).#string;
      if (string === undefined || key in strings) return undefined;
      strings[key] = string;
    }
    return strings;
  }

  size(): number | typeof UNKNOWN {
    const pairs = (this.#pairs ??= this.#scan());
    return pairs === UNKNOWN ? UNKNOWN : pairs.length / 2;
  }

  pair(index: number): string {
    const pairs = this.#known;
    const next = pairs[2 * index + 2];
    return this.#text.slice(pairs[2 * index], next === undefined ? this.#to : next - this.#indent);
  }

  key(index: number): string {
    const pairs = this.#known;
    return this.#text.slice(pairs[2 * index], (pairs[2 * index + 1] as number) - 1);
  }

  at(index: number): BlockScan | undefined {
    return 2 * index < this.#known.length ? this.#valueOf(this.#known, 2 * index) : undefined;
  }

  /** The pairs that have been found. */
  get #known(): readonly number[] {
    return this.#pairs === UNKNOWN ? [] : (this.#pairs ?? []);
  }

  get(key: string): BlockScan | typeof UNKNOWN | undefined {
    const pairs = (this.#pairs ??= this.#scan());
    if (pairs === UNKNOWN) return UNKNOWN;
    let found: BlockScan | undefined;
    for (let i = 0; i < pairs.length; i += 2) {
      const start = pairs[i] as number;
      if (pairs[i + 1] !== start + key.length + 1 || !this.#text.startsWith(key, start)) continue;
      // The last of duplicate keys counts.
      if (found !== undefined) return UNKNOWN;
      found = this.#valueOf(pairs, i);
    }
    return found;
  }

  /**
   * Returns two offsets for each pair of the map at an offset, its start and just past its colon, if they have been
   * found.
   */
  pairsAt(start: number): readonly number[] | undefined {
    const pairs = this.#pairs;
    return pairs !== undefined && pairs !== UNKNOWN && pairs[0] === start ? pairs : undefined;
  }

  /** Returns the scan of the value of a pair if it has been created. */
  created(index: number): BlockScan | undefined {
    return this.#values?.[index];
  }

  #valueOf(pairs: readonly number[], index: number): BlockScan {
    const values = (this.#values ??= []);
    const next = pairs[index + 2];
    const to = next === undefined ? this.#to : next - this.#indent;
    return (values[index / 2] ??= new BlockScan(this.#text, pairs[index + 1] as number, to, false));
  }

  #scan(): readonly number[] | typeof UNKNOWN {
    const text = this.#text;
    const pairs: number[] = [];
    try {
      const start = contentLine(text, this.#isElement ? this.#from : below(text, this.#from), this.#to);
      if (start === undefined) return pairs;
      this.#indent = column(text, start);
      const lines = { to: this.#to, indent: this.#indent };
      for (let at = start; at !== -1;) {
        KEY.lastIndex = at;
        if (!KEY.test(text) || KEY.lastIndex - at > MAX_KEY) return UNKNOWN;
        const value = KEY.lastIndex;
        pairs.push(at, value);
        at = nextPair(text, value - 1, lines, this.#passed);
      }
    } catch (error) {
      if (error instanceof Declined) return UNKNOWN;
      throw error;
    }
    return pairs;
  }
}

/** A string on one line in its most common forms. */
const STRING = / +(?:([A-Za-z][\w./:-]*)(?<!:)|"([^"\\\n\t]*)"|'([^'\n\t]*)')(?= *\n| +#| *$)/y;

/** A key with its colon in its most common forms, except words for booleans or null. */
const KEY = /(?!(?:y|yes|n|no|true|false|on|off|null):)[a-z][\w./-]*:(?=[ \n]|$)/iy;

/** Returns the start of the next line. @throws Declined if the rest of the first line has content. */
function below(text: string, from: number): number {
  const end = lineEnd(text, from);
  if (contentLine(text, from, end) !== undefined) throw new Declined(0);
  return end;
}
