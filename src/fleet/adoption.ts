/** Field `spec.adoptionPolicy` of a PackageVariant. */
export type AdoptionPolicy = 'adoptExisting' | 'adoptNone';

/**
 * Steps by which tools make a package of its upstream, in their order: `context` sets the name and the path in its
 * context, `mutated` applies the PackageVariant, and `rendered` runs the pipelines.
 */
export const MAKING_STEPS = ['context', 'mutated', 'rendered'] as const;

/** A step by which a package was made. */
export type MakingStep = (typeof MAKING_STEPS)[number];

/** State of a folder without a lock. */
interface UnlockedFolder {
  readonly hasFiles: boolean;
  /** True if its files are those that are derived. */
  readonly isDerived: boolean;
  readonly policy: AdoptionPolicy;
}

/**
 * Returns what a run does with a folder that has no lock. `create`: the folder is new, or is what the run makes.
 * `adopt`: what people did to it counts as edits. `refuse`: it is left as it is, with an error.
 */
export function takeover({ hasFiles, isDerived, policy }: UnlockedFolder): 'create' | 'adopt' | 'refuse' {
  if (!hasFiles || isDerived) return 'create';
  return policy === 'adoptExisting' ? 'adopt' : 'refuse';
}

/** Evidence for a step of another tool. */
interface StepEvidence {
  readonly isDone: boolean;
  /** Reason for a warning, since the evidence does not decide; undefined if it does. */
  readonly doubt: 'mixed' | 'edited' | undefined;
}

/**
 * Decides whether a package was made with a step. `agreed`: where the step changes the package, it is as before it, as
 * after it, each at some places, or edited everywhere. `isSettled`: the step changes nothing in the package as it is,
 * which is a second witness.
 */
export function stepEvidence(agreed: 'before' | 'after' | 'both' | 'neither', isSettled: boolean): StepEvidence {
  if (agreed === 'both') return { isDone: false, doubt: 'mixed' };
  if (agreed !== 'neither') return { isDone: agreed === 'after', doubt: undefined };
  return { isDone: isSettled, doubt: isSettled ? undefined : 'edited' };
}

/** Lines of a folder and of a version of its upstream. */
interface LineCounts {
  readonly lines: number;
  readonly different: number;
}

/**
 * Reports whether a folder was made of the nearest of several versions, as far as their lines can tell: this version
 * explains at least half of the lines, and at most half as many lines differ from it as from the second.
 */
export function isNearest(first: LineCounts, second: LineCounts | undefined): boolean {
  if (first.different * 2 > first.lines) return false;
  return second === undefined || first.different * 2 <= second.different;
}
