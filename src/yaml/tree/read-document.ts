import type { Scan } from './scan.ts';
import type { Alias, Entry } from './tree.ts';

/** A document as a reader returns it. */
export interface ReadDocument {
  /** The whole document: an entry without a collection. */
  readonly top: Entry;
  /** In the order of the text. */
  readonly aliases: readonly Alias[];
  /** Scan of its lines; absent if it is not certain to be in block style, which has entries. */
  readonly scan?: Scan | undefined;
  /** Scan of its value, as `Entry.uneditedScan`, until `top` is used. */
  readonly unreadScan?: Scan | undefined;
  /** Its text until `top` is used. */
  readonly unreadText?: string | undefined;
}
