import type { Files } from '../cli/run-support.ts';

/**
 * A git repository with a fleet, on the disk or in memory, as most tests use it. Paths are relative to its top, with
 * slashes.
 */
export interface FleetFolder {
  /** Its folder. In memory, only commands know it. */
  readonly folder: string;
  /** Writes files, without a commit. */
  write(files: Files): void;
  /** Removes a file or folder, which exists. */
  remove(path: string): void;
  /** Moves a file or folder. */
  move(from: string, to: string): void;
  /** Copies a file or folder. */
  copy(from: string, to: string): void;
  has(path: string): boolean;
  read(path: string): string;
  /** Returns all files but those of git, in byte order. */
  files(): Files;
  /** Commits all files as they are, with these. `message`: `change` by default. */
  commit(files: Files, message?: string): void;
  /** Discards what is not committed, also new files. */
  restore(): void;
  /** Names the last commit. `moves`: also if another one has the name. Default: false. */
  tag(name: string, options?: { readonly moves?: boolean }): void;
  /** Points a reference, such as `tags/v1` or `heads/next`, to the last commit. */
  setRef(name: string): void;
  /** Returns the id of a commit by a tag, or of the last one. */
  commitOf(tag?: string): string;
  /** Returns the paths of the files that are not as in the last commit, in order. */
  uncommitted(): readonly string[];
  /** Returns a digest of all files, commits and records, which a call that writes nothing leaves as it is. */
  digest(): string;
}
