import type { Report } from '../../src/function/index.ts';
import type { Notice, Origin, Result } from '../../src/krm/index.ts';
import type { Input } from '../package/input.ts';
import type { CalledFunction } from '../report/run-outcome.ts';
import type { Findings } from './job.ts';
import type { OpenInput } from './open-input.ts';

/** Work of a command on the resources of each of its inputs. */
export interface FolderWork {
  /** Name for reports. */
  readonly name: string;
  /** True to refuse arrays of resources in the inputs. Default: false. */
  readonly refusesArrays?: boolean;
  /** Reads required files other than the inputs. Throws a `KrmError` on failure. */
  prepare(): Promise<void>;
  /** Returns the inputs to work on. Default: all. Throws a `KrmError` if there are none. */
  select?(inputs: readonly Input[]): readonly Input[];
  /** Edits the resources of an input in place. Throws a `KrmError` on failure: all edits are then void. */
  apply(open: OpenInput, input: Input): Promise<Report>;
  /** Adds what only all inputs together show. `hasChanges`: true if a file of any of them changes. */
  finish?(found: Findings, all: { readonly hasChanges: boolean }): void;
  /** Returns the origin of edits without a policy. */
  origin(open: OpenInput): Origin;
  /** Functions that ran, for a command that runs several. */
  steps?(): readonly CalledFunction[];
  /** Returns the messages of functions that a log shows, each with the name of its function; '' if it needs none. */
  reporters?(): ReadonlyMap<Result | Notice, string>;
  /** Returns the stderr of the function that failed, formatted; '' if a log shows it. */
  failedOutput?(): string;
}
