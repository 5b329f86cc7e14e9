/**
 * Messages about places: other git repositories, folders that move, and files that are not as a folder needs them. Each
 * function returns the text of a result.
 */
import { counted, firstNames } from '../../wording.ts';

export function noBranchName(repository: string): string {
  return `Repository ${JSON.stringify(repository)}: \`spec.git.branch\` must be the name of a branch`;
}

export function notOnHost(repository: string): string {
  return `Repository ${JSON.stringify(repository)}: \`spec.git.repo\` must be a URL on a host, such as https://HOST/PATH, not a folder of this machine`;
}

export function hasPassword(repository: string): string {
  return `Repository ${JSON.stringify(repository)}: \`spec.git.repo\` must not contain a password: store it in git's credential helper`;
}

/** Names the Repository in an error of git about it. */
export function ofRepository(repository: string, error: string): string {
  return `Repository ${JSON.stringify(repository)}: ${error}`;
}

export function mustBePushed(url: string): string {
  return `variants in ${url} must be pushed: add \`--commit --push\`; nothing is written there`;
}

export function noPlaceForVariants(path: string): string {
  return `${JSON.stringify(path)} must be a folder, not a file or a link, since variants are to be written there`;
}

export function goneUnsought(url: string, error: string): string {
  return `cannot look for variants that are gone in ${url}: ${error}; if no variant of this fleet is left there, remove its Repository, and its entry in .git/krm-variants/downstream.json`;
}

export function repositoryUnread(url: string, variants: number, error: string): string {
  return `cannot read ${counted(variants, 'variant')} in ${url}: ${error}`;
}

export function repositoryAlias(url: string): string {
  return `${url} may be the same git repository under another name, since it has the same commits or is not in the cache: add \`--fetch\`, or name it by one URL only`;
}

/** Refuses to remove variants while the git repository of a Repository cannot be read. */
export function repositoryUnknown(url: string): string {
  return `${url} must be read before variants in other git repositories are removed, since one of them may be the same under another name: run this again when it can be reached`;
}

/** `names`: of the variants. */
export function leftOutUnpublished(repository: string, names: readonly string[]): string {
  return `leaves out ${counted(names.length, 'variant')} in ${repository}, ${firstNames(names, (name) => name)}, since the commits of the fleet's own git repository come first, and are not published: solve that, and run the command again`;
}

/** `fleet`: name of the other fleet; undefined for the git repository itself. */
export function ofOtherFleet(
  fleet: string | undefined,
  { adopt, setting }: { readonly adopt: string; readonly setting: string },
): string {
  const whose = fleet === undefined ? 'this git repository itself' : `another fleet, ${fleet}`;
  const renamed =
    fleet === undefined ? '' : `; if that is this one, run \`git config ${setting} ${fleet}\` in its clone`;
  return `is of ${whose}: ask for another folder, or take this one over with \`${adopt}\`${renamed}`;
}

export function cloneOutdated(remote: string | undefined): string {
  return `variants in other git repositories must only be removed from a clone of the fleet with all commits of ${remote}: run \`git pull\`, and look at \`krm-variants fleet prune --check\` again`;
}

export function inputsUncommitted(paths: readonly string[]): string {
  return `${PRUNED_AFTER_INPUTS}: ${firstNames(paths, (path) => path)} ${paths.length === 1 ? 'is' : 'are'} not committed; commit and push first`;
}

/** Things that must be published first. */
export type PublishedFirst = 'inputs' | 'sources';

/** `push`: command that publishes the commits. */
export function unpublished(
  first: PublishedFirst,
  count: number,
  { remote, push }: { readonly remote: string; readonly push: string },
): string {
  const rule = first === 'inputs' ? PRUNED_AFTER_INPUTS : MADE_AFTER_SOURCES;
  return `${rule}: ${counted(count, 'commit')} here ${count === 1 ? 'is' : 'are'} on no branch of ${remote}; run \`${push}\` first`;
}

const MADE_AFTER_SOURCES =
  'the commits of the fleet must be published before variants in other git repositories, which are made of them';

const PRUNED_AFTER_INPUTS =
  'variants in other git repositories must only be removed once the inputs of the fleet are committed and pushed, since other clones would make the variants again';

/** Equal but for case to a folder. */
interface Twin {
  readonly folder: string;
  /** Lock with that name. */
  readonly lock: string;
  readonly prune: string;
  /** Command that keeps the files; undefined if there is none. */
  readonly move: string | undefined;
}

export function twinOfLock({ folder, lock, prune, move }: Twin): string {
  const keep = move === undefined ? '' : `to keep its files, run \`${move}\`; `;
  return `the folder "${folder}" is but for case that of the lock ${lock}: ${keep}if no PackageVariant asks for it, run \`${prune}\`; otherwise name another folder`;
}

