import type { Result } from '../../krm/result.ts';
import type { Conflict } from '../policy/conflict.ts';
import type { SettledSteps } from '../values/keyed-path.ts';
import type { Merged } from '../values/merged-value.ts';
import type { MergedText } from '../text/merged-text.ts';

/** A merged document. */
export interface MergedDocument {
  /** Undefined if the document is deleted. */
  readonly text: MergedText | undefined;
  /** Undefined if the document is deleted. */
  readonly data: Merged | undefined;
  /** Open conflicts. */
  readonly conflicts: readonly Conflict[];
  /** Maps and lists that have the conflicts, decided ones included. */
  readonly conflictPaths: readonly SettledSteps[];
  /** True if there is no conflict, not even a decided one, but something was paired by other means than keys. */
  readonly isDelicate: boolean;
  /** True if there is no conflict, not even a decided one, but a guess about a comment. */
  readonly guessesComments: boolean;
  /** True if both sides made the same change to a collection, or removed the same thing. */
  readonly hasCommonChange: boolean;
  /** Warnings and infos, except those about comments that the text lacks. */
  readonly results: readonly Result[];
  readonly lostComments: readonly Result[];
}
