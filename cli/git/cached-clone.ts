import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from '../process/host-paths.ts';
import type { InputLock } from '../lock/input-lock.ts';
import { progress } from '../terminal/progress.ts';
import { cachedFolder, inCache, lockCached } from './cache.ts';
import { callGit, git, type GitCall } from './git.ts';
import type { OwnSettings } from './own-settings.ts';
import { reach } from './reach.ts';
import { branchRef, FETCH } from './remote.ts';
import type { RepositoryUrl } from './repository-url.ts';
import { failure } from '../../src/krm/index.ts';
import { branchNeeded, noDefaultBranch, notCached } from '../../src/messages/git.ts';

/** Setting of a clone with the default branch of its repository. */
const DEFAULT = 'krm-variants.default';

/** Branch of a repository on a host, in a clone with a work tree in the cache, for one process at a time. */
export class CachedClone {
  /** Top folder of the work tree. */
  readonly folder: string;
  /** Branch that is checked out, as it was when it was last fetched. */
  readonly branch: string;
  readonly #lock: InputLock;

  private constructor(folder: string, branch: string, lock: InputLock) {
    this.folder = folder;
    this.branch = branch;
    this.#lock = lock;
  }

  /**
   * Checks out a branch, by default the one of the repository, and removes everything else that an earlier process left
   * in the clone. Fetches it with `isOnline`, with the settings `own`. Throws a `KrmError` if the branch is not there.
   * `release` must follow.
   */
  static open(
    url: RepositoryUrl,
    {
      branch,
      isOnline,
      own,
    }: { readonly branch: string | undefined; readonly isOnline: boolean; readonly own: OwnSettings },
  ): CachedClone {
    const folder = cloneFolder(url.text);
    inCache(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
    const lock = lockCached(folder, join(folder, '.git'));
    try {
      const clone = new Clone(folder, url, own);
      return new CachedClone(folder, clone.checkOut(branch, isOnline), lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Lets other processes use the clone. */
  release(): void {
    this.#lock.release();
  }
}

/** Reports whether the cache has a clone of a repository. */
export function hasClone(url: string): boolean {
  return existsSync(join(cloneFolder(url), '.git'));
}

/** Returns the folder of the clone of a repository, which may not exist. */
export function cloneFolder(url: string): string {
  return cachedFolder('clones', url);
}

/** Clone that this process has locked. */
class Clone {
  readonly #folder: string;
  readonly #url: RepositoryUrl;
  readonly #own: OwnSettings;

  constructor(folder: string, url: RepositoryUrl, own: OwnSettings) {
    this.#folder = folder;
    this.#url = url;
    this.#own = own;
    if (!existsSync(join(folder, '.git', 'HEAD'))) git(['init', '--quiet', '--template=', '--end-of-options', folder]);
    // Left by a killed process, as is anything that it wrote.
    rmSync(join(folder, '.git', 'krm-variants', 'journal.json'), { force: true });
    this.#set('remote.origin.url', url.text);
    this.#set('remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
    // A link of a stranger could lead out of the clone.
    this.#set('core.symlinks', 'false');
  }

  /** Returns the branch. */
  checkOut(asked: string | undefined, isOnline: boolean): string {
    const branch = asked ?? this.#defaultBranch(isOnline);
    const ref = `refs/remotes/origin/${branch}`;
    if (isOnline) this.#fetch(branch, ref);
    if (!this.#has(ref)) throw failure('not-cached', notCached({ branch }, this.#url.shown, '--fetch'));
    this.#git('checkout', '--quiet', '--force', '--no-track', '-B', branch, ref);
    this.#git('clean', '-ffdxq');
    this.#set(`branch.${branch}.remote`, 'origin');
    this.#set(`branch.${branch}.merge`, branchRef(branch));
    const others = this.#git('for-each-ref', '--format=delete %(refname)', 'refs/heads/', 'refs/tags/').filter(
      (line) => line !== '' && line !== `delete ${branchRef(branch)}`,
    );
    if (others.length > 0) git(['update-ref', '--stdin'], { ...this.#call, input: `${others.join('\n')}\n` });
    return branch;
  }

  #fetch(branch: string, ref: string): void {
    progress.report(() => `fetching from ${this.#url.shown}`);
    const there = this.#reach('ls-remote', '--quiet', 'origin', branchRef(branch));
    if (there === '') throw failure('revision-not-found', branchNeeded(this.#url.shown, branch));
    this.#reach(...FETCH, 'origin', `+${branchRef(branch)}:${ref}`);
  }

  #defaultBranch(isOnline: boolean): string {
    if (isOnline) {
      const head = this.#reach('ls-remote', '--symref', '--quiet', 'origin', 'HEAD');
      const [, name] = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(head) ?? [];
      if (name === undefined) throw failure('revision-not-found', noDefaultBranch(this.#url.shown, 'Repository'));
      this.#set(DEFAULT, name);
    }
    const { stdout, status } = callGit(['config', '--get', DEFAULT], this.#call);
    if (status === 0) return stdout.toString().replace(/\n$/, '');
    throw failure('not-cached', notCached('repository', this.#url.shown, '--fetch'));
  }

  #reach(...args: readonly string[]): string {
    const call = { gitDir: join(this.#folder, '.git'), ...this.#own.call };
    return reach(this.#url, this.#own, () => git(args, call).toString());
  }

  #has(ref: string): boolean {
    return callGit(['rev-parse', '--quiet', '--verify', `${ref}^{commit}`], this.#call).status === 0;
  }

  #set(key: string, value: string): void {
    this.#git('config', key, value);
  }

  #git(...args: readonly string[]): readonly string[] {
    return git(args, this.#call).toString().split('\n');
  }

  get #call(): GitCall {
    return { folder: this.#folder };
  }
}
