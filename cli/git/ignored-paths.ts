import { realpathSync } from '../process/host-folders.ts';
import { join } from '../process/host-paths.ts';
import { callFailure, callGit, git } from './git.ts';

/** Returns those of some paths that git ignores. `folder`: folder of a work tree that the paths are relative to. */
export function ignoredPaths(folder: string, paths: readonly string[]): ReadonlySet<string> {
  if (paths.length === 0) return new Set();
  const input = paths.map((path) => `./${path}\0`).join('');
  const args = ['check-ignore', '--stdin', '-z'];
  // It refuses to run if all paths are literal; those that begin with a dot and a slash are.
  const end = callGit(args, { folder, input, variables: { GIT_LITERAL_PATHSPECS: '0' } });
  // 1: it ignores none of them.
  if (end.status !== 0 && end.status !== 1) throw callFailure(args, end);
  const ignored = end.stdout
    .toString()
    .split('\0')
    .filter((path) => path !== '');
  return new Set(ignored.map((path) => path.replace(/^\.\//, '')));
}

/**
 * Returns the files that git would ignore in a folder outside of a work tree, by the rules in that folder. Paths are
 * relative to it.
 */
export function ignoredBelow({ gitDir }: { readonly gitDir: string }, folder: string): ReadonlySet<string> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-per-directory=.gitignore', '-z'];
  // Without an index, git tracks none of them.
  const variables = { GIT_WORK_TREE: realpathSync(folder), GIT_INDEX_FILE: join(gitDir, 'krm-variants-no-index') };
  const text = git(args, { gitDir, folder, variables }).toString();
  return new Set(text.split('\0').filter((path) => path !== ''));
}
