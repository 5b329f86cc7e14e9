import { existsSync, rmSync } from 'node:fs';
import { join } from '../../process/host-paths.ts';
import { callGit, git } from '../../git/git.ts';
import { withFile } from '../../package/file-error.ts';
import type { CallRun } from '../request.ts';
import { removeEmptied } from '../../merge/remove-emptied.ts';

/** Options with which git reads paths from its input. */
export const PATH_LIST = ['--pathspec-from-file=-', '--pathspec-file-nul'];

/**
 * Gives the index the entries of the last commit for these files, or none. Leaves it as it is if it is locked: then
 * nothing was added to it.
 */
export function unstage(folder: string, paths: readonly string[]): void {
  callGit(['reset', '--quiet', ...PATH_LIST], { folder, input: nullEnded(paths) });
}

/**
 * Gives the written files of a call the contents of the last commit, and removes those that it lacks. Only for files
 * that had no other changes. Throws a `KrmError` if that is not possible.
 */
export function undoWritten({ tree: { root }, session: { written } }: Pick<CallRun, 'tree' | 'session'>): void {
  const paths = [...new Set(written)];
  unstage(root, paths);
  const listed = git(['ls-files', '-z', '--', ...new Set(paths.map(topOf))], { folder: root }).toString();
  const tracked = new Set(listed.split('\0'));
  const added = paths.filter((path) => !tracked.has(path) && existsSync(join(root, path)));
  for (const path of added) withFile(path, () => rmSync(join(root, path)));
  removeEmptied(
    root,
    added.map((path) => ({ path, before: '', after: undefined })),
  );
  const input = nullEnded(paths.filter((path) => tracked.has(path)));
  git(['checkout-index', '--force', '--quiet', '-z', '--stdin'], { folder: root, input });
  callGit(['update-index', '--refresh', '--quiet'], { folder: root });
}

/** Returns the first folder of a path. */
function topOf(path: string): string {
  return path.split('/', 1)[0] ?? path;
}

/** Returns paths as git reads them with `PATH_LIST`. */
export function nullEnded(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}
