import { existsSync } from 'node:fs';
import { join } from '../../process/host-paths.ts';
import { foldersAround, isWithin } from '../../../src/fleet/index.ts';
import { fleetCommand } from '../../../src/fleet/inputs/fleet-command.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import {
  commitFailed,
  committedTo,
  earlierTagsPushed,
  earlierUnpublished,
  pullFailed,
  pushedTo,
  pushFailed,
  pushLate,
  tagged,
  taggedAgain,
  tagsLost,
  tooManyRaces,
} from '../../../src/fleet/messages/publish.ts';
import { failure, KrmError, type Result } from '../../../src/krm/index.ts';
import { callGit, git, type GitCall, GitError } from '../../git/git.ts';
import { branchRef, type Remote } from '../../git/remote.ts';
import { findObjects } from '../../git/stored-objects.ts';
import { countUnpublished, isKnownPublished } from '../../git/unpublished-commits.ts';
import { lastCommit } from '../../git/work-tree.ts';
import type { CallRun } from '../request.ts';
import type { CommitTarget } from './commit-target.ts';
import { withEarlierCommits } from './earlier-commits.ts';
import { type EndedApply, hint, type LostRace, notPushed, shortId } from './ended-apply.ts';
import { makeCommit } from './make-commit.ts';
import { type MovedTag, moveTags, newTags, type NewTags, removeTags } from './tags.ts';
import { tryPush } from './try-push.ts';
import { type VersionTag, VersionTags } from './version-tags.ts';

/** Maximum number of times that a call starts again on the new head of its branch: somebody could push without end. */
const MAX_RACES = 10;

/**
 * Commits the written files to the current branch, tags variants and pushes all of it together, as the command line
 * asks. `races`: number of times that this call has started again so far. Throws a `KrmError` that says how to push
 * what was committed.
 */
export function commitOnBranch(run: CallRun, target: CommitTarget, races: number): EndedApply {
  const { root: folder } = run.tree;
  const commit = committed(run, target);
  const { current: branch, remote } = target;
  const known = new VersionTags(folder, remote);
  const published = commit ?? unpublishedHead(run, target);
  // A call that starts again is at the head of the remote branch.
  const earlier = remote === undefined || published === undefined || races > 0 ? '' : withEarlierCommits(run, target);
  const hasEarlier = remote !== undefined && published !== undefined && (commit === undefined || earlier !== '');
  // The clone of another git repository keeps no tags.
  const hasKept = remote !== undefined && run.home === undefined && (run.args.tags || hasEarlier);
  const rebased = hasKept ? renewTags(run, known) : NO_REBASED_TAGS;
  const made = run.args.tags ? newTags(run, known, { remote, lost: rebased.lost }) : NO_TAGS;
  const tags = made.tags;
  const results = [...rebased.results, ...made.results];
  const at = { branch, place: run.home && target.place };
  const about = [
    ...(commit === undefined ? [] : [hint('committed', committedTo(shortId(commit), at))]),
    ...rebased.hints,
    ...tags.map((tag) => hint('tagged', tagged(tag))),
  ];
  const reported = { branch: branch ?? 'HEAD', commit: commit ?? '', pushed: false };
  if (remote === undefined) return { results, hints: about, commit: commit === undefined ? undefined : reported };
  const kept = hasKept ? known.kept() : [];
  if (published === undefined && tags.length + kept.length === 0) return { results, hints: [], commit: undefined };
  const push = new BranchPush(run, target, { remote, commit: published, tags: [...kept, ...tags] });
  const refusal = push.try();
  if (refusal === undefined)
    return {
      results,
      hints: [...about, push.done(races, earlier), ...keptHint(kept)],
      commit: { ...reported, commit: published ?? lastCommit(run.tree), pushed: true },
    };
  if (published === undefined || !push.isLate(published)) throw push.failed(refusal);
  if (races === MAX_RACES) throw push.late(tooManyRaces(MAX_RACES));
  try {
    const lost = startAgain(run, { remote, branch: target.tracked ?? '', commit: published });
    removeTags(folder, tags);
    return { ...NOTHING, lost };
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    throw push.late(error instanceof GitError ? pullFailed(error.message) : error.message);
  }
}

const NOTHING = { results: [], hints: [], commit: undefined } as const;

const NO_TAGS: NewTags = { tags: [], results: [] };

/** Names the tags of earlier calls that were pushed, too: the push of these was refused, or they had no `--push`. */
function keptHint(kept: readonly string[]): EndedApply['hints'] {
  if (kept.length === 0) return [];
  return [hint('pushed', earlierTagsPushed(kept))];
}

