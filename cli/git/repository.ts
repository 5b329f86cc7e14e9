import { readFolders, readTree, type Contents, type FolderPlace, type GitFolder } from './git-tree.ts';
import { lineCommits } from './line-commits.ts';
import { LocalStore, messagesOf, timeOf } from './local-store.ts';
import { Mirror } from './mirror.ts';
import type { ObjectStore, RepositoryAccess } from './object-store.ts';
import { findRef, parseRefs, revisionNames, type Refs, type ResolvedRef } from './refs.ts';
import type { RepositoryUrl } from './repository-url.ts';
import { failure } from '../../src/krm/index.ts';
import { noCommit, noDefaultBranch, unknownRevision } from '../../src/messages/git.ts';
import type { CommittedLine } from '../../src/upstream/index.ts';

/** A git repository to read from, on this machine or on a host. */
export class Repository {
  readonly url: RepositoryUrl;
  readonly #store: ObjectStore;
  readonly #contents: Contents = new Map();
  /** Folders that were read ahead. */
  readonly #ahead = new Map<string, GitFolder>();
  /** Commits that the store has. */
  readonly #stored = new Set<string>();
  #refs: Refs | undefined;

  /** Opens a repository. Throws a `KrmError` if a folder has none. */
  constructor(url: RepositoryUrl, access: RepositoryAccess) {
    this.url = url;
    this.#store = url.folder === undefined ? new Mirror(url, access) : LocalStore.at(url.folder);
  }

  /** References of the repository. Throws a `KrmError` if it cannot be read. */
  get refs(): Refs {
    return (this.#refs ??= parseRefs(this.#store.listRefs()));
  }

  /** Returns the name of the default branch. Throws a `KrmError` if there is none. */
  defaultBranch(): string {
    const { defaultBranch } = this.refs;
    if (defaultBranch !== undefined) return defaultBranch;
    throw failure('revision-not-found', noDefaultBranch(this.url.shown, 'address'));
  }

  /** Resolves a tag, branch or commit for a folder, as `findRef` does. Throws a `KrmError` if there is none. */
  resolve(directory: string, name: string): ResolvedRef {
    const found = this.lookUp(directory, name);
    if (found !== undefined) return found;
    throw failure('revision-not-found', unknownRevision(name, this.url.shown, revisionNames(this.refs, directory)));
  }

  /** Resolves a tag, branch or commit as `resolve` does. Returns undefined if there is none. */
  lookUp(directory: string, name: string): ResolvedRef | undefined {
    return findRef(this.refs, directory, name) ?? this.#abbreviated(name);
  }

  /** Returns the dates of commits, `YYYY-MM-DD`. Throws a `KrmError` if the repository cannot be reached. */
  dates(commits: readonly string[]): ReadonlyMap<string, string> {
    return this.#store.dates(commits);
  }

  /** Returns the messages of commits. Throws a `KrmError` if the repository cannot be reached. */
  messages(commits: readonly string[]): ReadonlyMap<string, string> {
    // This fetches the commits that are missing, without their files.
    this.dates(commits);
    return this.#store.isCreated ? messagesOf(this.#store.place, commits) : new Map();
  }

  /** Returns the time of a commit that was read, in seconds since 1970. */
  timeOf(commit: string): number | undefined {
    return timeOf(this.#store.place, commit);
  }

  #abbreviated(name: string): ResolvedRef | undefined {
    const commit = /^[\da-f]{4,63}$/.test(name) ? this.#store.complete(name) : undefined;
    return commit === undefined ? undefined : { ref: commit, commit };
  }

  /** Reports whether the repository has a commit, which is fetched. Throws a `KrmError` if it cannot be reached. */
  has(commit: string): boolean {
    if (!this.#stored.has(commit) && this.#store.has(commit)) this.#stored.add(commit);
    return this.#stored.has(commit);
  }

  /**
   * Reads a folder of a commit; undefined if it has none. `directory`: relative to the repository. Throws a `KrmError`
   * if the repository has no such commit, or the folder has a path that must not be written.
   */
  read(commit: string, directory: string): GitFolder | undefined {
    const found = this.find(commit, directory);
    if (found === undefined) throw failure('revision-not-found', noCommit(this.url.shown, commit));
    return found.folder;
  }

  /** Reads a folder of a commit as `read` does. Returns undefined if the repository has no such commit. */
  find(commit: string, directory: string): { readonly folder: GitFolder | undefined } | undefined {
    // Where nothing is fetched, a folder that can be read shows that the commit is there: only if it cannot, git is
    // asked for the commit.
    const folder = this.url.folder === undefined ? undefined : this.#tree(commit, directory);
    if (folder !== undefined) this.#stored.add(commit);
    if (folder !== undefined) return { folder };
    return this.has(commit) ? { folder: this.#tree(commit, directory) } : undefined;
  }

  /** Reads folders of commits together, for `read` and `find`, which then need not call git. Fetches no commit. */
  readAhead(places: readonly FolderPlace[]): void {
    for (const [index, folder] of readFolders(this.#store, places, this.#contents).entries()) {
      const place = places[index];
      if (place !== undefined && folder !== undefined) this.#ahead.set(folderKey(place), folder);
    }
  }

  #tree(commit: string, directory: string): GitFolder | undefined {
    const known = this.#ahead.get(folderKey({ commit, directory }));
    return known ?? readTree(this.#store, commit, directory, this.#contents);
  }

  /**
   * Returns the lines of a file of a commit, with their commits, as far as the history is stored; undefined if it is
   * not.
   */
  history(commit: string, path: string): readonly CommittedLine[] | undefined {
    return lineCommits(this.#store.place, commit, path);
  }
}

function folderKey({ commit, directory }: FolderPlace): string {
  return `${commit}:${directory}`;
}
