import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import type { Path } from '../yaml/index.ts';
import type { SequenceEdit } from './sequence-edit.ts';

/** One entry of an overrider that was read and checked: an edit of any number of resources. */
export interface Overrider {
  /** Place in its configuration, such as `spec.overrideRules[0].overriders.imageOverrider[1]`. */
  readonly field: Path;
  /**
   * Edits a resource in place. Reports an error, which voids all edits, if that is not possible, and a warning if what
   * it is to edit is missing; returns undefined if that leaves nothing to edit. A second call on the same resource
   * changes nothing and reports the same.
   */
  apply(resource: Resource, context: OverrideContext): OverrideEffect | undefined;
  /**
   * True if `apply` itself reports an error where a second call would change the resource again, and edits nothing that
   * tells where it edits. Default: false.
   */
  readonly settles?: boolean;
  /** Edit of words or of a part of an image, after which later overriders may edit the same. */
  readonly sequenceEdit?: SequenceEdit;
}

/** Parameters of overriders besides the resource. */
export interface OverrideContext {
  readonly results: Results;
  /** Workloads and containers that images, commands and arguments are edited in: all, or only those of Karmada. */
  readonly scope: OverrideScope;
  /** True for a policy without selectors: what one resource of all lacks is then no warning. Default: false. */
  readonly selectsAll?: boolean;
  /** Edits of the same target by the overriders that are applied to the resource afterwards. Defaults to none. */
  readonly later?: readonly SequenceEdit[];
  /** True if a further run gets the original, so that edits need not be repeatable. Default: false. */
  readonly isOnce?: boolean | undefined;
}

/** End of the messages about edits that are not repeatable: the way out without another policy. */
export const OR_ONCE =
  '; or keep the original: `krm-variants run` with `-o unwrap`, `-o DIR`, or YAML on standard input edits it once';

export type OverrideScope = 'all' | 'original';

/** Effect of an overrider on a resource. */
export interface OverrideEffect {
  /** True if the resource has something that the overrider edits, such as containers for an image. */
  readonly found: boolean;
  /** Number of values that changed. */
  readonly changed: number;
  /**
   * Keys, words or pointers that it removes, as its configuration writes them. All are absent afterwards, whether they
   * were present before or not.
   */
  readonly absent: readonly string[];
  /**
   * JSON pointers of fields that the resource lacks, which the overrider has not reported: the caller knows whether a
   * selector names the resource, so that this is worth a warning.
   */
  readonly lacking?: readonly string[];
}

/** Effect on a resource that has nothing for the overrider to edit. */
export const NOTHING_FOUND: OverrideEffect = { found: false, changed: 0, absent: [] };

/** Severity of the report if the target of an overrider is missing. Only our own kinds have a choice. */
export type IfMissing = 'error' | 'warn' | 'ignore';

/** `ifMissing` of our own kinds, which describe what can be missing. */
export const ifMissingSchema = { type: 'string', enum: ['error', 'warn', 'ignore'] } as const;
