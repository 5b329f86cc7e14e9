import { createHash } from 'node:crypto';
import { LOCK_FOLDER } from '../../../src/fleet/inputs/fleet-paths.ts';
import {
  branchExists,
  branchNotPushed,
  branchPushed,
  branchUnchanged,
  committedAside,
  ignoredByGit,
  nothingWritten,
} from '../../../src/fleet/messages/publish.ts';
import type { Tree } from '../../../src/fleet/ports.ts';
import { failure, KrmError, type Result } from '../../../src/krm/index.ts';
import type { ContentChange } from '../../../src/package/index.ts';
import { callGit, git, GitError } from '../../git/git.ts';
import { branchRef, type Remote } from '../../git/remote.ts';
import { lastCommit } from '../../git/work-tree.ts';
import type { ReportedCommit } from '../../report/run-outcome.ts';
import type { Findings } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import { type CallRun, RUN } from '../request.ts';
import { unusedObjects } from '../store/object-files.ts';
import { commitOnBranch, mayPushEarlier } from './commit-on-branch.ts';
import { commitTarget, type CommitTarget, hasPushTarget } from './commit-target.ts';
import { withEarlierCommits } from './earlier-commits.ts';
import { type EndedApply, hint, type LostRace, NothingWritten, notPushed, shortId } from './ended-apply.ts';
import { makeCommit } from './make-commit.ts';
import { tryPush } from './try-push.ts';
import { undoWritten } from './undo-written.ts';

/** Commits and pushes what a call wrote, if the command line asks for it. */
export class PublishJob extends ReadingJob {
  readonly name = 'fleet';
  readonly #run: CallRun;
  readonly #races: number;
  #end: EndedApply | undefined;
  #isUndone = false;

  /** `races`: number of times that the call has started again so far. */
  constructor(run: CallRun, races: number) {
    super();
    this.#run = run;
    this.#races = races;
  }

  async compute({ results, hints }: Findings): Promise<void> {
    try {
      this.#end = endApply(this.#run, this.#races);
    } catch (error) {
      this.#isUndone = error instanceof NothingWritten;
      throw error;
    }
    results.push(...this.#end.results);
    hints.push(...this.#end.hints);
  }

  /** Changes beside those of the variants. */
  override changes(): readonly ContentChange[] {
    return this.#end?.removed ?? [];
  }

  /** True if an error left nothing of what the call wrote. Valid after `compute`. */
  get isUndone(): boolean {
    return this.#isUndone;
  }

  /** Defined if somebody pushed meanwhile: the call must then run again. */
  get lost(): LostRace | undefined {
    return this.#end?.lost;
  }

  /** Commits with the changes of the call. Valid after `compute`. */
  get commits(): readonly ReportedCommit[] {
    return this.#end?.commit === undefined ? [] : [this.#end.commit];
  }
}

/**
 * Ends a call: removes kept objects that are not used any longer and, with `--commit`, commits what was written.
 * Returns a warning for each written file that git ignores otherwise: other clones would lack it. `races`: number of
 * times that this call has started again, since somebody pushed meanwhile.
 */
function endApply(run: CallRun, races: number): EndedApply {
  const { tree, args, session, variants } = run;
  const isDone = { results: [], hints: [], commit: undefined };
  const isAsked = variants.length > 0 && (args.tags || mayPushEarlier(run));
  // A fleet whose variants are all elsewhere needs no remote, and no branch if it is published.
  const comesFirst = run.isFollowed === true && mayPushEarlier(run) && hasPushTarget(tree, args);
  if (session.written.length === 0 && !isAsked && !comesFirst) return isDone;
  const unused = session.written.length === 0 ? [] : unusedObjects(tree);
  if (unused.length > 0) tree.write(unused);
  const removed = unused.length === 0 ? {} : { removed: unused };
  session.write(unused.map(({ path }) => path));
  const existing = session.written.filter((path) => tree.has(path));
  if (!args.commits)
    return { ...isDone, ...removed, results: existing.length === 0 ? [] : ignoredWarnings(tree, existing) };
  const target = commitTarget(tree, args, run.home?.tree);
  return { ...(target.isAside ? proposeBranch(run, target) : commitOnBranch(run, target, races)), ...removed };
}

function ignoredWarnings(tree: Tree, paths: readonly string[]): readonly Result[] {
  return [...tree.ignored(paths)].map((path) => ({
    severity: 'warning',
    code: 'file-ignored',
    message: ignoredByGit(path),
    file: { path, index: 0 },
  }));
}

/**
 * Commits the written files to a new branch, and pushes it if a remote is given. The current branch and the work tree
 * are then as in the last commit. A branch that has the same changes is left as it is, here and on the remote. Throws a
 * `KrmError` for one with others.
 */
function proposeBranch(run: CallRun, target: CommitTarget): EndedApply {
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

/**
 * Commits the written files to a new branch here. Returns the end of the call if the remote has this branch already;
 * undefined if nothing has changed.
 */
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
 * Commits the written files to no branch, and checks out what was checked out before: all are as in its last commit,
 * also if an error is thrown.
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

/** A changed file of a commit. */
interface RawChange {
  /** Modes, ids and kind of the change, as `git diff-tree` prints them. */
  readonly fields: string;
  readonly path: string;
}

/**
 * Returns a digest of the changes between two commits, in hexadecimal. The same inputs give the same one: a lock has
 * all inputs of its variant, and counts without the commit of the upstream, which may have changed without a change of
 * the package.
 */
function digestOfChanges({ root, objects }: Pick<Tree, 'root' | 'objects'>, from: string, to: string): string {
  const output = git([...DIFF, from, to], { folder: root })
    .toString()
    .split('\0');
  const changes = output.flatMap((fields, at): readonly RawChange[] =>
    at % 2 === 0 && fields !== '' ? [{ fields, path: output[at + 1] ?? '' }] : [],
  );
  const lockIds = changes.flatMap(({ fields, path }) => (isLock(path) ? newId(fields) : []));
  const texts = objects.read(lockIds);
  const hash = createHash('sha256');
  for (const { fields, path } of changes) {
    const text = isLock(path) ? texts.get(newId(fields)[0] ?? '') : undefined;
    hash.update(`${path}\0${text === undefined ? fields : withoutCommit(String(text))}\0`);
  }
  return hash.digest('hex').slice(0, 12);
}

const DIFF = 'diff-tree -r --raw --no-renames --no-abbrev -z --end-of-options'.split(' ');

function isLock(path: string): boolean {
  return path.startsWith(`${LOCK_FOLDER}/`);
}

/** Returns the id of the new content; none if the file was removed. */
function newId(fields: string): readonly string[] {
  const id = fields.split(' ')[3] ?? '';
  return /^0+$/.test(id) ? [] : [id];
}

/** Returns a lock without its commit, and without its first line, which is a digest of all others. */
function withoutCommit(lock: string): string {
  return lock.replace(/^.*\n/, '').replace(/^commit ".*\n/m, '');
}
