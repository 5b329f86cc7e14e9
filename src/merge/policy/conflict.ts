import type { FileRef, ResourceRef } from '../../krm/result.ts';
import type { Value } from '../../yaml/index.ts';
import type { Sides } from '../sides.ts';

/**
 * Kinds of conflicts: both sides changed a value differently (`edit/edit`), or added different values (`add/add`); one
 * deleted what the other changed (`delete/change`); both chose a member of a union (`union`); both changed the same lines
 * (`lines`); both moved a resource or renamed an element differently (`identity`); both changed a binary file (`binary`);
 * or the result would be invalid although all versions are valid (`invalid`).
 */
export type ConflictKind =
  'edit/edit' | 'add/add' | 'delete/change' | 'union' | 'lines' | 'identity' | 'binary' | 'invalid';

/** A place that both sides changed differently. */
export interface Conflict {
  readonly kind: ConflictKind;
  readonly file: FileRef;
  /** Resource with the conflict; undefined in a file without resources. */
  readonly resource?: ResourceRef;
  /** Field in the local resource, or else in new's: `spec.replicas`. Undefined for a whole resource or file. */
  readonly field?: string;
  /** Values of the versions that have one. Values of Secrets are redacted. */
  readonly values: Sides<Value>;
  /** Source text of those values that are numbers, booleans or null, such as `yes` or `010`. Default: unknown. */
  readonly texts?: Sides<string>;
}

/** Answer to a conflict: the version to take. */
export type Answer = 'theirs' | 'local';
