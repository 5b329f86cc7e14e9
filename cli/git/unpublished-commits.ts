import { callGit, git } from './git.ts';
import type { Remote } from './remote.ts';

/** Counts the commits of HEAD that are on no branch of a remote; 0 if the remote has no branches. Throws a `GitError` if it cannot be reached. */
export function countUnpublished(root: string, remote: Remote): number {
  const heads = [...new Set(remote.refs('refs/heads/*').values())];
  if (heads.length === 0) return 0;
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
