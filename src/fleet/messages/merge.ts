/**
 * Messages about merges: of lost bases, of locks that do not fit their folders, and of conflicts. Each function returns
 * the text of a result.
 */
import { counted, firstNames } from '../../wording.ts';

/** `choice`: the folder that `--base` names. */
export function baseForOne(choice: string, variants: number): string {
  return `\`--base ${choice}\` must be the package of one variant, and ${counted(variants, 'variant')} are selected: name one of them`;
}

/** Ends an error about a lost base. */
export function notInChosenBase(error: string, choice: string): string {
  return `${error}; ${choice} has no such file`;
}

export const WITHOUT_BASE = 'is merged without a base: what only the folder has and what is only derived are both kept';

export function otherBase(choice: string): string {
  return `is merged with a base that is not what the lock names: the file in ${choice}`;
}

/** `advice`: `baseAdvice`. */
export function baseLost(blob: string, advice: string): string {
  return `was edited, and what was derived last is needed to merge: blob ${blob} is not in this clone, and ${advice}`;
}

/**
 * `version` and `program`: the krm-variants that runs, and the one that derived the base. `ways`: to fetch what is
 * missing.
 */
export function baseAdvice(
  upstream: string,
  { version, program }: { readonly version: string; readonly program: string },
  ways: readonly string[],
): string {
  const what = `krm-variants ${version} cannot derive it again from ${upstream} as krm-variants ${program} did`;
  const base = 'or choose a base with `--base DIR`, `--base derived` or `--base none`';
  return `${what}: ${[...ways, 'use that version', base].join(', ')}`;
}

/** Lock that cannot be read. */
interface DamagedLock {
  readonly folder: string;
  readonly lock: string;
  /** Has the markers of a conflict of git. */
  readonly hasMarkers: boolean;
}

export function editedUnderDamage(damaged: DamagedLock): string {
  const { damage, remedy } = damageOf(damaged);
  return `differs from all that ${damaged.lock} names, which ${damage}: ${remedy}, or choose a base with \`--base\``;
}

export function driftUnderDamage(damaged: DamagedLock): string {
  const { damage, remedy } = damageOf(damaged);
  return `must be as the last apply wrote it, since it says what people edited, and ${damage}: ${remedy}; if nobody edited the folder, run \`krm-variants fleet apply\`, which repairs the lock`;
}

function damageOf({ folder, lock, hasMarkers }: DamagedLock): { readonly damage: string; readonly remedy: string } {
  if (!hasMarkers)
    return {
      damage: 'is damaged',
      remedy: `restore the lock and this folder from one commit, as with \`git restore --source=COMMIT -- ${lock} ${folder}\``,
    };
  const remedy = `run \`krm-variants git-setup\` and \`git checkout --merge -- ${lock}\` to join the locks of both sides or, once the merge is committed, merge again after \`krm-variants git-setup\`, and then run \`krm-variants fleet apply\``;
  return { damage: 'has conflict markers of git', remedy };
}

export const LOCK_NEWER = 'was written by a later version of krm-variants: use that version, or a later one';

/** `files`: paths in the folder, with the commits of the locks that they fit. */
export function otherApply(
  { folder, lock }: { readonly folder: string; readonly lock: string },
  files: readonly { readonly path: string; readonly commit: string }[],
): string {
  const names =
    files.length === 1 ? '' : ` in ${counted(files.length, 'file')} (${firstNames(files, ({ path }) => path)})`;
  const [commit = '', ...others] = new Set(files.map((file) => file.commit));
  const restore =
    others.length > 0
      ? 'the folder, whose files are of several applies'
      : `the folder, or the lock with \`git restore --source=${commit} -- ${lock}\``;
  return `has the text of another apply than its lock${names}, so it is not known what was edited: restore ${restore}; to take the folder as it is, such as after a resolved conflict, remove ${lock} and run \`krm-variants fleet adopt ${folder}\``;
}

export function otherApplyOverlaid({ from, at }: { readonly from: string; readonly at: string }): string {
  return `is planned with \`--with ${from}=${at}\`, which has the text of another apply than the lock of the variant, so it is not known what was edited there: leave out this \`--with\`, or name what the last apply wrote with edits; to plan another package, replace the upstream package`;
}

/** Commit of a lock. */
interface CommittedLock {
  readonly commit: string;
  readonly hasLock: boolean;
}

/** `dropped`: the lock that a merge dropped. `before`: the lock before both sides. */
export function takenLock(lock: string, dropped: CommittedLock, before: CommittedLock): string {
  const textAt = ({ commit, hasLock }: CommittedLock): string =>
    hasLock ? `<(git show ${commit}:${lock})` : '/dev/null';
  return `has changes of the apply of ${dropped.commit}, whose lock a merge dropped, so they would count as edits of people: join both locks with \`krm-variants merge-driver ${textAt(before)} ${lock} ${textAt(dropped)} 7 ${lock}\` in bash, at the top of the git repository, and then run \`krm-variants fleet apply\``;
}

export const TOO_MANY_BASES =
  'was merged of branches that conflict in so many ways that not all of them were tried, so lines of a version may count as edits: compare it with `fleet drift --diff`';

export const WITHOUT_OTHER_EDITS =
  'is that of one of the merged branches, as a whole: it has no edit that people made only on the other branch';

export const PIPELINE_NOT_REPEATABLE =
  'the pipeline was not run on what people added: it would change the package at each run';

export const KPTFILE_GONE =
  'must stay in the folder of a PackageVariant: restore it from a commit that has it, as with `git restore --source=COMMIT`';

/** `adopt`: command that takes the folder over. */
export function identityChanged(adopt: string): string {
  return `must be as the last apply wrote it, and was changed since, such as by \`kpt pkg update\`: to take this version over, run \`${adopt}\`, or restore the folder with \`git restore\``;
}

/** `adopt`: command that takes the folder over. */
export function folderForeign(variant: { readonly name: string; readonly policy: string }, adopt: string): string {
  return `exists, and is not of PackageVariant "${variant.name}" (adoptionPolicy: ${variant.policy}): to take it over with its edits, set \`spec.adoptionPolicy: adoptExisting\`, or run \`${adopt}\`; otherwise move it away, or name another downstream package`;
}

/** Ends an error about a MergePolicy. */
export function policyInFolder(error: string): string {
  return `${error}, in the folder: correct it there, or remove the file`;
}

/** Ends an error about a MergePolicy. */
export function policyInUpstream(error: string): string {
  return `${error}, in the package as it is derived now: correct it in the upstream package, or with the pipeline of the PackageVariant`;
}

export const FILE_RECREATED =
  'is made again: a commit has the lock that names it, but none has the file; to delete it, commit it first';

export const FILE_DELETED_UNCLEAR =
  'counts as deleted by people; a shallow clone cannot tell whether it was left out of a commit: run `git fetch --unshallow`';

/** `others`: places of the same conflict. */
export function conflictOfClass(message: string, id: string, others: readonly string[]): string {
  const same = others.length === 0 ? '' : `; also in ${firstNames(others, (each) => each)}`;
  return `${message} (${id})${same}`;
}

/** Remedy for a conflict. `id`: of its class; undefined if no MergeResolution can decide it. */
export function conflictRemedy(id: string | undefined): string {
  const agree = 'edit the file so that both agree';
  return id === undefined
    ? agree
    : `${agree}; to decide it in all runs and for all variants that have it, run \`krm-variants fleet resolve ${id} --take local\``;
}
