import type { FleetStore } from './fleet-store.ts';
import type { FleetContext, FleetRun } from '../../src/fleet/plan/fleet-run.ts';
import type { Resolution } from '../../src/fleet/index.ts';
import type { MessageArguments } from '../arguments/message-arguments.ts';
import type { ReportRequest } from '../arguments/report-argument.ts';
import type { PipelineArguments } from '../render/pipeline-arguments.ts';
import type { CommitRequest, DerivingRequest, FleetSelection, MergingRequest, Shard } from '../../src/fleet/request.ts';
import type { FleetTask } from '../../src/fleet/plan/fleet-run.ts';

/** File or folder to plan with, as given. */
export interface WithArgument {
  readonly path: string;
  /** Path that it takes the place of; undefined: it follows from what the file has. */
  readonly replaced: string | undefined;
}

/** Commit that a command line asks for. */
export interface CommitArguments extends CommitRequest {
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
export interface DerivingArguments extends PipelineArguments, DerivingRequest {
  /** Folder with the PackageVariants, as given. */
  readonly folder: string;
}

/** Arguments that merging the variants of a fleet into their folders needs, and writing them. */
export interface MergingArguments extends DerivingArguments, MergingRequest, CommitArguments {
  /** False to compute all, and to write nothing. */
  readonly writes: boolean;
  /** Words of the command line that the command that comes next needs, too: DIR and options. Default: none. */
  readonly repeats?: readonly string[];
}

/** Parsed arguments of the commands of `krm-variants fleet` that work on variants. */
export interface FleetArguments extends MergingArguments, FleetSelection, MessageArguments {
  /** True for the status as JSON. Default: false. */
  readonly isJson?: boolean;
  /** True for tables that nothing is left out of. Default: false. */
  readonly isWide?: boolean;
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

/** Parsed arguments of one of the commands that work on variants. */
export interface TaskArguments extends FleetArguments {
  readonly task: FleetTask;
}

/** Context of a command that only reads. */
export interface CallContext extends FleetContext {
  readonly args: DerivingArguments;
}

/** Run of a command. */
export interface CallRun extends FleetRun {
  readonly tree: FleetStore;
  readonly args: MergingArguments;
}
