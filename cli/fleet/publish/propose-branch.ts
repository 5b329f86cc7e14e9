import {
  branchExists,
  branchNotPushed,
  branchPushed,
  branchUnchanged,
  committedAside,
  nothingWritten,
} from '../../../src/fleet/messages/publish.ts';
import { KrmError, failure } from '../../../src/krm/index.ts';
import { callGit, git, GitError } from '../../git/git.ts';
import { branchRef, type Remote } from '../../git/remote.ts';
import { lastCommit } from '../../git/work-tree.ts';
import type { CallRun } from '../request.ts';
import type { CommitTarget } from './commit-target.ts';
import { digestOfChanges } from './digest-of-changes.ts';
import { withEarlierCommits } from './earlier-commits.ts';
import { hint, NothingWritten, notPushed, shortId, type EndedApply } from './ended-apply.ts';
import { makeCommit } from './make-commit.ts';
import { tryPush } from './try-push.ts';
import { undoWritten } from './undo-written.ts';
import { RUN } from '../request.ts';

/**
 * Commits the written files to a new branch, and pushes it if a remote is given. The current branch and the work tree are then as in the
 * last commit. A branch that has the same changes is left as it is, here and on the remote. Throws a `KrmError` for one with others.
 */
export function proposeBranch(run: CallRun, target: CommitTarget): EndedApply {
  const { place, remote } = target;
  const kept = withNothingLeft(run, () => keepCommit(run, target));
  if (kept === undefined || 'commit' in kept) return kept ?? { results: [], hints: [], commit: undefined };
  const { branch, made: commit } = kept;
  const committed = run.home === undefined ? [hint('committed', committedAside(shortId(commit), branch))] : [];
  if (remote === undefined) return { results: [], hints: committed, commit: { branch, commit, pushed: false } };
  const earlier = withEarlierCommits(run, target);
  pushNew(remote, { branch, commit, hasDigest: isByDigest(run), repository: run.home && place });
  const pushed = hint('pushed', branchPushed(branch, place, earlier));
  return { results: [], hints: [...committed, pushed], commit: { branch, commit, pushed: true } };
}

/** Runs work that leaves the work tree as in the last commit. Throws a `NothingWritten` for its errors. */
function withNothingLeft<T>(run: CallRun, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    const { results } =
      error instanceof GitError && run.home === undefined
        ? failure('commit-failed', nothingWritten(error.message))
        : error;
    throw new NothingWritten(results);
  }
}

/** A commit on a new branch that is not pushed yet. */
interface KeptCommit {
  readonly branch: string;
  readonly made: string;
}

/** Commits the written files to a new branch here. Returns the end of the call if the remote has this branch already; undefined if nothing has changed. */
function keepCommit(run: CallRun, { current, place, remote }: CommitTarget): KeptCommit | EndedApply | undefined {
  const { root: folder } = run.tree;
  const parent = lastCommit(run.tree);
  const made = commitAside(run, { place, before: current ?? parent });
  if (made === undefined) return undefined;
  const digest = digestOfChanges(run.tree, parent, made);
  const branch = (run.args.branch ?? '').replace(RUN, digest);
  const there = remote?.head(branch);
  if (remote !== undefined && there !== undefined) {
    checkSame(run, { branch, digest, commit: fetchBranch(folder, remote, branch), place });
    const message = branchUnchanged(branch, place);
    return { results: [], hints: [hint('pushed', message)], commit: { branch, commit: there, pushed: false } };
  }
  return { branch, made: keepBranch(run, branch, { made, digest }) };
}

/**
 * Commits the written files to no branch, and checks out what was checked out before: all are as in its last commit, also if an error is
 * thrown.
 */
function commitAside(
  run: CallRun,
  { place, before }: { readonly place: string; readonly before: string },
): string | undefined {
  const { root: folder } = run.tree;
  try {
    git(['checkout', '--quiet', '--detach'], { folder });
    try {
      return makeCommit(run);
    } finally {
      git(['checkout', '--quiet', before, '--'], { folder });
    }
  } catch (error) {
    undoWritten(run);
    if (!(error instanceof KrmError)) throw error;
    throw run.home === undefined
      ? failure('commit-failed', nothingWritten(error.message))
      : notPushed(place, error.message);
  }
}

/** Reports whether the name of the branch says what its changes are. */
function isByDigest({ args }: Pick<CallRun, 'args'>): boolean {
  return args.branch?.includes(RUN) === true;
}

/** A branch that exists. */
interface ExistingBranch {
  readonly branch: string;
  /** Digest of the changes that it must have. */
  readonly digest: string;
  readonly commit: string;
  /** Remote that has it; undefined if it is here. */
  readonly place: string | undefined;
}

/** Throws a `KrmError` unless the last commit of a branch has these changes. `{run}` in its name says so. */
function checkSame({ tree, args }: CallRun, { branch, digest, commit, place }: ExistingBranch): void {
  if (isByDigest({ args })) return;
  const { root: folder } = tree;
  const parent = callGit(['rev-parse', '--quiet', '--verify', `${commit}^`], { folder });
  if (parent.status === 0 && digestOfChanges(tree, parent.stdout.toString().trim(), commit) === digest) return;
  throw failure('branch-exists', branchExists(branch, place, RUN));
}

function fetchBranch(folder: string, remote: Remote, branch: string): string {
  const ref = 'refs/krm-variants/existing';
  remote.fetch(`+${branchRef(branch)}:${ref}`);
  const commit = git(['rev-parse', '--verify', ref], { folder }).toString().trim();
  git(['update-ref', '-d', ref], { folder });
  return commit;
}

/** Creates the branch here. Returns its commit: of one that exists with the same changes, that one. */
function keepBranch(
  run: CallRun,
  branch: string,
  { made, digest }: { readonly made: string; readonly digest: string },
): string {
  const { root: folder } = run.tree;
  const known = callGit(['rev-parse', '--quiet', '--verify', `${branchRef(branch)}^{commit}`], { folder });
  if (known.status !== 0) {
    git(['update-ref', branchRef(branch), made, ''], { folder });
    return made;
  }
  const commit = known.stdout.toString().trim();
  checkSame(run, { branch, digest, commit, place: undefined });
  return commit;
}

/** A new branch. */
interface NewBranch {
  readonly branch: string;
  readonly commit: string;
  /** True if its name says what its changes are. */
  readonly hasDigest: boolean;
  /** Another git repository; undefined for that of the fleet. */
  readonly repository: string | undefined;
}

/** Pushes a new branch. Throws a `KrmError` that says how to push it later. */
function pushNew(remote: Remote, { branch, commit, hasDigest, repository }: NewBranch): void {
  const push = `git push ${remote.name} ${branch}`;
  const failed = (reason: string): KrmError =>
    repository === undefined
      ? failure('push-failed', branchNotPushed(branch, reason, push))
      : notPushed(repository, reason);
  const refusal = tryPush(remote, [`${commit}:${branchRef(branch)}`], failed);
  if (refusal === undefined) return;
  const there = remote.head(branch);
  // Another run may have pushed the same changes meanwhile, or the answer of the server was lost.
  if (there !== commit && (there === undefined || !hasDigest)) throw failed(refusal);
}
