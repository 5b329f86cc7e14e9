import type { ResultCode } from '../../krm/result-codes.ts';
import type { FileRef, ResourceRef } from '../../krm/result.ts';
import type { Value } from '../../yaml/index.ts';
import type { Take } from './merge-rule.ts';
import type { Sides } from '../sides.ts';

/** Facts about a kind of conflicts. */
interface ConflictKindFacts {
  readonly code: ResultCode;
  /** True if such a conflict is about one value of each version, so that another value can replace both. */
  readonly hasOneValue: boolean;
}

/**
 * Kinds of conflicts: both sides changed a value differently (`edit/edit`), or added different values (`add/add`); one
 * deleted what the other changed (`delete/change`); both chose a member of a union (`union`); both changed the same
 * lines (`lines`); both moved a resource or renamed an element differently (`identity`); both changed a binary file
 * (`binary`); or the result would be invalid although all versions are valid (`invalid`).
 */
export const CONFLICT_KINDS = {
  'edit/edit': { code: 'conflict-edit-edit', hasOneValue: true },
  'add/add': { code: 'conflict-add-add', hasOneValue: true },
  'delete/change': { code: 'conflict-delete-change', hasOneValue: true },
  union: { code: 'conflict-union', hasOneValue: false },
  lines: { code: 'conflict-lines', hasOneValue: false },
  identity: { code: 'conflict-identity', hasOneValue: false },
  binary: { code: 'conflict-binary', hasOneValue: false },
  invalid: { code: 'conflict-invalid', hasOneValue: false },
} as const satisfies Readonly<Record<string, ConflictKindFacts>>;

export type ConflictKind = keyof typeof CONFLICT_KINDS;

/** A place that both sides changed differently. */
export interface Conflict {
  readonly kind: ConflictKind;
  readonly file: FileRef;
  /** Resource with the conflict; undefined in a file without resources. */
  readonly resource?: ResourceRef;
  /** True if other resources of a version have the same identity, so that only the file tells them apart. */
  readonly sharesIdentity?: true;
  /** Field in the local resource, or else in new's: `spec.replicas`. Undefined for a whole resource or file. */
  readonly field?: string;
  /**
   * The field with the keys of list elements instead of their indexes: `spec.containers[name=web].image`. Absent if
   * that is `field`.
   */
  readonly keyedField?: string;
  /** The field with each key as the text has it: `data.n` for `data.false`. Absent if that is `field`. */
  readonly writtenField?: string;
  /** Values of the versions that have one. Values of Secrets are redacted. */
  readonly values: Sides<Value>;
  /**
   * Data of the versions that have the resource, if `values` are paths. Values of Secrets are redacted. Default: none.
   */
  readonly data?: Sides<Value>;
  /**
   * Thing that one side added and that may be the same, with what would have changed: `ConfigMap b in new, under
   * another name`. It stays, whatever the answer. Default: none.
   */
  readonly candidate?: string;
  /** Source text of those values that are numbers, booleans or null, such as `yes` or `010`. Default: unknown. */
  readonly texts?: Sides<string>;
}

/** Answer to a conflict: the version to take. */
export type Answer = 'theirs' | 'local';

/** A decided conflict. */
export interface Verdict {
  readonly taken: Answer;
  /** An answer to all conflicts is a warning, a rule for this place is not: its user knows the place. */
  readonly severity: 'warning' | 'info';
}

/**
 * Returns the verdict of a rule or, without one, of an answer to all conflicts; undefined if the conflict stays open.
 */
export function verdictOf(take: Take | undefined, answer: () => Answer | undefined): Verdict | undefined {
  if (take !== undefined) return { taken: take === 'new' ? 'theirs' : 'local', severity: 'info' };
  const taken = answer();
  return taken && { taken, severity: 'warning' };
}
