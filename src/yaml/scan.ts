import type { Path, Value } from './value.ts';

/** What a scan says of which it is not certain. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** What the lines of a node say of it, without reading it: enough to know which resource it is. */
export interface Scan {
  /** What is written, after the dash or colon up to the next entry. */
  readonly lines: string;
  /** What is written at a path, after the colon; undefined where there is nothing. */
  linesAt(path: Path): string | typeof UNKNOWN | undefined;
  /** The plain data at a path, of a string or a map of strings; undefined where there is none. */
  valueAt(path: Path): Value | typeof UNKNOWN | undefined;
}
