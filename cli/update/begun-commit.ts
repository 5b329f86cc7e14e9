import { shellWord } from '../../src/shell-word.ts';
import { callGit } from '../git/git.ts';
import { headOf } from '../git/work-tree.ts';
import type { OpenUpdate } from './open-update.ts';
import { statePath } from './update-state.ts';
import { fileError } from '../../src/krm/index.ts';
import { laterCommitNeeded, sameCommitNeeded, type WayBack } from '../../src/messages/updates.ts';

/**
 * Throws a `KrmError` unless the commit at which an update began is checked out, or is amended outside of the package.
 * Another one may have other content for another reason.
 */
export function checkSameCommit(update: OpenUpdate): void {
  const { tree, head, named, branch } = update;
  if (headOf(tree) === head || isAmendedElsewhere(update)) return;
  const place = branch !== undefined && commitOf(update, branch) === head ? shellWord(branch) : head.slice(0, 12);
  const message = sameCommitNeeded(head === '' ? undefined : wayBack(update, place), statePath(tree));
  throw fileError(named, 'wrong-commit', message);
}

/**
 * Throws a `KrmError` unless the commit at which an update began is checked out, is amended outside of the package, or
 * is an ancestor of the one that is checked out: any other may lack the files of the update.
 */
export function checkLaterCommit(update: OpenUpdate): void {
  const { tree, head, named, branch } = update;
  if (isLater(update, headOf(tree)) || isAmendedElsewhere(update)) return;
  const commit = head.slice(0, 12);
  const place = branch !== undefined && isLater(update, commitOf(update, branch)) ? shellWord(branch) : commit;
  const message = laterCommitNeeded(commit, wayBack(update, place), shellWord(named));
  throw fileError(named, 'wrong-commit', message);
}

/**
 * Reports whether a commit is the one at which an update began, or descends from it. Every commit is later than none.
 */
function isLater({ tree, head }: OpenUpdate, commit: string): boolean {
  if (head === '' || head === commit) return true;
  if (commit === '') return false;
  return callGit(['merge-base', '--is-ancestor', head, commit], { folder: tree.root }).status === 0;
}

/** Returns how to return to the commit at which an update began. `place`: its name, or that of a branch. */
function wayBack(update: OpenUpdate, place: string): WayBack {
  return isAmended(update) ? { amended: update.head.slice(0, 12) } : { checkout: place };
}

/**
 * Reports whether the commit at which an update began is amended without changes in the package, whose files then are
 * those of the update.
 */
function isAmendedElsewhere(update: OpenUpdate): boolean {
  const { tree, head, folder } = update;
  const call = ['diff-tree', '--quiet', head, 'HEAD', '--', folder === '' ? '.' : folder];
  return isAmended(update) && callGit(call, { folder: tree.root }).status === 0;
}

/**
 * Reports whether the commit that is checked out replaces the one at which an update began: it has the same parents.
 */
function isAmended({ tree, head }: OpenUpdate): boolean {
  const [begun, now] = [head, 'HEAD'].map((commit) => callGit(['rev-parse', `${commit}^@`], { folder: tree.root }));
  return head !== '' && begun?.status === 0 && now?.status === 0 && begun.stdout.equals(now.stdout);
}

/** Returns the commit of a branch; '' if there is none. */
function commitOf({ tree }: OpenUpdate, branch: string): string {
  const args = ['rev-parse', '--quiet', '--verify', `refs/heads/${branch}^{commit}`];
  const { stdout, status } = callGit(args, { folder: tree.root });
  return status === 0 ? stdout.toString().trim() : '';
}
