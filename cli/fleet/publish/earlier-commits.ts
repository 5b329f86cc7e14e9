import { withEarlier } from '../../../src/fleet/messages/publish.ts';
import { callGit } from '../../git/git.ts';
import type { CallRun } from '../request.ts';
import type { CommitTarget } from './commit-target.ts';

/**
 * Returns words for the end of a message about a push: the number of earlier commits that it publishes, too, as far as
 * the clone knows the remote; '' if there are none, or if that is unknown. Call it before the push, which changes what
 * the clone knows.
 */
export function withEarlierCommits({ tree, home }: CallRun, { isAside, tracked, remote }: CommitTarget): string {
  // The clone of another git repository has only commits of that.
  if (tree.head === undefined || remote === undefined || home !== undefined) return '';
  const known = `refs/remotes/${remote.name}`;
  const lines = (...args: readonly string[]): readonly string[] => {
    const { stdout, status } = callGit(args, { folder: tree.root });
    return status === 0 ? (stdout.toString().match(/^[\da-f]+$/gm) ?? []) : [];
  };
  const branch = isAside ? [] : lines('rev-parse', '--quiet', '--verify', `${known}/${tracked}`);
  // A new branch lacks no commit that another one has.
  const isKnown = branch.length > 0 || lines('for-each-ref', '--count=1', '--format=%(objectname)', known).length > 0;
  if (!isKnown) return '';
  const there = branch.length > 0 ? branch : [`--remotes=${remote.name}`];
  const count = Number(lines('rev-list', '--count', tree.head, '--not', ...there)[0] ?? 0);
  if (count === 0) return '';
  return withEarlier(count, branch.length > 0 ? `${remote.name}/${tracked}` : remote.name);
}
