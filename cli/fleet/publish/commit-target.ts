import { branchIsCurrent, NO_BRANCH, NO_FIRST_COMMIT, noRemote } from '../../../src/fleet/messages/publish.ts';
import { KrmError, failure } from '../../../src/krm/index.ts';
import { callGit } from '../../git/git.ts';
import { OwnSettings } from '../../git/own-settings.ts';
import { Remote } from '../../git/remote.ts';
import type { Tree } from '../../../src/fleet/ports.ts';
import { type CommitArguments, RUN } from '../request.ts';

/** Place of the commit of a call. */
export interface CommitTarget {
  /** Branch that is checked out; undefined for a detached HEAD. */
  readonly current: string | undefined;
  /** True for a commit on another branch than the current one, which stays as it is. */
  readonly isAside: boolean;
  /** Branch of the remote that the current branch tracks, or its own name; undefined for a detached HEAD. */
  readonly tracked: string | undefined;
  /** Name of the remote for people. */
  readonly place: string;
  /** Remote to push to; undefined without `--push`. */
  readonly remote: Remote | undefined;
}

/**
 * Returns where a call commits. `home`: work tree of the fleet, if the call commits in a clone in the cache. Throws a
 * `KrmError` if it cannot: nothing is written yet.
 */
export function commitTarget(
  { root: folder }: Pick<Tree, 'root'>,
  { branch, pushes }: Pick<CommitArguments, 'branch' | 'pushes'>,
  home?: Pick<Tree, 'root'>,
): CommitTarget {
  const current = line(['symbolic-ref', '--quiet', '--short', 'HEAD'], folder);
  const isAside = branch !== undefined;
  if (isAside && line(['rev-parse', '--quiet', '--verify', 'HEAD'], folder) === undefined)
    throw failure('invalid-argument', NO_FIRST_COMMIT);
  const setting = (key: string): string | undefined =>
    current === undefined ? undefined : line(['config', '--get', `branch.${current}.${key}`], folder);
  const named = setting('remote');
  // A dot is this repository itself.
  const name = named === undefined || named === '.' ? 'origin' : named;
  const tracked = name === named ? (setting('merge')?.replace(/^refs\/heads\//, '') ?? current) : current;
  if (isAside && branch === current) throw failure('invalid-argument', branchIsCurrent(branch, RUN));
  if (!pushes) return { current, isAside, tracked, place: name, remote: undefined };
  if (current === undefined && !isAside) throw failure('invalid-argument', NO_BRANCH);
  const remote = Remote.of(folder, name, home && new OwnSettings(home.root));
  if (remote === undefined) throw failure('invalid-argument', noRemote(name));
  return { current, isAside, tracked, place: home === undefined ? name : remote.shown, remote };
}

/** Reports whether the current branch can be pushed. */
export function hasPushTarget(tree: Pick<Tree, 'root'>, args: Pick<CommitArguments, 'branch' | 'pushes'>): boolean {
  try {
    return commitTarget(tree, args).remote !== undefined;
  } catch (error) {
    if (error instanceof KrmError) return false;
    throw error;
  }
}

/** Returns the output of a call; undefined if it fails, or prints nothing. */
function line(args: readonly string[], folder: string): string | undefined {
  const { stdout, status } = callGit(args, { folder });
  return status === 0 ? stdout.toString().replace(/\n$/, '') || undefined : undefined;
}
