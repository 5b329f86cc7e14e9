import { isBlank } from './line-scalar.ts';

/** The possible anchors and aliases of a text in order: some may be neither, but none is missing. */
export class Marks {
  readonly #text: string;
  readonly #aliases: readonly number[];
  readonly #anchors: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#aliases = find(text, '*');
    this.#anchors = this.#aliases.length === 0 ? [] : find(text, '&');
  }

  /**
   * Reports whether an alias of an anchor can be between two offsets. An alias without an anchor is an error, which is
   * noticed where it is read.
   */
  hasAlias(from: number, to: number): boolean {
    const anchors = between(this.#anchors, from, to);
    if (anchors.length === 0) return false;
    // The names are equal, so their first characters are.
    const initials = new Set(anchors.map((at) => this.#text[at + 1]));
    return between(this.#aliases, from, to).some((at) => initials.has(this.#text[at + 1]));
  }

  /** Reports whether an alias or an anchor can be between two offsets. */
  has(from: number, to: number): boolean {
    return isBetween(this.#aliases, from, to) || isBetween(this.#anchors, from, to);
  }
}

function find(text: string, indicator: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(indicator); at !== -1; at = text.indexOf(indicator, at + 1)) {
    if (!isBlank(text, at + 1) && BEFORE.includes(text[at - 1] ?? '\n')) offsets.push(at);
  }
  return offsets;
}

/** Characters that can precede an anchor or an alias: white space and indicators. */
const BEFORE = ' \t\n,[]{}:?-"\'';

/** Returns those of sorted offsets that are between two others. */
function between(offsets: readonly number[], from: number, to: number): readonly number[] {
  return offsets.slice(indexOf(offsets, from), indexOf(offsets, to));
}

function isBetween(offsets: readonly number[], from: number, to: number): boolean {
  return (offsets[indexOf(offsets, from)] ?? Infinity) < to;
}

/** Returns the index of the first of sorted offsets that is at a minimum or after it. */
function indexOf(offsets: readonly number[], minimum: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < minimum) low = middle + 1;
    else high = middle;
  }
  return low;
}
