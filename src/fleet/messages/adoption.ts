/**
 * Messages about folders that another tool made, or that people moved without their locks. Each function returns the
 * text of a result. `remedy` is the end of an error, with the command that names the version.
 */
import { counted } from '../../wording.ts';

export const ONLY_PACKAGES = 'must exist: only a package can be adopted';

export const VERSION_NAMED =
  'names the version that the folder was made of in its `upstreamLock`: leave out `--revision`, or remove `upstream` and `upstreamLock`';

export const VERSION_LOCKED = 'must not have a lock, which says what it was made of: leave out `--revision`';

/** Comparison of a folder with a version. */
interface Compared {
  readonly files: number;
  /** Number of these files that are equal. */
  readonly equal: number;
  /** Number of lines. */
  readonly different: number;
}

/** Version of an upstream, and how near a folder is to it. */
interface NearVersion {
  readonly text: string;
  readonly near: Compared;
}

/** Remedy. `command`: adopts a named version. */
export function nameVersion(command: string): string {
  return `run \`${command}\` with the version that it was made of`;
}

export function versionAssumed(version: string, near: Compared): string {
  return `counts as made of ${version}, as \`--revision\` says: ${nearnessText(near)}`;
}

/** Versions that were compared. */
interface KnownVersions {
  readonly count: number;
  readonly unread: number;
}

export function nearestAssumed(best: NearVersion, known: KnownVersions, remedy: string): string {
  return `has no \`upstreamLock\`, so the nearest of ${knownText(known)} counts as the one that it was made of, ${nearText(best)}; what differs counts as local edits; if that is wrong, ${remedy}`;
}

export function noVersionNear(best: NearVersion, known: KnownVersions, remedy: string): string {
  return `has no \`upstreamLock\`, and of ${knownText(known)} none explains at least half of its lines; the nearest is ${nearText(best)}; ${remedy}`;
}

export function noVersionNearest(
  [best, second]: readonly [NearVersion, NearVersion | undefined],
  known: KnownVersions,
  remedy: string,
): string {
  return `has no \`upstreamLock\`, and of ${knownText(known)} none is clearly the nearest; ${nearText(best)}; ${second === undefined ? '' : nearText(second)}; ${remedy}`;
}

function knownText({ count, unread }: KnownVersions): string {
  return `${counted(count, 'version')}${unread === 0 ? '' : `, besides ${unread} that could not be read`}`;
}

function nearText({ text, near }: NearVersion): string {
  return `${text}: ${nearnessText(near)}`;
}

function nearnessText({ files, equal, different }: Compared): string {
  return `${equal} of ${counted(files, 'file')} equal and ${counted(different, 'line')} different`;
}

export function stepUncertain(step: keyof typeof OUTPUTS, reason: string): string {
  return `whether the package ${OUTPUTS[step]} is not certain, so if it is, these changes count as local edits: ${reason}`;
}

const OUTPUTS = {
  context: 'has the context of a copy',
  mutated: 'has the changes of its PackageVariant',
  rendered: 'is rendered',
} as const;

/** Reasons why it is not certain that a step was made. */
export const STEP_MIXED = 'only a part of it says so';
export const STEP_EDITED = 'people edited all places that could tell';

/** `folders`: variants with these files. */
export function madeDifferently(folders: readonly string[], remedy: string): string {
  return `has the files of each of these variants, which were derived differently: ${folders.join(', ')}; ${remedy}`;
}

/** `folder`: a variant with the same files. */
export function sameFilesAs(folder: string, version: string): string {
  return `has the files of ${folder}, so it counts as made of ${version}, with the edits that the lock of that folder shows`;
}

/** `folder`: a variant with the same files. */
export function otherCopyLost(folder: string): string {
  return `it cannot be derived again: restore ${folder}, or \`git fetch\` its commits`;
}

/**
 * Move of a variant without its lock. Each list has at least one folder; `command` has OLD or NEW in place of several.
 */
interface LostMove {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly command: string;
}

/** Refuses the folder that a variant was moved to. */
export function movedHere(move: LostMove): string {
  const { from } = move;
  const what =
    from.length === 1
      ? `has the files of ${from[0]}, of which only the lock is left: `
      : `has the files of each of these folders, of which only the locks are left: ${from.join(', ')}; `;
  return `${what}${moveAdvice(move)}`;
}

/** Reports the lock that a variant left behind. */
export function movedFromHere(move: LostMove): string {
  const { to } = move;
  const found =
    to.length === 1 ? `${to[0]} has its files: ` : `each of these folders has its files: ${to.join(', ')}; `;
  return `no PackageVariant asks for the folder of this lock, and ${found}${moveAdvice(move)}`;
}

function moveAdvice({ from, to, command }: LostMove): string {
  if (from.length > 1) return `run \`${command}\`, where OLD is the one that it was moved from`;
  return `run \`${command}\`${to.length > 1 ? ', where NEW is the one that it was moved to' : ''}`;
}

export function adoptedEdits(files: number): string {
  return `${counted(files, 'file')} of adopted packages ${files === 1 ? 'differs' : 'differ'} from what was made of the upstream, which counts as local edits: run \`krm-variants fleet drift\` to see them`;
}
