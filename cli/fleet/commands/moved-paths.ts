import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MOVED_UNSTAGED } from '../../../src/fleet/messages/places.ts';
import { KrmError, fileError } from '../../../src/krm/index.ts';
import { callGit, git } from '../../git/git.ts';
import { withFile } from '../../package/file-error.ts';
import { baseFolder, lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import type { RootedChange } from '../../../src/package/index.ts';

/** File or folder with its new path. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/** Returns what a variant consists of: its folder, its lock, and its kept bases. */
export function partsOf(from: string, to: string): readonly Move[] {
  const pathsOf = (folder: string): readonly string[] => [folder, baseFolder(folder), lockFile(folder)];
  return pathsOf(from).map((path, index) => ({ from: path, to: pathsOf(to)[index] ?? '' }));
}

/**
 * Moves files and folders of a work tree, with everything in them, and their entries in git's index. What is staged stays staged, and other changes
 * stay in the work tree. Leaves out those that do not exist, such as those that a killed call has moved.
 */
export function movePaths(root: string, moves: readonly Move[]): void {
  for (const { from, to } of moves)
    if (existsSync(join(root, from)))
      withFile(to, () => {
        mkdirSync(dirname(join(root, to)), { recursive: true });
        renameSync(join(root, from), join(root, to));
      });
  moveEntries(root, moves);
  for (const { from } of moves) removeEmptied(root, dirname(from));
}

/** Changes that come with a move. */
interface MoveChanges {
  readonly lock: readonly RootedChange[];
  readonly decisions: readonly RootedChange[];
}

/**
 * Returns the changed files to stage with the moved entries, so that a commit has the whole move or nothing of it: those that git tracks, apart from a lock with
 * changes of its own, which a commit leaves behind with its files. Throws a `KrmError` for other files with changes that are not staged.
 */
export function stagedChanges(root: string, { lock, decisions }: MoveChanges, { from, to }: Move): readonly string[] {
  const named = decisions.map(({ path }) => path);
  const tracked = listed(root, ['ls-files', '-z', '--', ...named, lockFile(from), lockFile(to)]);
  callGit(['update-index', '-q', '--refresh'], { folder: root });
  const changed = listed(root, ['diff-files', '--name-only', '-z', '--', ...tracked]);
  const errors = named
    .filter((path) => changed.has(path))
    .flatMap((path) => fileError(path, 'changes-uncommitted', MOVED_UNSTAGED).results);
  if (errors.length > 0) throw new KrmError(errors);
  const hasLock = [from, to].map(lockFile).some((path) => tracked.has(path) && !changed.has(path));
  return [...(hasLock ? lock.map(({ path }) => path) : []), ...named.filter((path) => tracked.has(path))];
}

function listed(root: string, args: readonly string[]): ReadonlySet<string> {
  const list = git(args, { folder: root }).toString().split('\0');
  return new Set(list.filter((path) => path !== ''));
}

/** Stages files as they are in the work tree. */
export function stagePaths(root: string, paths: readonly string[]): void {
  if (paths.length > 0) git(['add', '--force', '--', ...paths], { folder: root });
}

function moveEntries(root: string, moves: readonly Move[]): void {
  const list = git(['ls-files', '-s', '-z', '--', ...moves.map(({ from }) => from)], { folder: root }).toString();
  const entries = list.split('\0').filter((entry) => entry !== '');
  if (entries.length === 0) return;
  const lines = entries.flatMap((entry) => {
    const [info = '', path = ''] = entry.split('\t');
    const move = moves.find(({ from }) => path === from || path.startsWith(`${from}/`));
    if (move === undefined) return [];
    return [
      `0 ${info.split(' ')[1]?.replaceAll(/./g, '0') ?? ''}\t${path}\0`,
      `${info}\t${move.to}${path.slice(move.from.length)}\0`,
    ];
  });
  git(['update-index', '-z', '--index-info'], { folder: root, input: lines.join('') });
  // It exits with 1 if a file has changes.
  callGit(['update-index', '-q', '--refresh'], { folder: root });
}

/** Removes folders that are empty now, from a folder upwards. */
function removeEmptied(root: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    try {
      rmdirSync(join(root, path));
    } catch {
      // It holds something else, or was removed already.
      return;
    }
  }
}
