import type { FileRef, ResourceRef } from '../../krm/result.ts';
import type { Value } from '../../yaml/index.ts';
import type { Sides } from '../sides.ts';

/**
 * Ways in which both sides can disagree: both changed one value differently (`edit/edit`), added different ones
 * (`add/add`), one deleted what the other changed (`delete/change`), both chose a member of a union (`union`), changed
 * the same lines (`lines`), moved a resource or renamed an element differently (`identity`), changed a file that has no
 * lines (`binary`), or the result would not be valid though all versions are (`invalid`).
 */
export type ConflictKind =
  'edit/edit' | 'add/add' | 'delete/change' | 'union' | 'lines' | 'identity' | 'binary' | 'invalid';

/** A place that both sides changed differently. */
export interface Conflict {
  readonly kind: ConflictKind;
  readonly file: FileRef;
  /** Resource that has it; undefined in a file without resources. */
  readonly resource?: ResourceRef;
  /** Field in the local resource, or else in that of new: `spec.replicas`. Undefined if it is the whole resource or file. */
  readonly field?: string;
  /** Values of the versions that have one; those of a Secret are redacted. */
  readonly values: Sides<Value>;
}

/** Answer to a conflict: the version that is taken. */
export type Answer = 'theirs' | 'local';
