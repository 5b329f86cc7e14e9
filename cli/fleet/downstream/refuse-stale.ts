import { callGit } from '../../git/git.ts';
import { Remote } from '../../git/remote.ts';
import { failure } from '../../process/failure.ts';

/**
 * Throws a `KrmError` unless the fleet has all commits of the default branch of its remote: a variant in another git repository may be one that
 * somebody has added since, and only seem to be gone.
 */
export function refuseStale(root: string): void {
  const remotes = callGit(['remote'], { folder: root }).stdout.toString().split('\n');
  const name = remotes.includes('origin') ? 'origin' : remotes[0];
  const remote = name === undefined || name === '' ? undefined : Remote.of(root, name);
  const head = remote?.refs('HEAD').get('HEAD');
  if (head === undefined) return;
  if (callGit(['merge-base', '--is-ancestor', head, 'HEAD'], { folder: root }).status === 0) return;
  throw failure(
    `variants in other git repositories must only be removed from a clone of the fleet with all commits of ${remote?.shown}: run \`git pull\`, and look at \`krm-variants fleet prune --check\` again`,
  );
}
