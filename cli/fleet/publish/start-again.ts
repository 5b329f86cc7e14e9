import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { foldersAround, isWithin } from '../../../src/fleet/index.ts';
import { earlierUnpublished } from '../../../src/fleet/messages/publish.ts';
import { callGit, git, type GitCall } from '../../git/git.ts';
import { branchRef, type Remote } from '../../git/remote.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import type { CallRun } from '../request.ts';
import type { LostRace } from './ended-apply.ts';
import { failure } from '../../../src/krm/index.ts';

/** A commit that could not be pushed, since its branch has others meanwhile. */
export interface LateCommit {
  readonly remote: Remote;
  /** Branch of the remote. */
  readonly branch: string;
  readonly commit: string;
}

/**
 * Moves the current branch and the work tree from a commit that came too late to the new head of the remote branch, and restores what the
 * commit has of variants that nobody changed meanwhile. Changes of the user that are not committed stay. Throws a `KrmError` if that is
 * not possible: the commit is then still on the current branch.
 */
export function startAgain(run: CallRun, { remote, branch, commit }: LateCommit): LostRace {
  const { tree, session } = run;
  const call = remote.call;
  const head = fetchHead(remote, branch);
  if (tree.head === undefined || callGit(['merge-base', '--is-ancestor', tree.head, head], call).status !== 0)
    throw failure('commits-unpublished', earlierUnpublished(`${remote.name}/${branch}`));
  const changed = namesOf(git(['diff-tree', '-r', '--no-renames', '--name-only', '-z', tree.head, head], call));
  const again = variantsOf(run, changed);
  git(['reset', '--quiet', '--keep', head], call);
  // With a new input, such as a hold, other variants may be concerned, too. Another git repository has no inputs.
  const hasInputs = run.home === undefined && changed.some((path) => !isOutput(run, path));
  // What was pruned may have been edited meanwhile.
  if (again === undefined || hasInputs || run.task.prunes !== undefined) return { again: undefined, written: [] };
  const kept = session.written.filter((path) => ownerOf(path, again) === undefined);
  restore(call, commit, kept);
  return { again, written: kept };
}

function fetchHead(remote: Remote, branch: string): string {
  const ref = 'refs/krm-variants/pushed';
  remote.fetch(`+${branchRef(branch)}:${ref}`);
  const head = git(['rev-parse', '--verify', ref], remote.call).toString().trim();
  git(['update-ref', '-d', ref], remote.call);
  return head;
}

/** Returns the folders of the variants that have one of the paths; undefined if all must run, since some are made of others. */
function variantsOf({ variants, chained }: CallRun, paths: readonly string[]): ReadonlySet<string> | undefined {
  const folders = new Set(variants.map(({ folder }) => folder));
  if ([...chained].some((folder) => ownerOf(folder, folders) !== undefined)) return undefined;
  return new Set(paths.flatMap((path) => ownerOf(path, folders) ?? []));
}

/** Returns the folder that a file belongs to: that it is in, or that it is recorded about. */
function ownerOf(path: string, folders: ReadonlySet<string>): string | undefined {
  const recorded = /^\.krm-variants\/lock\/(.+)\.lock$|^\.krm-variants\/base\/(.+)$/.exec(path);
  return foldersAround(recorded?.[1] ?? recorded?.[2] ?? path).find((folder) => folders.has(folder));
}

/** Reports whether a file is one that a run writes, and that no variant is made of. */
function isOutput({ tree, chained }: CallRun, path: string): boolean {
  if (isWithin(path, chained)) return false;
  if (/^\.krm-variants\/(?:lock|base|objects)\//.test(path)) return true;
  return foldersAround(path).some((folder) => existsSync(join(tree.root, lockFile(folder))));
}

/** Gives files the contents that they have in a commit, or removes those that it lacks. */
function restore(call: GitCall, commit: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const tracked = new Set(namesOf(git(['ls-files', '-z'], call)));
  const there = new Set(namesOf(git(['ls-tree', '-r', '--name-only', '-z', '--full-tree', commit], call)));
  const known = [...new Set(paths)].filter((path) => tracked.has(path) || there.has(path));
  const input = known.map((path) => `${path}\0`).join('');
  const list = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  if (known.length > 0) git(['restore', `--source=${commit}`, '--staged', '--worktree', ...list], { ...call, input });
}

function namesOf(output: Buffer): readonly string[] {
  return output
    .toString()
    .split('\0')
    .filter((name) => name !== '');
}
