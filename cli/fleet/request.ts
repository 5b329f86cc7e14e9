import type { Resolution } from '../../src/fleet/index.ts';
import type { LabelSelector } from '../../src/function/index.ts';
import type { MessageArguments } from '../arguments/message-arguments.ts';
import type { ReportRequest } from '../arguments/report-argument.ts';
import type { ConflictArguments } from '../merge/merge-arguments.ts';
import type { PipelineArguments } from '../render/pipeline-arguments.ts';
import type { ValueCondition } from '../where/value-condition.ts';

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

/** File or folder to plan with, as given. */
export interface WithArgument {
  readonly path: string;
  /** Path that it takes the place of; undefined: it follows from what the file has. */
  readonly replaced: string | undefined;
}

/** Commit that a command line asks for. */
export interface CommitArguments {
  /** True to commit what was written. */
  readonly commits: boolean;
  /** Name of a new branch for the commit, with `{run}` in place of the digest; undefined for the current branch. */
  readonly branch: string | undefined;
  /** True to push the commit. */
  readonly pushes: boolean;
  /** True to sign commits and tags. */
  readonly signs: boolean;
  /** True to tag the versions of variants. */
  readonly tags: boolean;
}

/** Arguments of a command that commits nothing. */
export const NO_COMMIT: CommitArguments = {
  commits: false,
  branch: undefined,
  pushes: false,
  signs: false,
  tags: false,
};

/** Part of a branch's name that stands for the digest. */
export const RUN = '{run}';

/** Arguments that deriving the variants of a fleet needs. */
export interface DerivingArguments extends PipelineArguments {
  /** Folder with the PackageVariants, as given. */
  readonly folder: string;
  /** Folder or file with objects of the cluster; undefined: those in `folder`. */
  readonly objects?: string | undefined;
  /** Context of the user's kubeconfig to read objects from; undefined: none. */
  readonly context?: string | undefined;
  /** True to fetch missing revisions. */
  readonly fetches: boolean;
  /** True to leave out sets, Repositories and decisions that are wrong, for commands that only read. Default: false. */
  readonly leavesOutWrong?: boolean;
}

/** Arguments that merging the variants of a fleet into their folders needs, and writing them. */
export interface MergingArguments extends DerivingArguments, ConflictArguments, CommitArguments {
  /** Base where it cannot be had: a folder, `derived` or `none`; undefined: that is an error. */
  readonly base?: string | undefined;
  /** True to fail packages that are not ready. Default: false. */
  readonly requiresReady?: boolean;
  /** False to compute all, and to write nothing. */
  readonly writes: boolean;
  /** Words of the command line that the command that comes next needs, too: DIR and options. Default: none. */
  readonly repeats?: readonly string[];
}

/** Parsed arguments of the commands of `krm-variants fleet` that work on variants. */
export interface FleetArguments extends MergingArguments, FleetSelection, MessageArguments {
  /** True for the status as JSON. Default: false. */
  readonly isJson?: boolean;
  /** Folders to adopt, as given; undefined for other commands. */
  readonly adopted?: readonly string[];
  /** MergeResolutions that count although they are not in a file yet. */
  readonly proposed?: readonly Resolution[];
  /** Files and folders to plan with in place of others. Default: none. */
  readonly replaces?: readonly WithArgument[];
  /** Part of the fleet to work on; undefined: all of it. */
  readonly shard?: Shard | undefined;
  /** Commit that the fleet must be at, or the first digits of it; undefined for any. */
  readonly at?: string | undefined;
  readonly diff: boolean;
  readonly check: boolean;
  readonly strict: boolean;
  readonly report: ReportRequest | undefined;
}
