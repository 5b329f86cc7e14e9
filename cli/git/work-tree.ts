import { realpathSync } from '../process/host-folders.ts';
import { dirname, isWindows, join, resolve } from '../process/host-paths.ts';
import { KrmError } from '../../src/krm/index.ts';
import { callGit, callFailure, git } from './git.ts';
import { parseRepositoryUrl } from './repository-url.ts';
import { entryAt } from '../package/entry-at.ts';

/** Place of a work tree of git. */
export interface WorkTreePlace {
  /** Top folder, without symbolic links. */
  readonly root: string;
  /** Folder of git for this work tree: each work tree of a repository has one. */
  readonly gitDir: string;
}

/**
 * Returns the work tree that a folder is in; undefined outside of git. Throws a `GitError` if git refuses to look, as
 * `uncommitted` does.
 */
export function workTreeOf(folder: string): WorkTreePlace | undefined {
  if (isFarFromGit(folder)) return undefined;
  const [root, gitDir] = askAround(folder, ['--show-toplevel', '--absolute-git-dir']) ?? [];
  return root === undefined || gitDir === undefined ? undefined : { root: topFolder(root), gitDir };
}

/** A work tree, and facts about its repository. */
export interface DescribedWorkTree extends WorkTreePlace {
  /** Algorithm of its ids. */
  readonly format: 'sha1' | 'sha256';
  /** True if the repository lacks the commits before some. */
  readonly isShallow: boolean;
}

/** Describes the work tree that a folder is in, as `workTreeOf` finds it. */
export function describedWorkTree(folder: string): DescribedWorkTree | undefined {
  const asked = ['--show-toplevel', '--show-object-format', '--absolute-git-dir', '--is-shallow-repository'];
  const answers = askAround(folder, asked);
  if (answers === undefined) return undefined;
  const [root = '', format, gitDir = '', isShallow] = answers;
  return {
    root: topFolder(root),
    gitDir,
    format: format === 'sha256' ? 'sha256' : 'sha1',
    isShallow: isShallow === 'true',
  };
}

/**
 * Returns the top folder that git prints, as `realpathSync` does: on Windows, the case of a drive and the name of a
 * network drive may differ.
 */
export function topFolder(printed: string): string {
  return isWindows ? realpathSync(printed) : printed;
}

/** Returns the answers of git to questions about the work tree that a folder is in; undefined if it is in none. */
function askAround(folder: string, asked: readonly string[]): readonly string[] | undefined {
  const args = ['rev-parse', ...asked];
  const end = callGit(args, { folder });
  if (end.status === 0) return end.stdout.toString().split('\n');
  if (isOutside(end.stderr)) return undefined;
  throw callFailure(args, end);
}

/**
 * Returns the files in a folder of a work tree that are not committed, relative to its top folder; none outside of git.
 * Throws a `GitError` if git refuses to look, for example because the repository belongs to another user.
 */
export function uncommitted(folder: string): readonly string[] {
  const args = ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames', '--', '.'];
  const end = callGit(args, { folder });
  if (end.status === 0)
    return end.stdout
      .toString()
      .split('\0')
      .flatMap((line) => (line === '' ? [] : [line.slice(3)]));
  if (isOutside(end.stderr)) return [];
  throw callFailure(args, end);
}

/**
 * Returns the files in a folder of a work tree that git tracks, relative to the folder. Throws a `GitError` if git
 * refuses to look.
 */
export function trackedFiles(folder: string): ReadonlySet<string> {
  return new Set(git(['ls-files', '-z', '--', '.'], { folder }).toString().split('\0'));
}

/**
 * Returns the repositories on this machine that the user has as remotes of the work tree that a folder is in; none
 * outside of git.
 */
export function localRemotes(folder: string): readonly string[] {
  const top = callGit(['rev-parse', '--show-toplevel'], { folder });
  const urls = callGit(['config', '-z', '--get-regexp', String.raw`^remote\..*\.url$`], { folder });
  if (top.status !== 0 || urls.status !== 0) return [];
  const root = top.stdout.toString().replace(/\n$/, '');
  const texts = urls.stdout.toString().split('\0').slice(0, -1);
  return texts.flatMap((text) => localFolder(text.slice(text.indexOf('\n') + 1), root) ?? []);
}

/**
 * Returns the folder of a remote; undefined if it is not on this machine. A relative path is relative to the work tree.
 */
function localFolder(url: string, root: string): string | undefined {
  try {
    const { text, folder } = parseRepositoryUrl(url);
    return folder === undefined || text === url ? folder : resolve(root, url);
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}

/** Returns the commit that is checked out; '' before the first one. */
export function headOf({ root }: Pick<WorkTreePlace, 'root'>): string {
  return callGit(['rev-parse', '--quiet', '--verify', 'HEAD'], { folder: root }).stdout.toString().trim();
}

/** Returns the commit that is checked out. Throws a `GitError` before the first one. */
export function lastCommit({ root }: Pick<WorkTreePlace, 'root'>): string {
  return git(['rev-parse', '--verify', 'HEAD'], { folder: root }).toString().trim();
}

/** Reports whether the modes of files in a folder count: git knows of file systems that do not keep them. */
export function hasModes(folder: string): boolean {
  return callGit(['config', '--type=bool', 'core.fileMode'], { folder }).stdout.toString().trim() !== 'false';
}

/** Reports whether a repository may lack files that git fetches when they are needed: whether it is a partial clone. */
export function isPartialClone(folder: string): boolean {
  return callGit(['config', '--get-regexp', String.raw`^remote\..*\.promisor$`], { folder }).stdout.length > 0;
}

/** Reports whether git finds no work tree for a folder. False if that cannot be told. Saves a process. */
function isFarFromGit(folder: string): boolean {
  try {
    return folderWithGit(folder) === undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the nearest folder at or above a folder with a `.git`, without which git finds no work tree: its variables
 * for another place are removed. A folder of files that git could take for a repository without a work tree is none,
 * since a package can have such files.
 */
export function folderWithGit(folder: string): string | undefined {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if (entryAt(join(at, '.git')) !== undefined) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** Reports whether git failed since a folder is in no work tree. */
export function isOutside(stderr: string): boolean {
  return /^fatal: (?:not a git repository|this operation must be run in a work tree)/m.test(stderr);
}
