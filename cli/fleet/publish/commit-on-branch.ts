import {
  commitFailed,
  committedTo,
  earlierTagsPushed,
  pullFailed,
  pushedTo,
  pushFailed,
  pushLate,
  tagged,
  tooManyRaces,
} from '../../../src/fleet/messages/publish.ts';
import { KrmError, failure } from '../../../src/krm/index.ts';
import { callGit, GitError } from '../../git/git.ts';
import { branchRef, type Remote } from '../../git/remote.ts';
import { countUnpublished, isKnownPublished } from '../../git/unpublished-commits.ts';
import { lastCommit } from '../../git/work-tree.ts';
import type { CallRun } from '../request.ts';
import type { CommitTarget } from './commit-target.ts';
import { withEarlierCommits } from './earlier-commits.ts';
import { hint, notPushed, shortId, type EndedApply } from './ended-apply.ts';
import { makeCommit } from './make-commit.ts';
import { NO_REBASED_TAGS, renewTags } from './rebased-tags.ts';
import { startAgain } from './start-again.ts';
import { newTags, removeTags, type NewTags } from './tags.ts';
import { tryPush } from './try-push.ts';
import { VersionTags } from './version-tags.ts';
import { fleetCommand } from '../../../src/fleet/inputs/fleet-command.ts';

/** Maximum number of times that a call starts again on the new head of its branch: somebody could push without end. */
const MAX_RACES = 10;

/**
 * Commits the written files to the current branch, tags variants and pushes all of it together, as the command line asks. `races`: number of
 * times that this call has started again so far. Throws a `KrmError` that says how to push what was committed.
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
 * Reports whether a call pushes earlier commits of the fleet's own branch even if it writes nothing: the push of an earlier run may have
 * been refused. A prune refuses to remove anything elsewhere before they are pushed.
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
