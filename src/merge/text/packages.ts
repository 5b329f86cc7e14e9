import type { FileContent } from '../../files/index.ts';

/** Files of a package by path: relative, with slashes. */
export type PackageFiles = ReadonlyMap<string, FileContent>;

/** Three versions of a package. */
export interface Packages {
  /** The version of upstream that both others come from. */
  readonly base: PackageFiles;
  /** The new version of upstream. */
  readonly theirs: PackageFiles;
  /** The version with local changes. */
  readonly local: PackageFiles;
}
