import type { Printable } from '../print/print.ts';
import type { Style } from '../print/style.ts';

/** A new entry of a collection. */
export interface Insertion {
  /** Index of the entry that it precedes; the length of the collection to append. */
  readonly index: number;
  /** Key of a pair; undefined in sequences. */
  readonly key: string | undefined;
  readonly value: Printable;
  readonly style: Style;
}
