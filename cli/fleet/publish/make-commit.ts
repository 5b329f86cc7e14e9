import { existsSync } from 'node:fs';
import { join } from '../../process/host-paths.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { counted } from '../../../src/wording.ts';
import { callFailure, callGit, git } from '../../git/git.ts';
import { lastCommit } from '../../git/work-tree.ts';
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
  git(['add', '--force', '--all', ...PATH_LIST], { folder, input });
  const date = commitDate(tree, Math.max(0, ...session.sourceTimes));
  const message = `${subject}: ${counted(paths.length, 'file')}`;
  const options = [...(args.signs ? ['--gpg-sign'] : []), ...(date === undefined ? [] : [`--date=${date}`])];
  const call = ['commit', '--quiet', '--no-verify', '--only', `--message=${message}`, ...options, ...PATH_LIST];
  const variables = date === undefined ? {} : { GIT_COMMITTER_DATE: date };
  const end = callGit(call, { folder, input, variables });
  // Files that somebody changed without a commit, and that are as in the last commit again.
  if (end.status === 1 && /^(?:nothing|no changes) (?:added )?to commit/m.test(end.stdout.toString())) return undefined;
  if (end.status !== 0) throw callFailure(call, end);
  return lastCommit(tree);
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
