import { LOCK_FOLDER } from '../../../src/fleet/inputs/fleet-paths.ts';
import { callGit, git } from '../../git/git.ts';
import type { HistoryCommit } from '../../../src/fleet/ports.ts';

/** Change of a file by a commit. */
export interface LockCommit {
  /** Commit of the current branch. */
  readonly commit: HistoryCommit;
  readonly parents: readonly string[];
  /** True if its first parent does not have the file. */
  readonly isAdded: boolean;
  /** Id of the new content; undefined if the commit removed the file. */
  readonly id: string | undefined;
}

/** Commits of a repository, as far as they changed locks. */
export interface LockCommits {
  /**
   * Returns the changes of a lock along the first parents of a commit, the newest first. A merge counts as one
   * change.
   */
  changes(from: string, path: string): readonly LockCommit[];
  /**
   * Returns the commit that wrote the content of a lock that a merge brought in; the merge itself if no commit of
   * the merged branches did, since it combined them.
   */
  writerOf(change: LockCommit, path: string): HistoryCommit;
  /**
   * Returns the locks of a commit that another one lacks, by path with their ids. `to`: undefined for the work
   * tree.
   */
  removed(from: string, to: string | undefined): ReadonlyMap<string, string>;
}

/** Fields of a commit in the output of `git log`. */
const FORMAT = '--format=%H%x00%P%x00%an%x00%aI%x00%s';
const LOG = ['log', '-m', '--raw', '--no-abbrev', '--no-renames', '-z', FORMAT];

/** Commits of a git repository on the disk, as git lists them. */
export class GitLockCommits implements LockCommits {
  readonly #root: string;

  /** `root`: top folder of a work tree. */
  constructor(root: string) {
    this.#root = root;
  }

  changes(from: string, path: string): readonly LockCommit[] {
    return parseCommits(git([...LOG, '--first-parent', from, '--', path], { folder: this.#root }).toString());
  }

  writerOf({ commit, parents, id }: LockCommit, path: string): HistoryCommit {
    const [first] = parents;
    if (first === undefined || parents.length === 1) return commit;
    const range = ['--full-history', '--no-merges', commit.id, `^${first}`];
    const merged = parseCommits(git([...LOG, ...range, '--', path], { folder: this.#root }).toString());
    return merged.find((each) => each.id === id)?.commit ?? commit;
  }

  removed(from: string, to: string | undefined): ReadonlyMap<string, string> {
    const ends = to === undefined ? [from] : [from, to];
    const args = ['diff', '--raw', '--no-abbrev', '--no-renames', '--diff-filter=D', '-z', ...ends, '--', LOCK_FOLDER];
    const fields = git(args, { folder: this.#root }).toString().split('\0');
    const removed = new Map<string, string>();
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const [, , id = ''] = (fields[at] ?? '').split(' ');
      removed.set(fields[at + 1] ?? '', id);
    }
    return removed;
  }
}

function parseCommits(text: string): readonly LockCommit[] {
  const fields = text.split('\0');
  const commits: LockCommit[] = [];
  for (let at = 0; at + 5 < fields.length;) {
    const [id = '', parents = '', author = '', date = '', subject = ''] = fields.slice(at, at + 5);
    const commit = { id, author, date, subject };
    // A line break separates a commit from its files: `:mode mode id id status`, and the path after it.
    for (at += 5; fields[at]?.trimStart().startsWith(':') === true; at += 2) {
      const [, , , blob, status] = (fields[at] ?? '').trimStart().split(' ');
      commits.push({
        commit,
        parents: parents.split(' ').filter((each) => each !== ''),
        isAdded: status === 'A',
        id: status === 'D' ? undefined : blob,
      });
    }
  }
  return commits;
}

/** Returns the id of a file in a commit; undefined if the commit does not have it. */
export function blobIn(root: string, commit: string, path: string): string | undefined {
  const { stdout, status } = callGit(['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}:${path}`], {
    folder: root,
  });
  return status === 0 ? stdout.toString().trim() : undefined;
}
