import { isBlank } from './line-scalar.ts';

/** The possible anchors and aliases of a text in order: some may be neither, but none is missing. */
export class Marks {
  readonly #aliases: readonly number[];
  readonly #all: readonly number[];

  constructor(text: string) {
    this.#aliases = find(text, '*');
    this.#all = this.#aliases.length === 0 ? [] : [...this.#aliases, ...find(text, '&')].toSorted((a, b) => a - b);
  }

  /** Reports whether an alias can be between two offsets. */
  hasAlias(from: number, to: number): boolean {
    return isBetween(this.#aliases, from, to);
  }

  /** Reports whether an alias or an anchor can be between two offsets. */
  has(from: number, to: number): boolean {
    return isBetween(this.#all, from, to);
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

function isBetween(offsets: readonly number[], from: number, to: number): boolean {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (offsets[low] ?? Infinity) < to;
}
