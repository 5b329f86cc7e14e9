import type { Path, Value } from './value.ts';

/** What a scan says of which it is not certain. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** What the lines of a node say of it, without reading it: enough to know which resource it is. */
export interface Scan {
  /** What is written, after the dash or colon up to the next entry. */
  readonly lines: string;
  /** The plain data, of a string or a map of strings. */
  readonly value: Value | typeof UNKNOWN;
  /** The keys of a map, in their order; none where nothing is written. */
  keys(): readonly string[] | typeof UNKNOWN;
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
