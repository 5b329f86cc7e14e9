/** Work of a run on a variant, each with what it does. */
export const ACTIONS = {
  create: 'makes a new folder',
  adopt: 'takes over a folder that another tool or a person made',
  update: 'changes the folder',
  unchanged: 'changes nothing',
  held: 'changes nothing, since a FleetHold holds the variant',
  conflict: 'writes nothing',
  gone: 'changes nothing: the folder has a lock, and no PackageVariant asks for it',
  prune: 'removes the lock of a variant that is gone, and perhaps its folder',
  error: 'leaves the folder as it is, since its PackageVariant is wrong, or it cannot be derived',
} as const;

export type Action = keyof typeof ACTIONS;

/** State of a variant after a run has looked at it. */
export interface VariantState {
  /** False if no PackageVariant asks for its folder. Default: true. */
  readonly isAskedFor?: boolean;
  /** True if a FleetHold holds it. Default: false. */
  readonly isHeld?: boolean;
  /** True if its PackageVariant is wrong, or it could not be derived, merged or written. Default: false. */
  readonly isFailed?: boolean;
  /** True if a lock covers its folder. Default: false. */
  readonly hasLock?: boolean;
  /** True if it takes over a folder that another tool or a person made. Default: false. */
  readonly isAdopted?: boolean;
  /** True if its lock is to be removed. Default: false. */
  readonly isPruned?: boolean;
  /** Number of open conflicts. Default: 0. */
  readonly conflicts?: number;
  /** Number of files to write, with the lock. Default: 0. */
  readonly changes?: number;
}

/** Returns the action that follows from the state of a variant. */
export function actionOf(state: VariantState): Action {
  const { isAskedFor = true, isHeld = false, isFailed = false, conflicts = 0, changes = 0 } = state;
  if (isHeld) return 'held';
  if (isFailed) return 'error';
  if (conflicts > 0) return 'conflict';
  if (!isAskedFor) return state.isPruned === true ? 'prune' : 'gone';
  if (changes === 0) return 'unchanged';
  if (state.isAdopted === true) return 'adopt';
  return state.hasLock === true ? 'update' : 'create';
}
