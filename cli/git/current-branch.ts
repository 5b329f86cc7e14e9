import { callGit } from './git.ts';

/** Returns the current branch of a git repository; undefined if there is none. */
export function currentBranch(root: string): string | undefined {
  const { status, stdout } = callGit(['symbolic-ref', '--quiet', '--short', 'HEAD'], { folder: root });
  return status === 0 ? stdout.toString().trim() : undefined;
}
