/** Messages about commits, branches, tags and pushes. Each function returns the text of a result. */
import { counted, firstNames } from '../../wording.ts';

export const NO_FIRST_COMMIT = '`--branch` must have a commit to start from: commit the files of the fleet first';

/** `run`: placeholder for a digest of the changes. */
export function branchIsCurrent(branch: string, run: string): string {
  return `\`--branch\` must be a new branch, and ${branch} is the current one: leave \`--branch\` out, or pass \`--branch '${branch}-${run}'\``;
}

export const NO_BRANCH = '`--push` must be on a branch: run `git switch BRANCH`, or name a new one with `--branch`';

export function noRemote(name: string): string {
  return `\`--push\` must have a remote: run \`git remote add ${name} URL\``;
}

/** `branch`: a new one; undefined for the current one. `place`: another git repository. */
export function committedTo(
  commit: string,
  { branch, place }: { readonly branch: string | undefined; readonly place: string | undefined },
): string {
  return `committed ${commit}${branch === undefined ? '' : ` to the branch ${branch}`}${place === undefined ? '' : ` of ${place}`}`;
}

export function committedAside(commit: string, branch: string): string {
  return `committed ${commit} to the branch ${branch}; the current branch is as before`;
}

export function commitFailed(reason: string): string {
  return `written, but not committed: ${reason}`;
}

export function nothingWritten(reason: string): string {
  return `not committed, and nothing is written: ${reason}`;
}

export function tagged(tag: string): string {
  return `tagged ${tag}`;
}

export function taggedAgain(tag: string, commit: string): string {
  return `tagged ${tag} again, at ${commit}: its commit was rebased`;
}

/**
 * `races`: how often others pushed meanwhile. `earlier`: `withEarlier`, or ''. `isElsewhere`: to another git
 * repository.
 */
export function pushedTo(
  place: string,
  branch: string,
  { races, earlier, isElsewhere }: { readonly races: number; readonly earlier: string; readonly isElsewhere: boolean },
): string {
  const again = races === 0 ? '' : `, after others had pushed ${races === 1 ? 'once' : `${races} times`} meanwhile`;
  return `pushed to ${place}${isElsewhere ? ', branch ' : '/'}${branch}${again}${earlier}`;
}

/** `earlier`: `withEarlier`, or ''. */
export function branchPushed(branch: string, place: string, earlier: string): string {
  return `pushed the branch ${branch} to ${place}${earlier}`;
}

export function branchUnchanged(branch: string, place: string): string {
  return `the branch ${branch} of ${place} has these changes already: nothing is pushed again`;
}

export function earlierTagsPushed(tags: readonly string[]): string {
  return `pushed the tag${tags.length === 1 ? '' : 's'} ${firstNames(tags, (name) => name)} of an earlier run`;
}

/** End of a message about a push. `place`: the remote, or its branch. */
export function withEarlier(count: number, place: string): string {
  return `, with ${counted(count, 'earlier commit')} that ${place} lacked`;
}

/** Commit and tags that were made, but not pushed. */
interface NotPushed {
  readonly commit: string | undefined;
  readonly tags: readonly string[];
}

/** `command`: pushes again, or applies again. */
export function pushFailed(kept: NotPushed, reason: string, command: string): string {
  return notPushed(kept, reason, `run \`${command}\` once that is solved`);
}

/** `command`: pushes again, or applies again. */
export function pushLate(kept: NotPushed, reason: string, command: string): string {
  return notPushed(kept, reason, `then run \`${command}\``);
}

function notPushed({ commit, tags }: NotPushed, reason: string, remedy: string): string {
  const made = [...(commit === undefined ? [] : [`commit ${commit}`]), ...tags.map((tag) => `tag ${tag}`)];
  const more = made.length > 3 ? ' and more' : '';
  return `not pushed, but kept here: ${made.slice(0, 3).join(', ')}${more}: ${reason}; ${remedy}`;
}

export function branchNotPushed(branch: string, reason: string, command: string): string {
  return `the branch ${branch} is committed here, but not pushed: ${reason}; run \`${command}\` once that is solved`;
}

export function repositoryUnchanged(repository: string, reason: string): string {
  return `${repository} is unchanged: ${reason}; solve this, and run the command again`;
}

export function tooManyRaces(races: number): string {
  return `others pushed ${races} times during this run: run \`git pull --rebase\``;
}

export function pullFailed(reason: string): string {
  return `${reason}: solve this, and run \`git pull --rebase\``;
}

/** `tracked`: branch of the remote. */
export function earlierUnpublished(tracked: string): string {
  return `the current branch has earlier commits that ${tracked} lacks: run \`git pull --rebase\``;
}

/**
 * `place`: the remote that has the branch; undefined if it is a branch here. `run`: placeholder for a digest of the
 * changes.
 */
export function branchExists(branch: string, place: string | undefined, run: string): string {
  return `the branch ${branch}${place === undefined ? '' : ` of ${place}`} must have no other changes than this run: nothing is committed; merge or delete this branch, or pass \`--branch '${branch}-${run}'\``;
}

export function tagsLost(names: readonly string[]): string {
  const [tags, are, commits] = names.length === 1 ? ['tag', 'is', 'a commit'] : ['tags', 'are', 'commits'];
  return `the ${tags} ${firstNames(names, (name) => name)} ${are} of ${commits} that no branch has, and ${are} not pushed: run \`git tag --delete ${names.join(' ')}\`, and \`krm-variants fleet apply --commit --push --tag\``;
}

export function otherTag(tag: string, folder: string, remote: string): string {
  return `the tag ${tag} of this clone is not that of ${remote}, so ${folder} is not tagged: run \`git fetch --force ${remote} tag ${tag}\`, and this again`;
}

/** `hasInputs`: some are inputs of the fleet. */
export function dependsOnUncommitted(paths: readonly string[], hasInputs: boolean): string {
  const isOne = paths.length === 1;
  const names = firstNames(paths, (path) => path);
  const ignoring = hasInputs ? ', or name what is not for the fleet in .krmignore' : '';
  return `${counted(paths.length, 'file')} that this call depends on ${isOne ? 'is' : 'are'} not committed, ${names}: other clones lack ${isOne ? 'it' : 'them'}, and would undo what is committed here; commit ${isOne ? 'this file' : 'these files'}, too${ignoring}`;
}

export function removalsUncommitted(folders: readonly string[]): string {
  const [is, it, removals] = folders.length === 1 ? ['is', 'it', 'this removal'] : ['are', 'them', 'these removals'];
  return `${counted(folders.length, 'removed variant')} ${is} not committed, ${firstNames(folders, (each) => each)}: other clones still have ${it}; commit ${removals}, too`;
}

export function ignoredByGit(path: string): string {
  return `is ignored by git, so other clones would take it for deleted: run \`git add -f ${path}\``;
}

export const OWN_CHANGE = 'must be committed before `--commit`, which would commit this change as its own';

export function lockOfEarlierRun(folder: string): string {
  return `is of an earlier run that was not committed: commit it with ${folder}`;
}

export const BASE_KEPT = 'keeps the derived text of an edited file, which no commit has: commit it with the variant';