export function twinOfFolder(folder: string, path: string): string {
  return `the folder "${folder}" is but for case "${path}", which exists: name another folder, or rename that one`;
}

export function notAround(from: string): string {
  return `must be neither in ${JSON.stringify(from)} nor around it`;
}

export function notAroundVariant(folder: string): string {
  return `must be neither in the folder of the variant ${JSON.stringify(folder)} nor around it`;
}

export const NOT_MOVABLE = 'must be the folder of a variant, but has no lock: name it as `fleet plan` does';

export const TAKEN_BY_MOVE = 'must not exist: name another folder, or move it away';

export const NO_LINK_ON_WAY = 'must not be a symbolic link';

export const NESTED_REPOSITORY = 'must not be a git repository of its own, as a submodule is';

export const NO_PACKAGE_AROUND = 'must not be a package: a variant cannot be in one';

export const MOVED_NOT_CHECKED_OUT = 'is not checked out: run `git sparse-checkout add` for its folder';

export const MOVED_IN_CONFLICT = 'has a conflict of git: resolve it first';

export const MOVED_UNSTAGED =
  'has changes that are not staged, and must change with the move: stage them with `git add`, or undo them, and run this again';

/** `failed`: number of PackageVariants that are wrong. */
export function noVariantToMove(from: string, failed: number): string {
  const hint = failed === 0 ? '' : ', or it is wrong: run `fleet plan`';
  return `no PackageVariant asks for ${JSON.stringify(from)}${hint}; write one for the new folder before the next \`fleet apply\``;
}

/** `others`: number of other variants in the Repository. */
export function repositoryMoves(folder: string, others: number): string {
  const move = `; ${counted(others, 'other variant')} of this Repository ${others === 1 ? 'is' : 'are'} then in another folder, too: move ${others === 1 ? 'it' : 'them'} with \`fleet move\``;
  return `${OLD_FOLDER} ${JSON.stringify(folder)}${others === 0 ? '' : move}`;
}

export function downstreamMoves(place: { readonly repository: string; readonly package: string }): string {
  return `${OLD_FOLDER} the Repository ${JSON.stringify(place.repository)} and the package ${JSON.stringify(place.package)}`;
}

/** `to`: a folder that no Repository holds. */
export function downstreamMovesOutside(to: string): string {
  return `${OLD_FOLDER} a Repository whose folder holds ${JSON.stringify(to)}, and the package's path in that folder`;
}

const OLD_FOLDER = 'names the old folder: before the next `fleet apply`, change it to';

export function inputsMoved(before: string): string {
  return `PackageVariants moved here from ${before}: their locks change`;
}

/** `paths`: files that are left in the old folder. */
export function filesLeftBehind(paths: readonly string[], folder: string): string {
  return `has ${counted(paths.length, 'file')} (${firstNames(paths, (path) => path)}), but its variant was moved to ${folder}: move the files there, or remove them`;
}

/** `command`: checks it out. */
export function notCheckedOut(command: string): string {
  return `is not checked out: run \`${command}\``;
}

export const UNMERGED = 'is in a merge conflict of git: resolve it, and `git add` the file';

export const NOT_REGULAR = 'skipped: not a regular file';

export function kindSkipped(kind: string): string {
  return `skipped: ${kind} is not read`;
}

export function behindLink(link: string): string {
  return `must not be behind a symbolic link, as "${link}" is: git has no files behind it; put the folder itself there`;
}

export function placeIsLink(link: string): string {
  return `the folder of a Repository must not be a symbolic link, as "${link}" is`;
}

export function noWorkTree(folder: string): string {
  return `${JSON.stringify(folder)} must be in the work tree of a git repository, which keeps what was derived: run \`git init\``;
}

export const UNSHALLOW = 'run `git fetch --unshallow`';
export const ADD_FETCH = 'add `--fetch`';
export const FETCH_BRANCH = 'fetch a branch or tag that has it';

/** `remedy`: how to get the commit of an `upstreamLock`. */
export function lockedCommitUnknown(commit: string, remedy: string): string {
  return `commit ${commit} of \`upstreamLock\` must be in this repository, or in that of the upstream: ${remedy}`;
}

export function nameUpstreamFirst(repository: string): string {
  return `let \`spec.upstream\` of its PackageVariant name the version in ${repository} first`;
}

/** `around`: folder that the file would be in. `records`: folder of the records of the fleet. */
export function reportInside(file: string, around: string, records: string): string {
  return `\`--report\` must write outside of variants and of ${records}: "${file}" is in ${around}`;
}
