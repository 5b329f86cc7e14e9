import {
  cloneOutdated,
  inputsUncommitted,
  unpublished,
  type PublishedFirst,
} from '../../../src/fleet/messages/places.ts';
import { currentBranch } from '../../git/current-branch.ts';
import { callGit } from '../../git/git.ts';
import { Remote } from '../../git/remote.ts';
import { countUnpublished, isKnownOnRemote } from '../../git/unpublished-commits.ts';
import { failure } from '../../../src/krm/index.ts';

/**
 * Throws a `KrmError` unless the fleet has all commits of the default branch of its remote: a variant in another git
 * repository may be one that somebody has added since, and only seem to be gone.
 */
export function refuseStale(root: string): void {
  const remote = remoteOf(root);
  const head = remote?.refs('HEAD').get('HEAD');
  if (head === undefined) return;
  if (callGit(['merge-base', '--is-ancestor', head, 'HEAD'], { folder: root }).status === 0) return;
  throw failure('clone-outdated', cloneOutdated(remote?.shown));
}

/**
 * Throws a `KrmError` for input files that are not committed: other clones of the fleet would make what is removed
 * again.
 */
export function refuseUncommittedInputs(paths: readonly string[]): void {
  if (paths.length === 0) return;
  throw failure('changes-uncommitted', inputsUncommitted(paths));
}

/**
 * Throws a `KrmError` unless some branch of the remote has all commits of the fleet. `first`: what these are. Default:
 * inputs of variants that are removed, which other clones would make again. Returns no warnings.
 */
export function refuseUnpushed(root: string, first: PublishedFirst = 'inputs'): readonly never[] {
  const remote = remoteOf(root);
  const count = remote === undefined ? 0 : countUnpublished(root, remote);
  if (remote === undefined || count === 0) return [];
  const head = currentBranch(root) === undefined ? 'HEAD:BRANCH' : 'HEAD';
  const push = `git push ${remote.name} ${head}`;
  throw failure('commits-unpublished', unpublished(first, count, { remote: remote.shown, push }));
}

/**
 * Throws a `KrmError` unless the remote has all commits of the fleet, as far as the clone knows it, or else as it is
 * now. Returns no warnings.
 */
export function refuseUnpublishedFleet(root: string): readonly never[] {
  const remote = remoteOf(root);
  return remote === undefined || isKnownOnRemote(root, remote) ? [] : refuseUnpushed(root, 'sources');
}

/** Returns `origin`, or the first remote; undefined if there is none. */
function remoteOf(root: string): Remote | undefined {
  const remotes = callGit(['remote'], { folder: root }).stdout.toString().split('\n');
  const name = remotes.includes('origin') ? 'origin' : remotes[0];
  return name === undefined || name === '' ? undefined : Remote.of(root, name);
}
