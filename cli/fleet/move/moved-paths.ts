import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callGit, git } from '../../git/git.ts';
import { withFile } from '../../package/file-error.ts';
import { baseFolder, lockFile } from '../fleet-paths.ts';

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
