import type { Resolution } from '../../src/fleet/index.ts';
import type { MessageArguments } from '../arguments/message-arguments.ts';
import type { ReportRequest } from '../arguments/report-argument.ts';
import type { FleetSelection, MergingArguments } from './fleet-arguments.ts';
import type { FleetTask } from './fleet-run.ts';
import type { Shard } from './shard-argument.ts';
import type { WithArgument } from './with-argument.ts';

/** Parsed arguments of the commands of `krm-variants fleet` that work on variants. */
export interface FleetArguments extends MergingArguments, FleetSelection, MessageArguments {
  readonly task: FleetTask;
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
