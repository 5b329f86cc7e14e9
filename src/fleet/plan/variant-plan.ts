import type { FileContent, FolderContent } from '../../files/index.ts';
import type { VariantState } from '../index.ts';
import type { Result } from '../../krm/index.ts';
import type { Conflict } from '../../merge/index.ts';
import type { MergedFile, RootedChange } from '../../package/index.ts';
import type { Resolved } from './variant-resolving.ts';
import type { EquivalentLock } from '../ports.ts';

/** Changes that a run is to make to a variant. */
export interface VariantPlan {
  readonly state: VariantState;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly conflicts: readonly Conflict[];
  /** Conflicts that MergeResolutions decide. */
  readonly resolved: Resolved | undefined;
  /** Warnings and infos, with paths relative to the top of the repository. */
  readonly results: readonly Result[];
  /** Advice for people about what is written. */
  readonly hints?: readonly Result[];
  /** Changed files of the folder, as on the disk, with paths relative to it. */
  readonly files: readonly MergedFile[];
  /** Change of the lock; undefined if it stays. */
  readonly lock: RootedChange | undefined;
  /** File of a new FleetHold; undefined if there is none. */
  readonly hold?: RootedChange | undefined;
  readonly bases: readonly RootedChange[];
  /** The lock if this version of the program derives the same as the one that wrote it, or if it has no results. */
  readonly sameLock: EquivalentLock | undefined;
  /** The package as it will be; undefined if it stays as it is on the disk. */
  readonly content: FolderContent | undefined;
  /** Derived texts that git may not have, by their ids. */
  readonly derived: ReadonlyMap<string, FileContent>;
  /** Returns the time of the commit of the upstream, in seconds since 1970; undefined for the work tree. */
  readonly committedAt: () => number | undefined;
  /** Number of files with local edits in a folder that is adopted; undefined for others. */
  readonly edits?: number;
}

/** Plan of a variant to which nothing changes. */
export const UNCHANGED: VariantPlan = {
  state: {},
  from: undefined,
  to: undefined,
  conflicts: [],
  resolved: undefined,
  results: [],
  files: [],
  lock: undefined,
  bases: [],
  content: undefined,
  sameLock: undefined,
  derived: new Map(),
  committedAt: () => undefined,
};
