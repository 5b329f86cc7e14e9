import { diffArrays } from 'diff';
import { realpathSync } from '../process/host-folders.ts';
import { join, relative } from '../process/host-paths.ts';
import { lineCommits } from '../git/line-commits.ts';
import { workTreeOf } from '../git/work-tree.ts';
import type { LineCommits } from '../../src/blame/index.ts';
import type { CommittedLine, LineCommit } from '../../src/upstream/index.ts';

/** Commits of the lines of a local package. */
export class LocalCommits implements LineCommits {
  readonly #folder: string;
  readonly #top: string | undefined;

  /** Finds the git repository of a folder. Throws a `GitError` if git refuses to look. */
  constructor(folder: string) {
    this.#folder = realpathSync(folder);
    const top = workTreeOf(folder)?.root;
    this.#top = top === undefined ? undefined : realpathSync(top);
  }

  /** The text of the work tree is not filtered by git. */
  of(path: string, lines: readonly string[]): ReturnType<LineCommits['of']> {
    if (this.#top === undefined) return lines.map(() => ({ reason: 'not in git' }));
    const file = relative(this.#top, join(this.#folder, path));
    const committed = lineCommits({ folder: this.#top }, 'HEAD', file) ?? [];
    return commitsOf(lines, committed).map((commit) =>
      commit === undefined ? { reason: 'not committed' } : { commit },
    );
  }
}

/** Returns the commit of each line; undefined if the line is not committed. */
function commitsOf(lines: readonly string[], committed: readonly CommittedLine[]): readonly (LineCommit | undefined)[] {
  const found: (LineCommit | undefined)[] = [];
  let next = 0;
  const texts = committed.map(({ text }) => text);
  for (const { added, removed, count } of diffArrays(texts, [...lines])) {
    if (added) found.push(...Array.from({ length: count }, () => undefined));
    else if (!removed) found.push(...committed.slice(next, next + count).map(({ commit }) => commit));
    if (!added) next += count;
  }
  return found;
}
