/**
 * Messages about updates of a package: of what they need, and of those that are not finished. Each function returns the
 * text of a result.
 */
import { firstNames } from '../wording.ts';

export const MARKERS_NEED_GIT =
  'must be in a work tree of git for `--markers`, which keeps there what it needs to undo the update: run `git init`, or decide the conflicts with `--take`';

export const PASS_MARKERS = 'pass `--markers` to edit the conflicts in the files';

/** `folder`: that of the package, as the shell reads it; undefined for the current one. */
export function editMarkers(folder: string | undefined): string {
  const named = folder === undefined ? '' : ` ${folder}`;
  return `edit the lines between the markers, then run \`krm-variants update${named} --continue\`, or \`krm-variants update${named} --abort\` to undo the update`;
}

/** `markers`: starts of the lines of a conflict, in quotes. */
export function markerLeft(markers: readonly string[]): string {
  return `must have no marker of a conflict: keep the lines that you want, and remove the lines ${markers.join(', ')}`;
}

export function filesUncommitted(paths: readonly string[]): string {
  return `must have no changes that are not committed, but has ${firstNames(paths, (path) => path)}: commit them, or add \`--allow-dirty\``;
}

export function filesUntracked(paths: readonly string[]): string {
  return `must have in git all files that the update changes or removes, but git does not track ${firstNames(paths, (path) => path)}: commit them with \`git add --force\`, move them elsewhere, or add \`--allow-dirty\``;
}

export const FAST_FORWARD_EDITED =
  'was changed locally, which the update strategy fast-forward does not allow: use another `--strategy`, such as resource-merge';

/** `folder`: that of the package, as the shell reads it. */
export function updateUnfinished(folder: string): string {
  return `has an update that is not finished: run \`krm-variants update ${folder} --continue\` or, to undo it, \`--abort\``;
}

export const NO_UPDATE = 'has no unfinished update: only one with `--markers` is finished or undone';

/** `folder`: that of the package with the update. */
export function updateElsewhere(folder: string): string {
  return `has no unfinished update: ${folder} has the one of this work tree`;
}

export const UPDATE_STATE_DAMAGED = 'the state of an update must be as it was written: remove this file';

export const UPDATE_INTERRUPTED =
  'has an update that was interrupted while it wrote files: undo it with `krm-variants update --abort`, then update again';

export const UPDATE_UNDONE =
  'must have changes of the update to finish it, but all files are as before: end it with `krm-variants update --abort`, then update again';

export const FILE_AS_BEFORE = 'is as before the update';

export const EDITS_DISCARDED = 'edits since the update began are discarded';

export const FILE_NEEDED = 'must be a file, as before the update';

/**
 * Way to the commit at which an update began: its name or that of a branch, as the shell reads it, or the commit itself
 * if it was amended.
 */
export type WayBack = { readonly checkout: string } | { readonly amended: string };

/** `back`: undefined if the update began before the first commit. `state`: file with the state of the update. */
export function sameCommitNeeded(back: WayBack | undefined, state: string): string {
  const remedy = back === undefined ? 'finish' : `${backText(back)}, or finish`;
  return `must have the same commit checked out as when the update began: ${remedy} the update with \`--continue\`; to forget the update and keep all files, remove ${state}`;
}

/** `folder`: that of the package, as the shell reads it. */
export function laterCommitNeeded(commit: string, back: WayBack, folder: string): string {
  return `must have commit ${commit} checked out, at which the update began, or a later one that has the files of the update: ${backText(back)}, then \`krm-variants update ${folder} --continue\` or, to undo the update, \`--abort\``;
}

function backText(back: WayBack): string {
  return 'checkout' in back
    ? `run \`git checkout ${back.checkout}\``
    : `it is amended with changes in the package: run \`git reset --soft ${back.amended}\`, which keeps all files`;
}
