import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from '../../process/host-folders.ts';
import { join } from '../../process/host-paths.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { counted } from '../../../src/wording.ts';
import { callFailure, callGit, git } from '../../git/git.ts';
import { hasModes, headOf, lastCommit } from '../../git/work-tree.ts';
import type { CallRun } from '../request.ts';
import type { Tree } from '../../../src/fleet/ports.ts';
import { nullEnded, PATH_LIST, unstage } from './undo-written.ts';

/**
 * Commits the written files of a call, and no other. Runs no hook. Returns the commit; undefined if HEAD has these
 * files already. Throws a `KrmError` that stages nothing.
 */
export function makeCommit(run: CallRun): string | undefined {
  const { tree, session } = run;
  const { root: folder } = tree;
  // Git does not know a removed file that it never tracked.
  const isKnown = (path: string): boolean =>
    existsSync(join(folder, path)) || ![undefined, 'untracked'].includes(tree.file(path)?.state);
  const paths = [...new Set(session.written)].filter(isKnown);
  if (paths.length === 0) return undefined;
  try {
    return commitPaths(run, paths);
  } catch (error) {
    unstage(folder, paths);
    throw error;
  }
}

function commitPaths(run: CallRun, paths: readonly string[]): string | undefined {
  const { tree, args, session } = run;
  const { root: folder } = tree;
  const input = nullEnded(paths);
  const written = new Set(session.written);
  const changed = run.variants.filter((variant) => written.has(lockFile(variant.folder)));
  const subject = run.task.subject(changed.length === 0 ? run.variants : changed);
  const added = paths.filter((path) => session.newExecutables.has(path));
  const executables = added.length === 0 || hasModes(folder) ? [] : added;
  stage(folder, paths, executables);
  const date = commitDate(tree, Math.max(0, ...session.sourceTimes));
  const message = `${subject}: ${counted(paths.length, 'file')}`;
  const options = [...(args.signs ? ['--gpg-sign'] : []), ...(date === undefined ? [] : [`--date=${date}`])];
  const call = ['commit', '--quiet', '--no-verify', `--message=${message}`, ...options];
  const variables = date === undefined ? {} : { GIT_COMMITTER_DATE: date };
  const end =
    executables.length === 0
      ? callGit([...call, '--only', ...PATH_LIST], { folder, input, variables })
      : withOwnIndex(folder, (index) => {
          stage(folder, paths, executables, index);
          return callGit(call, { folder, variables: { ...variables, ...index } });
        });
  // Files that somebody changed without a commit, and that are as in the last commit again.
  if (end.status === 1 && /^(?:nothing|no changes) (?:added )?to commit/m.test(end.stdout.toString())) return undefined;
  if (end.status !== 0) throw callFailure(call, end);
  return lastCommit(tree);
}

/**
 * Adds files to the index. `executables`: new ones whose mode the disk does not keep. `index`: variables that name
 * another index. Default: that of the work tree.
 */
function stage(folder: string, paths: readonly string[], executables: readonly string[], index = {}): void {
  git(['add', '--force', '--all', ...PATH_LIST], { folder, input: nullEnded(paths), variables: index });
  if (executables.length === 0) return;
  const args = ['update-index', '--chmod=+x', '-z', '--stdin'];
  git(args, { folder, input: nullEnded(executables), variables: index });
}

/**
 * Runs an action with an index that has the files of the last commit: `git commit --only` would take the mode of a new
 * file from the disk.
 */
function withOwnIndex<T>(folder: string, act: (index: Readonly<Record<string, string>>) => T): T {
  const scratch = mkdtempSync(join(tmpdir(), 'krm-variants-index-'));
  const index = { GIT_INDEX_FILE: join(scratch, 'index') };
  try {
    if (headOf({ root: folder }) !== '') git(['read-tree', 'HEAD'], { folder, variables: index });
    return act(index);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/**
 * Returns the date of a commit that the same inputs always give: that of the last commit, or of a later commit of an
 * upstream. `sourceTime`: in seconds since 1970. Returns undefined if there is neither.
 */
function commitDate({ root: folder, head }: Tree, sourceTime: number): string | undefined {
  const args = ['log', '-1', '--format=%ct %cI'];
  const [time = '0', date] =
    head === undefined
      ? []
      : git([...args, head], { folder })
          .toString()
          .trim()
          .split(' ');
  return sourceTime > Number(time) ? `@${sourceTime} +0000` : date;
}
