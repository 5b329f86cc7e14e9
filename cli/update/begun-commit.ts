import { shellQuoted } from '../arguments/shell-quoted.ts';
import { callGit } from '../git/git.ts';
import { headOf } from '../git/work-tree.ts';
import { fileError } from '../package/file-error.ts';
import type { OpenUpdate } from './open-update.ts';
import { statePath } from './update-state.ts';

/** Throws a `KrmError` unless the commit at which an update began is checked out. Another one may have other content for another reason. */
export function checkSameCommit(update: OpenUpdate): void {
  const { tree, head, named, branch } = update;
  if (headOf(tree) === head) return;
  const place = branch !== undefined && commitOf(update, branch) === head ? shownBranch(branch) : head.slice(0, 12);
  const remedy = head === '' ? 'finish' : `run \`git checkout ${place}\`, or finish`;
  const message = `must have the same commit checked out as when the update began: ${remedy} the update with \`--continue\`; to forget the update and keep all files, remove ${statePath(tree)}`;
  throw fileError(named, message);
}

/**
 * Throws a `KrmError` unless the commit at which an update began is checked out, or one that descends from it: any other has the files of the
 * update no more.
 */
export function checkLaterCommit(update: OpenUpdate): void {
  const { tree, head, named, branch } = update;
  if (isLater(update, headOf(tree))) return;
  const commit = head.slice(0, 12);
  const place = branch !== undefined && isLater(update, commitOf(update, branch)) ? shownBranch(branch) : commit;
  const message = `must have commit ${commit} checked out, at which the update began, or a later one that has the files of the update: run \`git checkout ${place}\`, then \`krm-variants update ${named} --continue\` or, to undo the update, \`--abort\``;
  throw fileError(named, message);
}

/** Reports whether a commit is the one at which an update began, or descends from it. Every commit is later than none. */
function isLater({ tree, head }: OpenUpdate, commit: string): boolean {
  if (head === '' || head === commit) return true;
  if (commit === '') return false;
  return callGit(['merge-base', '--is-ancestor', head, commit], { folder: tree.top }).status === 0;
}

/** Returns the commit of a branch; '' if there is none. */
function commitOf({ tree }: OpenUpdate, branch: string): string {
  const args = ['rev-parse', '--quiet', '--verify', `refs/heads/${branch}^{commit}`];
  const { stdout, status } = callGit(args, { folder: tree.top });
  return status === 0 ? stdout.toString().trim() : '';
}

function shownBranch(branch: string): string {
  return /^[\w./-]+$/.test(branch) ? branch : shellQuoted(branch);
}
