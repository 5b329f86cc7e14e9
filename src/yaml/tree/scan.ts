import type { Path, Value } from './value.ts';

/** Result of a scan that is not certain. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** Properties of a node that its lines show without parsing: enough to identify its resource. */
export interface Scan {
  /** Source text from just past the dash or colon up to the next entry. */
  readonly lines: string;
  /** Plain data of a string or a map of strings. */
  readonly value: Value | typeof UNKNOWN;
  /** Returns the number of pairs of a map; 0 if there is no value. */
  size(): number | typeof UNKNOWN;
  /** Returns the text of the pair at an index of a map of known size, from its key to the end of its lines. */
  pair(index: number): string;
  /** Returns the key of the pair at an index. */
  key(index: number): string;
  /** Returns the value of the pair at an index. */
  at(index: number): Scan | undefined;
  /** Returns the value of a key, or undefined if there is none. */
  get(key: string): Scan | typeof UNKNOWN | undefined;
}

/** Returns the scan at a path, or undefined if there is none. */
export function scanAt(top: Scan, path: Path): Scan | typeof UNKNOWN | undefined {
  let scan = top;
  for (const step of path) {
    const next = typeof step === 'string' ? scan.get(step) : UNKNOWN;
    if (next === UNKNOWN || next === undefined) return next;
    scan = next;
  }
  return scan;
}
