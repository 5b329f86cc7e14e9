import { equalValues, type Value } from '../../yaml/index.ts';
import type { EntryVersion } from './input.ts';
import type { EntryLines } from '../text/lines.ts';
import type { Sides } from '../sides.ts';

export interface Merged {
  readonly value: Value;
  /** Its text; undefined if it was merged as data. */
  readonly lines?: EntryLines | undefined;
}

/** Column of the entry in the output; undefined if only data are merged. */
export type Column = number | undefined;

/** A value that both sides have. */
export type Both = Sides<EntryVersion> & { readonly theirs: EntryVersion; readonly local: EntryVersion };

/** Reports whether two versions have the same data, or are both absent. */
export function isSame(a: EntryVersion | undefined, b: EntryVersion | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && equalValues(a.value, b.value));
}