/**
 * Reports whether a call pushes earlier commits of the fleet's own branch even if it writes nothing: the push of an
 * earlier run may have been refused. A prune refuses to remove anything elsewhere before they are pushed.
 */
export function mayPushEarlier({ args, task, home }: Pick<CallRun, 'args' | 'task' | 'home'>): boolean {
  const { writes, pushes, branch } = args;
  return writes && pushes && branch === undefined && task.prunes === undefined && home === undefined;
}

/** Returns the last commit if `--push` publishes it although the call made none; undefined if the remote has it. */
function unpublishedHead(run: CallRun, { remote, tracked }: CommitTarget): string | undefined {
  const { root, head } = run.tree;
  if (remote === undefined || tracked === undefined || head === undefined || !mayPushEarlier(run)) return undefined;
  if (isKnownPublished(root, remote, tracked)) return undefined;
  return countUnpublished(root, remote) === 0 ? undefined : lastCommit(run.tree);
}

function committed(run: CallRun, { place }: CommitTarget): string | undefined {
  try {
    return makeCommit(run);
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    throw run.home === undefined
      ? failure('commit-failed', commitFailed(error.message))
      : notPushed(place, error.message);
  }
}

/** Commit and tags that a call is to push. */
interface Pushed {
  readonly remote: Remote;
  readonly commit: string | undefined;
  readonly tags: readonly string[];
}

/** Push of the current branch, with tags. */
class BranchPush {
  readonly #folder: string;
  readonly #head: string | undefined;
  readonly #branch: string;
  readonly #place: string;
  /** Words of the command line that another call needs, too. */
  readonly #words: readonly string[];
  readonly #isElsewhere: boolean;
  readonly #pushed: Pushed;

  constructor({ tree, home, args }: CallRun, { tracked = '', place }: CommitTarget, pushed: Pushed) {
    this.#place = place;
    this.#words = args.repeats ?? [];
    this.#isElsewhere = home !== undefined;
    this.#folder = tree.root;
    this.#head = tree.head;
    this.#branch = tracked;
    this.#pushed = pushed;
  }

  /** Returns the reason of a refusal. Throws a `KrmError` if the remote cannot be reached. */
  try(): string | undefined {
    return tryPush(this.#pushed.remote, this.#refspecs, (reason) => this.failed(reason));
  }

  get #refspecs(): readonly string[] {
    const { commit, tags } = this.#pushed;
    const names = tags.map((tag) => `refs/tags/${tag}`);
    return [...(commit === undefined ? [] : [`${commit}:${branchRef(this.#branch)}`]), ...names];
  }

