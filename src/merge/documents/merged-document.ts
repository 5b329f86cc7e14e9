import type { Result } from '../../krm/result.ts';
import type { Path, Value } from '../../yaml/index.ts';
import type { Conflict } from '../policy/conflict.ts';
import type { MergedText } from '../text/merged-text.ts';

/** A merged document. */
export interface MergedDocument {
  /** Undefined if it is deleted. */
  readonly text: MergedText | undefined;
  readonly value: Value | undefined;
  /** Conflicts that nothing decides. */
  readonly conflicts: readonly Conflict[];
  readonly conflictPaths: readonly Path[];
  /** True if there is no conflict, not even one that was decided, and not only keys told what belongs together. */
  readonly isDelicate: boolean;
  /** Warnings and infos. */
  readonly results: readonly Result[];
}
