import type { Path, Value } from './value.ts';

/** Result of a scan that is not certain. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** Properties of a node that its lines show without parsing: enough to identify its resource. Nothing is kept. */
export interface Scan {
  /** Source text from just past the dash or colon up to the next entry. */
  readonly lines: string;
  /** The text that holds these lines, and their range in it. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Plain data of a string or a map of strings. */
  readonly value: Value | typeof UNKNOWN;
  /** Returns the pairs of a map in order; none if there is no value. */
  pairs(): ScannedPairs | typeof UNKNOWN;
  /** Returns the elements of a sequence that is below a key. */
  elements(): ScannedElements | typeof UNKNOWN;
  /** Returns the value of a key, or undefined if there is none. */
  get(key: string): Scan | typeof UNKNOWN | undefined;
  /**
   * Returns the values of a key in this map and in an earlier version of it, if all else of both is the same text, or
   * the earlier version only lacks the last pair: it then has no value. Undefined if that is not certain.
   */
  onlyDifference(key: string, before: Scan): readonly [now: Scan, old: Scan | undefined] | undefined;
}

/** The pairs of a map, by index. */
export interface ScannedPairs {
  readonly length: number;
  key(index: number): string;
  value(index: number): Scan;
  /** Returns the text of a pair, from its key to the end of its lines. */
  text(index: number): string;
  /**
   * Returns the value of a key, or undefined if there is none; UNKNOWN for a duplicate key, of which the last counts.
   */
  get(key: string): Scan | typeof UNKNOWN | undefined;
}

/** The elements of a sequence, in order. */
export interface ScannedElements {
  /** Column of their dashes. */
  readonly column: number;
  readonly scans: readonly Scan[];
}

/** Returns the scan at a path, or undefined if there is none. An element has no scan of its own. */
export function scanAt(top: Scan, path: Path): Scan | typeof UNKNOWN | undefined {
  // The way to an element would be searched in vain.
  for (const step of path) if (typeof step === 'number') return UNKNOWN;
  let scan = top;
  for (const step of path) {
    const next = scan.get(String(step));
    if (next === UNKNOWN || next === undefined) return next;
    scan = next;
  }
  return scan;
}
