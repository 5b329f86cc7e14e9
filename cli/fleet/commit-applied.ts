import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { callFailure, callGit, git } from '../git/git.ts';
import { writeChanges } from '../package/file-changes.ts';
import { fileError } from '../package/file-error.ts';
import type { FleetRun } from './fleet-run.ts';
import { unusedObjects } from './derive/kept-objects.ts';
import { isUncommitted } from './tree/index-entries.ts';
import type { WorkTree } from './tree/work-tree.ts';

/**
 * Ends a call: removes kept objects that are not used any longer and, with `--commit`, commits what was written. Returns a warning for each written file that git ignores otherwise: other clones
 * would lack it.
 */
export function endApply({ tree, args, written, sourceTimes, variants }: FleetRun): readonly Result[] {
  if (written.length === 0) return [];
  const unused = unusedObjects(tree);
  writeChanges(unused);
  written.push(...unused.map(({ path }) => path));
  const existing = written.filter((path) => existsSync(join(tree.root, path)));
  if (!args.commits) return existing.length === 0 ? [] : ignoredWarnings(tree.root, existing);
  const subject = args.action === 'rollback' ? `Roll back ${variants[0]?.folder ?? ''}` : 'Apply the fleet';
  commit(tree, { written, subject, date: commitDate(tree, Math.max(0, ...sourceTimes)) });
  return [];
}

function ignoredWarnings(folder: string, paths: readonly string[]): readonly Result[] {
  const input = paths.map((path) => `./${path}\0`).join('');
  const args = ['check-ignore', '--stdin', '-z'];
  // It refuses to run if all paths are literal; those that begin with a dot and a slash are.
  const end = callGit(args, { folder, input, variables: { GIT_LITERAL_PATHSPECS: '0' } });
  // 1: it ignores none of them.
  if (end.status !== 0 && end.status !== 1) throw callFailure(args, end);
  const ignored = end.stdout
    .toString()
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.replace(/^\.\//, ''));
  return ignored.map((path) => ({ severity: 'warning', message: ignoredMessage(path), file: { path, index: 0 } }));
}

/** Returns the message about a file that git ignores. */
export function ignoredMessage(path: string): string {
  return `is ignored by git, so other clones would take it for deleted: run \`git add -f ${path}\``;
}

/**
 * Returns the date of a commit that the same inputs always give: that of the last commit, or of a later commit of an upstream. `sourceTime`:
 * in seconds since 1970. Returns undefined if there is neither.
 */
function commitDate({ root: folder, head }: WorkTree, sourceTime: number): string | undefined {
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

/** A commit to make. */
interface NewCommit {
  readonly written: readonly string[];
  readonly subject: string;
  readonly date: string | undefined;
}

/** Commits these files and no other. Runs no hook. */
function commit(tree: WorkTree, { written, subject, date }: NewCommit): void {
  const { root: folder } = tree;
  // Git does not know a removed file that it never tracked.
  const isKnown = (path: string): boolean =>
    existsSync(join(folder, path)) || ![undefined, 'untracked'].includes(tree.file(path)?.state);
  const paths = [...new Set(written)].filter(isKnown);
  if (paths.length === 0) return;
  const input = paths.map((path) => `${path}\0`).join('');
  const list = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  git(['add', '--force', '--all', ...list], { folder, input });
  const message = `${subject}: ${counted(paths.length, 'file')}`;
  git(
    [
      'commit',
      '--quiet',
      '--no-verify',
      '--only',
      `--message=${message}`,
      ...(date === undefined ? [] : [`--date=${date}`]),
      ...list,
    ],
    {
      folder,
      input,
      ...(date !== undefined && { variables: { GIT_COMMITTER_DATE: date } }),
    },
  );
}

/** Throws a `KrmError` if a file of a folder has changes that are not committed: `--commit` would commit them as its own. */
export function refuseUncommitted({ tree }: FleetRun, folder: string): void {
  const found = [...tree.filesBelow(folder).values()].find(isUncommitted);
  if (found === undefined) return;
  throw fileError(found.path, 'must be committed before `--commit`, which would commit this change as its own');
}
