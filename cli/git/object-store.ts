import type { GitPlace } from './git.ts';
import type { OwnSettings } from './own-settings.ts';

/** Permission to read repositories on hosts. */
export interface RepositoryAccess {
  /** True to read them from the cache alone. */
  readonly isOffline: boolean;
  /** Settings of the repository that the user works in. Default: none. */
  readonly own?: OwnSettings;
  /** Option that permits more, for errors. Default: to leave out `--offline`. */
  readonly onlineOption?: string;
}

/** Objects of a repository: its own store, or a copy of a part of it. */
export interface ObjectStore {
  /** Repository to call git in. */
  readonly place: GitPlace;
  /** False for a copy without any object. */
  readonly isCreated: boolean;
  /** Returns the output of `git ls-remote --symref`. Throws a `KrmError`. */
  listRefs(): string;
  /** Reports whether the repository has a commit, which is fetched if needed. Throws a `KrmError` if that fails. */
  has(commit: string): boolean;
  /**
   * Returns the complete id of a commit; undefined if no commit, or several, begin with the text. Throws a `KrmError`.
   */
  complete(id: string): string | undefined;
  /** Returns the dates of commits, `YYYY-MM-DD`, as far as they can be found out. */
  dates(commits: readonly string[]): ReadonlyMap<string, string>;
  /** Fetches objects that the store lacks. Throws a `KrmError`. */
  fetchObjects(ids: readonly string[]): void;
}
