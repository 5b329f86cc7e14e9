/**
 * Messages about git: its calls, its repositories and their cache, and files of commits. Each function returns the text
 * of a result.
 */
import { didYouMean } from '../nearest-name.ts';
import { oneOf } from '../wording.ts';

export const GIT_NEEDED = 'git must be installed, and on the PATH';

/** Is about the folder in which git is called. */
export const CALL_FOLDER_NEEDED = 'must exist';

/** `command`: first arguments of the call. `reason`: error of git, or a reason of this file. */
export function gitFailed(command: string, reason: string): string {
  return `git ${command} failed: ${reason}`;
}

/** Reason why git failed. */
export const IDENTITY_NEEDED =
  'git must know who you are: run `git config --global user.name "YOUR NAME"` and `git config --global user.email YOU@EXAMPLE.COM`';

/** Reason why git failed. `error`: the one of git about the lock file. */
export function lockedByOther(error: string): string {
  return `${error}: another git process seems to be running: wait for it, or remove this file if there is none`;
}

/** Reason why git failed. */
export const NO_REASON = 'it printed no reason';

/** `command`: first argument of the call. */
export function printedTooMuch(command: string, limit: number): string {
  return `git ${command} must print at most ${limit} bytes`;
}

/** `reason`: of the system. */
export function cacheUnusable(reason: string): string {
  return `${reason}: repositories are cached there; to cache them elsewhere, set \`XDG_CACHE_HOME\` to a folder`;
}

/** Part of a repository that the cache lacks: `files` are those of a commit. */
export type UncachedPart =
  'repository' | 'references' | 'files' | { readonly branch: string } | { readonly commit: string };

/** `option`: the one that fetches it; undefined if the call has `--offline`. */
export function notCached(part: UncachedPart, repository: string, option: string | undefined): string {
  const remedy = option === undefined ? ' with `--offline`: run this once without it' : `: add \`${option}\``;
  return `${partName(part)}${repository} must be in the cache${remedy}`;
}

function partName(part: UncachedPart): string {
  if (part === 'repository') return '';
  if (part === 'references') return 'the references of ';
  if (part === 'files') return 'some files of this commit of ';
  return 'branch' in part ? `the branch ${part.branch} of ` : `commit ${part.commit} of `;
}

/** Is about the branch to which variants are written. */
export function branchNeeded(repository: string, branch: string): string {
  return `${repository} must have the branch ${branch}: push a first commit to it`;
}

/** `namedBy`: what can name a branch. */
export function noDefaultBranch(repository: string, namedBy: 'address' | 'Repository'): string {
  const remedy =
    namedBy === 'address' ? 'name a tag, a branch or a commit after "@"' : 'set `spec.git.branch` of its Repository';
  return `${repository} has no default branch: ${remedy}`;
}

/** `names`: revisions of the repository. */
export function unknownRevision(name: string, repository: string, names: readonly string[]): string {
  return `${JSON.stringify(name)} must be a tag, a branch or a commit of ${repository}${didYouMean(name, names)}`;
}

export function noCommit(repository: string, commit: string): string {
  return `${repository} has no commit ${commit}`;
}

/** `id`: that of the content of the file. */
export function noFile(id: string): string {
  return `the repository lacks the file with id ${id}`;
}

export function repositoryNeeded(folder: string): string {
  return `${JSON.stringify(folder)} must be a git repository`;
}

export function partialClone(folder: string): string {
  return `${JSON.stringify(folder)} is a partial clone that lacks files of this commit: fetch them there`;
}

/** `reason`: error of git. `advice`: text of `accessAdvice`. */
export function repositoryUnreadable(repository: string, reason: string, advice: string): string {
  return `${repository} cannot be read: ${reason}; ${advice}`;
}

/** Setting of a repository that names no URL. */
interface UnusedSetting {
  readonly name: string;
  /** Scheme and host of the URL that it would be for. */
  readonly origin: string;
}

/**
 * Ends `repositoryUnreadable`. `command`: reads the repository. `folder`: the one to run it in; undefined for the
 * current one.
 */
export function accessAdvice(command: string, folder: string | undefined, unused: readonly UnusedSetting[]): string {
  const at = folder === undefined ? '' : ` in ${folder}`;
  return `check the URL and your access, as with \`${command}\`${at}${unused.map(unusedText).join('')}`;
}

function unusedText({ name, origin }: UnusedSetting): string {
  return `; the setting \`http.${name}\` of this git repository does not count, since it names no URL: set \`http.${origin}/.${name}\``;
}

/** `from` and `to`: addresses without credentials. */
export function redirectedAway(from: string, to: string): string {
  return `${from} redirects to ${to}, on another host or without encryption: use this address if you trust it`;
}

/** `from` and `to`: addresses without credentials. */
export function redirectedToOther(from: string, to: string): string {
  return `${from} redirects to ${to}, which is not a git repository`;
}

/** `text`: without credentials. */
export function notARepository(text: string): string {
  const forms = oneOf(['https://HOST/PATH', 'ssh://HOST/PATH', 'git@HOST:PATH', 'file:///PATH', 'a path']);
  return `a git repository must be ${forms}, not ${JSON.stringify(text)}`;
}

/** `url`: without credentials. */
export function portNoNumber(url: string): string {
  return `the port of a git repository must be a number, unlike that of ${JSON.stringify(url)}: if its password has a slash, write \`%2F\` for it`;
}

export const PATH_REPEATED = 'is twice in its folder; nothing was written';

/** `part`: of the path of a file. */
export function unsafePart(part: string): string {
  return `must not have ${JSON.stringify(part)} in its path; nothing was written`;
}

export const STORED_NAME_NOT_UTF8 = 'the name must be UTF-8; nothing was written';

/** Is about `REV:PATH`. */
export function revisionNeeded(revision: string): string {
  return `${JSON.stringify(revision)} must be a revision of this git repository`;
}

/** Is about `REV:PATH`. */
export function revisionFolderNeeded(path: string): string {
  return `${JSON.stringify(path)} must be a folder of this revision`;
}

/** Is about `REV:PATH`. */
export const REVISION_OUTSIDE =
  'must be an existing folder, or REV:PATH in the git repository of the current folder, which is in none: run the command in the repository, or name a folder';

/** `attribute`: the one of git that asks for the conversion. */
export function convertedLeftOut(attribute: string): string {
  return `is left out: git converts it (\`${attribute}\`), and a \`.krmignore\` names it`;
}

/** `attribute`: the one of git that asks for the conversion. `line`: the one of a `.gitattributes` that unsets it. */
export function converted(attribute: string, line: string): string {
  return `must not have the git attribute \`${attribute}\`, since a copy is made without the filters and encodings of git: to copy the file as it is, add the line \`${line}\` to the \`.gitattributes\` of its folder; to leave it out, add it to the \`.krmignore\` of its package`;
}
