import { callGit, git } from './git.ts';
import type { Remote } from './remote.ts';
import { headOf } from './work-tree.ts';

/**
 * Counts the commits of HEAD that are on no branch of a remote; 0 without a commit. Throws a `GitError` if the remote
 * cannot be reached.
 */
export function countUnpublished(root: string, remote: Remote): number {
  if (headOf({ root }) === '') return 0;
  const heads = [...new Set(remote.refs('refs/heads/*').values())];
  const input = ['HEAD', ...heads.map((head) => `^${head}`), ''].join('\n');
  // Without those that only the remote has.
  const call = ['rev-list', '--count', '--ignore-missing', '--stdin'];
  return Number(git(call, { folder: root, input }).toString());
}

/** Reports whether a branch of a remote has all commits of HEAD, as far as the clone knows the remote. */
export function isKnownPublished(root: string, remote: Remote, branch: string): boolean {
  const call = ['merge-base', '--is-ancestor', 'HEAD', `refs/remotes/${remote.name}/${branch}`];
  return callGit(call, { folder: root }).status === 0;
}

/** Reports whether some branch of a remote has all commits of HEAD, as far as the clone knows the remote. */
export function isKnownOnRemote(root: string, remote: Remote): boolean {
  const call = ['for-each-ref', '--count=1', '--contains', 'HEAD', `refs/remotes/${remote.name}`];
  const { stdout, status } = callGit(call, { folder: root });
  return status === 0 && stdout.length > 0;
}