  /** Reports whether the branch has commits that the commit is not made of: somebody pushed meanwhile. */
  isLate(commit: string): boolean {
    const head = this.#pushed.remote.head(this.#branch);
    if (head === undefined || head === this.#head || head === commit) return false;
    return callGit(['merge-base', '--is-ancestor', head, commit], { folder: this.#folder }).status !== 0;
  }

  /** `earlier`: words about earlier commits that were pushed, too. */
  done(races: number, earlier: string): ReturnType<typeof hint> {
    const how = { races, earlier, isElsewhere: this.#isElsewhere };
    return hint('pushed', pushedTo(this.#place, this.#branch, how));
  }

  /** Returns the error of a push after that of somebody else: the tags are of a commit that must be rebased. */
  late(reason: string): KrmError {
    const words = [...this.#words, '--commit', '--push', '--tag'];
    const next = this.#pushed.tags.length === 0 ? this.#command : fleetCommand('apply', ...words);
    return this.#notPushed(pushLate, reason, next);
  }

  failed(reason: string): KrmError {
    return this.#notPushed(pushFailed, reason, this.#command);
  }

  /** Command that pushes the same. */
  get #command(): string {
    const { remote, commit, tags } = this.#pushed;
    const names = [...(commit === undefined ? [] : [`HEAD:${this.#branch}`]), ...tags];
    return `git push ${names.length > 1 ? '--atomic ' : ''}${[remote.name, ...names].join(' ')}`;
  }

  #notPushed(message: typeof pushFailed, reason: string, command: string): KrmError {
    if (this.#isElsewhere) return notPushed(this.#place, reason);
    const { commit, tags } = this.#pushed;
    const kept = { commit: commit === undefined ? undefined : shortId(commit), tags };
    return failure('push-failed', message(kept, reason, command));
  }
}

/** A commit that could not be pushed, since its branch has others meanwhile. */
interface LateCommit {
  readonly remote: Remote;
  /** Branch of the remote. */
  readonly branch: string;
  readonly commit: string;
}

/**
 * Moves the current branch and the work tree from a commit that came too late to the new head of the remote branch, and
 * restores what the commit has of variants that nobody changed meanwhile. Changes of the user that are not committed
 * stay. Throws a `KrmError` if that is not possible: the commit is then still on the current branch.
 */
function startAgain(run: CallRun, { remote, branch, commit }: LateCommit): LostRace {
  const { tree, session } = run;
  const call = remote.call;
  const head = fetchHead(remote, branch);
  if (tree.head === undefined || callGit(['merge-base', '--is-ancestor', tree.head, head], call).status !== 0)
    throw failure('commits-unpublished', earlierUnpublished(`${remote.name}/${branch}`));
  const changed = namesOf(git(['diff-tree', '-r', '--no-renames', '--name-only', '-z', tree.head, head], call));
  const again = variantsOf(run, changed);
  git(['reset', '--quiet', '--keep', head], call);
  // With a new input, such as a hold, other variants may be concerned, too. Another git repository has no inputs.
  const hasInputs = run.home === undefined && changed.some((path) => !isOutput(run, path));
  // What was pruned may have been edited meanwhile.
  if (again === undefined || hasInputs || run.task.prunes !== undefined) return { again: undefined, written: [] };
  const kept = session.written.filter((path) => ownerOf(path, again) === undefined);
  restore(call, commit, kept);
  return { again, written: kept };
}

function fetchHead(remote: Remote, branch: string): string {
  const ref = 'refs/krm-variants/pushed';
  remote.fetch(`+${branchRef(branch)}:${ref}`);
  const head = git(['rev-parse', '--verify', ref], remote.call).toString().trim();
  git(['update-ref', '-d', ref], remote.call);
  return head;
}

/**
 * Returns the folders of the variants that have one of the paths; undefined if all must run, since some are made of
 * others.
 */
function variantsOf({ variants, chained }: CallRun, paths: readonly string[]): ReadonlySet<string> | undefined {
  const folders = new Set(variants.map(({ folder }) => folder));
  if ([...chained].some((folder) => ownerOf(folder, folders) !== undefined)) return undefined;
  return new Set(paths.flatMap((path) => ownerOf(path, folders) ?? []));
}

/** Returns the folder that a file belongs to: that it is in, or that it is recorded about. */
function ownerOf(path: string, folders: ReadonlySet<string>): string | undefined {
  const recorded = /^\.krm-variants\/lock\/(.+)\.lock$|^\.krm-variants\/base\/(.+)$/.exec(path);
  return foldersAround(recorded?.[1] ?? recorded?.[2] ?? path).find((folder) => folders.has(folder));
}

/** Reports whether a file is one that a run writes, and that no variant is made of. */
function isOutput({ tree, chained }: CallRun, path: string): boolean {
  if (isWithin(path, chained)) return false;
  if (/^\.krm-variants\/(?:lock|base|objects)\//.test(path)) return true;
  return foldersAround(path).some((folder) => existsSync(join(tree.root, lockFile(folder))));
}

/** Gives files the contents that they have in a commit, or removes those that it lacks. */
function restore(call: GitCall, commit: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const tracked = new Set(namesOf(git(['ls-files', '-z'], call)));
  const there = new Set(namesOf(git(['ls-tree', '-r', '--name-only', '-z', '--full-tree', commit], call)));
  const known = [...new Set(paths)].filter((path) => tracked.has(path) || there.has(path));
  const input = known.map((path) => `${path}\0`).join('');
  const list = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  if (known.length > 0) git(['restore', `--source=${commit}`, '--staged', '--worktree', ...list], { ...call, input });
}

function namesOf(output: Buffer): readonly string[] {
  return output
    .toString()
    .split('\0')
    .filter((name) => name !== '');
}

/** Tags of earlier runs whose commits were rebased before they could be pushed. */
interface RebasedTags {
  /** Folders whose last tag no commit of the branch has: they must not get another one. */
  readonly lost: ReadonlySet<string>;
  /** Warnings about tags that are not pushed. */
  readonly results: readonly Result[];
  /** Messages about tags that were made again. */
  readonly hints: readonly Result[];
}

const NO_REBASED_TAGS: RebasedTags = { lost: new Set(), results: [], hints: [] };

/**
 * Makes the tags of rebased commits again, each at the one commit of HEAD that has the author, the date, the message,
 * the folder and the lock of its commit. Leaves those without such a commit, and signed ones in a call without
 * `--sign`, as they are, with a warning. Throws a `GitError` if the remote cannot be reached.
 */
function renewTags({ tree: { root }, args }: CallRun, known: VersionTags): RebasedTags {
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

  /**
   * Returns the commit of HEAD that is another one rebased, with the same folder and lock; undefined if none or several
   * can be.
   */
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
