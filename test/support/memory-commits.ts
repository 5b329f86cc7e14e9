import { diffArrays } from 'diff';
import type { LockCommit, LockCommits } from '../../cli/fleet/store/lock-commits.ts';
import type { LineCommits } from '../../src/blame/index.ts';
import { LOCK_FOLDER } from '../../src/fleet/inputs/fleet-paths.ts';
import type { CommittedLine, LineCommit } from '../../src/upstream/index.ts';
import type { MemoryCommit, MemoryRepository } from './memory-repository.ts';

/** Name of the author of all commits in memory, as in the repositories that tests have on the disk. */
const AUTHOR = 'a';

/** Returns a commit and its ancestors, the newest first. */
export function withAncestors(commit: MemoryCommit | undefined): readonly MemoryCommit[] {
  const all: MemoryCommit[] = [];
  for (let each = commit; each !== undefined; each = each.parent) all.push(each);
  return all;
}

/** Returns the date of a commit, in the time zone of UTC. */
export function dateOf({ time }: MemoryCommit): string {
  return new Date(time * 1000).toISOString().slice(0, 10);
}

/** Returns the lines of a file of a commit, with their commits; undefined if the commit lacks the file. */
export function committedLines(commit: MemoryCommit | undefined, path: string): readonly CommittedLine[] | undefined {
  return withAncestors(commit)
    .toReversed()
    .reduce<readonly CommittedLine[] | undefined>((before, each) => linesAfter(before, each, path), undefined);
}

function linesAfter(
  before: readonly CommittedLine[] = [],
  commit: MemoryCommit,
  path: string,
): readonly CommittedLine[] | undefined {
  const { files, parent } = commit;
  const file = files.get(path);
  if (file === undefined) return undefined;
  if (file.id === parent?.files.get(path)?.id) return before;
  const texts = file.content.toString().replace(/\n$/, '').split('\n');
  const known = knownCommits(before, texts);
  return texts.map((text, index) => ({ text, commit: known[index] ?? lineCommit(commit) }));
}

/** Returns the commits of the lines that a text already had; undefined for a new line. */
function knownCommits(before: readonly CommittedLine[], now: readonly string[]): readonly (LineCommit | undefined)[] {
  const found: (LineCommit | undefined)[] = [];
  let next = 0;
  const texts = before.map(({ text }) => text);
  for (const { added, removed, count } of diffArrays(texts, [...now])) {
    if (added) found.push(...Array.from({ length: count }, () => undefined));
    else if (!removed) found.push(...before.slice(next, next + count).map(({ commit }) => commit));
    if (!added) next += count;
  }
  return found;
}

function lineCommit(commit: MemoryCommit): LineCommit {
  return { commit: commit.id, author: AUTHOR, date: dateOf(commit), subject: commit.message, isCutOff: false };
}

/** Returns the commits of the lines of a file as it is now, as `LineCommits` does. */
export function lineCommitsNow(
  head: MemoryCommit | undefined,
  path: string,
  lines: readonly string[],
): ReturnType<LineCommits['of']> {
  return knownCommits(committedLines(head, path) ?? [], lines).map((commit) =>
    commit === undefined ? { reason: 'not committed' } : { commit },
  );
}

/** Commits of a repository in memory, as far as they changed locks. None is a merge. */
export class MemoryLockCommits implements LockCommits {
  readonly #repository: MemoryRepository;

  constructor(repository: MemoryRepository) {
    this.#repository = repository;
  }

  changes(from: string, path: string): readonly LockCommit[] {
    return withAncestors(this.#repository.commits.get(from)).flatMap((each) => {
      const [file, before] = [each.files.get(path), each.parent?.files.get(path)];
      if (file?.id === before?.id && file?.mode === before?.mode) return [];
      const date = `${new Date(each.time * 1000).toISOString().slice(0, -5)}+00:00`;
      const commit = { id: each.id, author: AUTHOR, date, subject: each.message };
      const parents = each.parent === undefined ? [] : [each.parent.id];
      return [{ commit, parents, isAdded: before === undefined, id: file?.id }];
    });
  }

  writerOf({ commit }: LockCommit): LockCommit['commit'] {
    return commit;
  }

  removed(from: string, to: string | undefined): ReadonlyMap<string, string> {
    const { commits, entries } = this.#repository;
    const now = to === undefined ? entries : commits.get(to)?.files;
    const locks = [...(commits.get(from)?.files ?? [])].filter(([path]) => path.startsWith(`${LOCK_FOLDER}/`));
    const removed = locks.filter(([path]) => now?.has(path) !== true);
    return new Map(removed.map(([path, { id }]) => [path, id]));
  }
}
