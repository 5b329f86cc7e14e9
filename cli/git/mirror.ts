import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from '../process/host-paths.ts';
import { renameSync } from '../process/rename.ts';
import { KrmError } from '../../src/krm/index.ts';
import { notCached, redirectedAway, redirectedToOther, type UncachedPart } from '../../src/messages/git.ts';
import { withoutCredentials } from '../../src/url-credentials.ts';
import { lockTemporary } from '../lock/input-lock.ts';
import { withFile } from '../package/file-error.ts';
import { replaceFile } from '../package/replace-file.ts';
import { temporaryName } from '../package/temporary-file.ts';
import { progress } from '../terminal/progress.ts';
import { cachedFolder, inCache, lockCached } from './cache.ts';
import { callGit, git, type GitCall, GitError, type GitPlace } from './git.ts';
import { completeId, datesOf } from './local-store.ts';
import type { ObjectStore, RepositoryAccess } from './object-store.ts';
import { OwnSettings } from './own-settings.ts';
import { OBJECT_MISSING, reach } from './reach.ts';
import { FETCH } from './remote.ts';
import type { RepositoryUrl } from './repository-url.ts';
import { hasObject } from './stored-objects.ts';

/** File with the references that a repository had when they were last read. */
const REFS = 'krm-variants-refs';

/** A bare repository in the cache with the objects that were fetched from a repository on a host. */
export class Mirror implements ObjectStore {
  readonly place: GitPlace;
  readonly #gitDir: string;
  readonly #url: RepositoryUrl;
  readonly #isOffline: boolean;
  readonly #own: OwnSettings;
  /** Option that fetches something that the cache lacks; undefined if only `--offline` prevents that. */
  readonly #onlineOption: string | undefined;
  /** Address that worked. */
  #address: string | undefined;

  constructor(url: RepositoryUrl, { isOffline, onlineOption, own = new OwnSettings() }: RepositoryAccess) {
    this.#url = url;
    this.#isOffline = isOffline;
    this.#own = own;
    this.#onlineOption = onlineOption;
    this.#gitDir = cachedFolder('mirrors', url.text);
    this.place = { gitDir: this.#gitDir };
  }

  get isCreated(): boolean {
    return existsSync(this.#gitDir);
  }

  listRefs(): string {
    const file = join(this.#gitDir, REFS);
    if (this.#isOffline) {
      if (!existsSync(file)) throw this.#offline('references');
      return withFile(file, () => readFileSync(file, 'utf8'));
    }
    return this.#write(() => {
      progress.report(() => `reading the references of ${this.#url.shown}`);
      const text = this.#remote((address) => git(LIST, this.#call(address))).toString();
      replaceFile(file, text);
      return text;
    });
  }

  has(commit: string): boolean {
    if (this.#isStored(commit)) return true;
    if (this.#isOffline) throw this.#offline({ commit });
    return this.#write(() => {
      if (this.#isStored(commit)) return true;
      progress.report(() => `fetching from ${this.#url.shown}`);
      try {
        this.#fetch(['--depth=1'], `${commit}:refs/krm-variants/${commit}`);
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        if (/not our ref/.test(error.stderr)) return false;
        this.#fetchAll();
      }
      return this.#isStored(commit);
    });
  }

  complete(id: string): string | undefined {
    const known = completeId(this.place, id);
    if (known !== undefined || this.#isOffline) return known;
    this.#write(() => this.#fetchAll());
    return completeId(this.place, id);
  }

  dates(commits: readonly string[]): ReadonlyMap<string, string> {
    const known = this.isCreated ? datesOf(this.place, commits) : new Map<string, string>();
    const missing = commits.filter((commit) => !known.has(commit));
    if (missing.length === 0 || this.#isOffline) return known;
    // Without their files, and without references to them, so that a later fetch brings these.
    this.#write(() => this.#fetch(['--depth=1', '--filter=tree:0'], ...missing));
    return datesOf(this.place, commits);
  }

  fetchObjects(ids: readonly string[]): void {
    if (this.#isOffline) throw this.#offline('files');
    this.#write(() => {
      progress.report(() => `fetching from ${this.#url.shown}`);
      const args = [...FETCH, '--filter=blob:none', '--stdin', 'origin'];
      this.#remote((address) => git(args, { ...this.#call(address, WITHOUT_HISTORY), input: `${ids.join('\n')}\n` }));
    });
  }

  /** Fetches the commits of all branches and tags: for a server that does not serve other commits. */
  #fetchAll(): void {
    this.#fetch([WHOLE_DEPTH], ...ALL);
  }

  /**
   * Fetches commits without their files. `options`: a depth, and a filter. A server of files that has no protocol of
   * git serves no part of a repository: all is fetched then, since git would ask it for missing objects without end.
   */
  #fetch(options: readonly string[], ...refspecs: readonly string[]): void {
    const filter = options.some((option) => option.startsWith('--filter')) ? [] : ['--filter=blob:none'];
    const args = [...FETCH, ...filter, ...options, 'origin', ...refspecs];
    try {
      this.#remote((address) => git(args, this.#call(address)));
    } catch (error) {
      if (!(error instanceof GitError && NO_PARTS.test(error.stderr))) throw error;
      this.#remote((address) => git([...FETCH, 'origin', ...ALL], this.#call(address, {})));
    }
  }

  #isStored(commit: string): boolean {
    return this.isCreated && hasObject(this.place, `${commit}^{tree}`);
  }

