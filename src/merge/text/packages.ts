import type { FileContent } from '../../files/index.ts';

/** Files of a package by path, relative and with slashes. */
export type PackageFiles = ReadonlyMap<string, FileContent>;

/** Three versions of a package. */
export interface Packages {
  /** The upstream version that both others started from. */
  readonly base: PackageFiles;
  /** The new upstream version. */
  readonly theirs: PackageFiles;
  /** The version with local changes. */
  readonly local: PackageFiles;
}
