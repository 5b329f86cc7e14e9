import type { Path, Value } from './value.ts';

/** What a scan says of which it is not certain. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** What the lines of a node say of it, without reading it: enough to know which resource it is. */
export interface Scan {
  /** What is written, after the dash or colon up to the next entry. */
  readonly lines: string;
  /** The plain data, of a string or a map of strings. */
  readonly value: Value | typeof UNKNOWN;
  /** Number of pairs of a map; 0 where nothing is written. */
  size(): number | typeof UNKNOWN;
  /** Text of the pair at an index of a map whose size is known, from its key to where its lines end. */
  pair(index: number): string;
  /** The key of that pair. */
  key(index: number): string;
  /** The value of that pair. */
  at(index: number): Scan | undefined;
  /** The value of a key; undefined where there is none. */
  get(key: string): Scan | typeof UNKNOWN | undefined;
}

/** What there is at a path; undefined where there is nothing. */
export function scanAt(top: Scan, path: Path): Scan | typeof UNKNOWN | undefined {
  let scan = top;
  for (const step of path) {
    const next = typeof step === 'string' ? scan.get(step) : UNKNOWN;
    if (next === UNKNOWN || next === undefined) return next;
    scan = next;
  }
  return scan;
}