  /**
   * Calls git with the address of the repository. kpt removes `.git` from it, which some servers need: if the first
   * call fails, it is repeated with it.
   */
  #remote<T>(call: (address: string) => T): T {
    return reach(this.#url, this.#own, () => this.#called(call));
  }

  #called<T>(call: (address: string) => T): T {
    const { text } = this.#url;
    if (this.#address !== undefined) return this.#at(this.#address, call);
    try {
      return this.#at(text, call);
    } catch (error) {
      if (!(error instanceof GitError) || text.endsWith('.git') || isReached(error)) throw error;
      return this.#withSuffix(call, error);
    }
  }

  #withSuffix<T>(call: (address: string) => T, first: GitError): T {
    const address = `${this.#url.text.replace(/\/+$/, '')}.git`;
    try {
      return this.#at(address, call);
    } catch (error) {
      if (error instanceof GitError && isReached(error)) {
        this.#address = address;
        throw error;
      }
      throw first;
    }
  }

  #at<T>(start: string, call: (address: string) => T): T {
    const { done, address } = followRedirects(start, call, (each) => this.#call(each));
    this.#address = address;
    return done;
  }

  /** The address is a setting, so that it is neither written to the cache nor visible to other users. */
  #call(address: string, more: Readonly<Record<string, string>> = PARTIAL) {
    const { settings, ...call } = this.#own.call;
    return { ...this.place, ...call, settings: { 'remote.origin.url': address, ...settings, ...more } };
  }

  /** Writes to the mirror, which is created if missing, while no other process does. */
  #write<T>(act: () => T): T {
    inCache(this.#gitDir, () => create(this.#gitDir));
    const lock = lockCached(this.#gitDir, this.#gitDir);
    try {
      return inCache(this.#gitDir, () => {
        accessSync(this.#gitDir, constants.W_OK);
        return act();
      });
    } finally {
      lock.release();
    }
  }

  #offline(part: UncachedPart): KrmError {
    const message = notCached(part, this.#url.shown, this.#onlineOption);
    return new KrmError([{ severity: 'error', code: 'not-cached', message }]);
  }
}

const LIST = ['ls-remote', '--symref', '--quiet', 'origin'];

/**
 * Settings of a remote that may leave out files. Calls that read do not have them, so git fetches nothing for these.
 */
const PARTIAL = { 'remote.origin.promisor': 'true', 'remote.origin.partialclonefilter': 'blob:none' };

