import type { LabelSelector, Sources } from '../function/index.ts';
import type { ValueCondition } from '../where/index.ts';
import type { ConflictArguments } from '../merge/index.ts';
/** Variants of a fleet that a command is about. */
export interface FleetSelection {
  /** Names of the variants, as given; none: all. */
  readonly variants: readonly string[];
  /** Labels of the variants; undefined: all. */
  readonly selector: LabelSelector | undefined;
  /** Conditions that all hold for the values in a folder. */
  readonly conditions: readonly ValueCondition[];
}

/** Returns the selection of variants by their names; of all if there are none. */
export function selectNamed(variants: readonly string[]): FleetSelection {
  return { variants, selector: undefined, conditions: [] };
}

/** Part of a fleet that one of several calls works on. */
export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** Sources of inputs that are not in the files of a fleet, and the handling of wrong ones. */
export interface InputOptions {
  /** Reads objects of a cluster. Throws a `KrmError`. Default: they are among the inputs. */
  readonly readObjects?: () => Promise<Sources>;
  /** True to leave out sets, Repositories and decisions that are wrong, for commands that only read. Default: false. */
  readonly leavesOutWrong?: boolean;
}

/** Settings for deriving the variants of a fleet. */
export interface DerivingRequest extends Pick<InputOptions, 'leavesOutWrong'> {
  /** Folder or file that objects of the cluster are read from; undefined: none. */
  readonly objects?: string | undefined;
  /** Context of the user's kubeconfig that objects are read from; undefined: none. */
  readonly context?: string | undefined;
  /** True to fetch missing revisions. */
  readonly fetches: boolean;
}

/** Settings for the commit of what is written. */
export interface CommitRequest {
  /** True to commit what was written. */
  readonly commits: boolean;
  /** Name of a new branch for the commit, with `{run}` in place of the digest; undefined for the current branch. */
  readonly branch: string | undefined;
}

/** Settings for merging the variants of a fleet into their folders. */
export interface MergingRequest extends DerivingRequest, ConflictArguments, CommitRequest {
  /** Base where it cannot be had: a folder, `derived` or `none`; undefined: that is an error. */
  readonly base?: string | undefined;
  /** True to fail packages that are not ready. Default: false. */
  readonly requiresReady?: boolean;
}
