import type { Printable } from '../print/print.ts';
import type { Style } from '../print/style.ts';

/** A new entry of a collection. */
export interface Insertion {
  /** It comes before the entry at this index, or after the last. */
  readonly index: number;
  /** In maps. */
  readonly key: string | undefined;
  readonly value: Printable;
  readonly style: Style;
}