/** Settings of a call that fetches objects by their ids. */
const WITHOUT_HISTORY = { ...PARTIAL, 'fetch.negotiationAlgorithm': 'noop' };

/** Number that git takes for the whole history, also of a repository that has a part of it. */
const WHOLE_DEPTH = `--depth=${2 ** 31 - 1}`;

/** All branches and tags, under the names that they have in a mirror. */
const ALL = ['heads', 'tags'].map((kind) => `+refs/${kind}/*:refs/krm-variants/${kind}/*`);

/** Matches the failure of git with a server that serves only whole histories, with all files. */
const NO_PARTS = /does not support shallow/;

/** Reports whether a server was reached, but does not serve an object, or a part of a history. */
function isReached({ stderr }: GitError): boolean {
  return OBJECT_MISSING.test(stderr) || NO_PARTS.test(stderr);
}

/** Creates an empty repository, complete or not at all. */
function create(gitDir: string): void {
  if (existsSync(gitDir)) return;
  const parent = dirname(gitDir);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const temporary = join(parent, temporaryName());
  const lock = lockTemporary(temporary);
  try {
    git(['init', '--quiet', '--bare', '--template=', '--end-of-options', temporary]);
    renameSync(temporary, gitDir);
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(gitDir)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    lock.release();
  }
}

/** Maximum number of redirects in turn: a server could redirect to itself without end. */
const MAX_REDIRECTS = 5;

/** Result of a call, and the address that it worked with. */
interface Called<T> {
  readonly done: T;
  readonly address: string;
}

/**
 * Calls git with an address, and with those that its server redirects to, as long as they are on the same host.
 * `settings`: returns the settings of a call. Throws a `KrmError` that names an address on another host: nobody allowed
 * that one.
 */
function followRedirects<T>(
  start: string,
  call: (address: string) => T,
  settings: (address: string) => GitCall,
): Called<T> {
  let address = start;
  for (let count = 0; ; count++) {
    try {
      return { done: call(address), address };
    } catch (error) {
      if (!isRedirected(error, address) || count === MAX_REDIRECTS) throw error;
      address = targetOf(address, settings(address), error);
    }
  }
}

/** Reports whether git failed because of a redirect, which it is not allowed to follow by itself. */
function isRedirected(error: unknown, address: string): error is GitError {
  return error instanceof GitError && /returned error: 30[12378]\b/.test(error.stderr) && /^https?:/i.test(address);
}

/**
 * Returns the address that a server redirects to. Throws a `KrmError` if it is not one of a repository on the same
 * host.
 */
function targetOf(address: string, settings: GitCall, error: GitError): string {
  const from = new URL(address);
  const location = locationOf(settings);
  if (location === undefined || !URL.canParse(location, address)) throw error;
  const to = new URL(location, address);
  const shown = withoutCredentials(address);
  if (!SERVICE.test(to.href)) {
    const message = redirectedToOther(shown, withoutCredentials(to.href));
    throw new GitError(message, error.stderr, 'repository-unreachable');
  }
  to.href = to.href.replace(SERVICE, '');
  [to.username, to.password] = [from.username, from.password];
  if (from.host === to.host && (from.protocol === to.protocol || to.protocol === 'https:')) return to.href;
  const message = redirectedAway(shown, withoutCredentials(to.href));
  throw new KrmError([{ severity: 'error', code: 'repository-redirected', message }]);
}

/** Matches what git appends to the address of a repository. */
const SERVICE = /\/(?:info\/refs\?service=git-upload-pack|git-upload-pack)$/;

/** Returns where a server redirects to, which git shows in its trace only; undefined if it does not. */
function locationOf(settings: GitCall): string | undefined {
  const { stderr } = callGit(['ls-remote', 'origin'], { ...settings, isTraced: true });
  return /<= Recv header: location: *(\S+)/i.exec(stderr)?.[1];
}
