import { taggedAgain, tagsLost } from '../../../src/fleet/messages/publish.ts';
import type { Result } from '../../../src/krm/index.ts';
import { callGit, git } from '../../git/git.ts';
import { findObjects } from '../../git/stored-objects.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import type { CallRun } from '../request.ts';
import { hint, shortId } from './ended-apply.ts';
import { moveTags, type MovedTag } from './tags.ts';
import type { VersionTag, VersionTags } from './version-tags.ts';

/** Tags of earlier runs whose commits were rebased before they could be pushed. */
export interface RebasedTags {
  /** Folders whose last tag no commit of the branch has: they must not get another one. */
  readonly lost: ReadonlySet<string>;
  /** Warnings about tags that are not pushed. */
  readonly results: readonly Result[];
  /** Messages about tags that were made again. */
  readonly hints: readonly Result[];
}

export const NO_REBASED_TAGS: RebasedTags = { lost: new Set(), results: [], hints: [] };

/**
 * Makes the tags of rebased commits again, each at the one commit of HEAD that has the author, the date, the message, the folder and the lock of its
 * commit. Leaves those without such a commit, and signed ones in a call without `--sign`, as they are, with a warning. Throws a `GitError` if the
 * remote cannot be reached.
 */
export function renewTags({ tree: { root }, args }: CallRun, known: VersionTags): RebasedTags {
  const stale = known.stale();
  if (stale.length === 0) return NO_REBASED_TAGS;
  const found = new RebasedCommits(root);
  const moved: MovedTag[] = [];
  const lost: VersionTag[] = [];
  for (const { isAnnotated, commit, ...tag } of stale) {
    if (found.isOnBranch(commit)) continue;
    const to = isAnnotated && !args.signs ? undefined : found.successor(commit, tag.folder);
    if (to === undefined) lost.push(tag);
    else moved.push({ name: tag.name, to });
  }
  moveTags(root, moved, args.signs);
  return {
    lost: new Set(lost.map(({ folder }) => folder)),
    results:
      lost.length === 0
        ? []
        : [{ severity: 'warning', code: 'tag-not-pushed', message: tagsLost(lost.map(({ name }) => name)) }],
    hints: moved.map(({ name, to }) => hint('tagged', taggedAgain(name, shortId(to)))),
  };
}

/** Commits that a rebase made of others. */
class RebasedCommits {
  readonly #root: string;
  readonly #onBranch = new Map<string, boolean>();
  readonly #candidates = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Reports whether a branch here or on a remote, as far as the clone knows it, has a commit. */
  isOnBranch(commit: string): boolean {
    return remembered(this.#onBranch, commit, () => {
      const call = ['for-each-ref', '--count=1', '--contains', commit, 'refs/heads', 'refs/remotes'];
      return git(call, { folder: this.#root }).length > 0;
    });
  }

  /** Returns the commit of HEAD that is another one rebased, with the same folder and lock; undefined if none or several can be. */
  successor(commit: string, folder: string): string | undefined {
    const candidates = remembered(this.#candidates, commit, () => this.#sameCommits(commit));
    const [own, ...contents] = this.#contents([commit, ...candidates], folder);
    const [first, ...others] = candidates.filter((_, at) => contents[at] === own);
    return others.length === 0 && own !== undefined ? first : undefined;
  }

  /** Returns the commits of HEAD with the author, the date and the message of another commit, which HEAD lacks. */
  #sameCommits(commit: string): readonly string[] {
    const list = (...commits: readonly string[]): readonly (readonly [string, string])[] => {
      const format = '--format=%H%n%an%n%ae%n%at%n%B';
      const { stdout, status } = callGit(['log', '-z', format, ...commits], { folder: this.#root });
      const logged = status === 0 ? stdout.toString().split('\0') : [];
      return logged.map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n'))]);
    };
    const [own] = list('--max-count=1', commit);
    return list('HEAD', `^${commit}`).flatMap(([id, about]) => (about === own?.[1] ? [id] : []));
  }

  /** Returns the ids of a folder and its lock in commits; undefined for a commit that lacks one of them. */
  #contents(commits: readonly string[], folder: string): readonly (string | undefined)[] {
    const names = commits.flatMap((id) => [`${id}:${folder}`, `${id}:${lockFile(folder)}`]);
    const objects = findObjects({ folder: this.#root }, names);
    return commits.map((_, at) => {
      const [content, lock] = [objects[2 * at], objects[2 * at + 1]];
      return content === undefined || lock === undefined ? undefined : `${content.id} ${lock.id}`;
    });
  }
}

function remembered<K, V>(values: Map<K, V>, key: K, read: () => V): V {
  const value = values.get(key) ?? read();
  values.set(key, value);
  return value;
}
