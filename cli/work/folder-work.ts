import type { Report } from '../../src/function/index.ts';
import type { Origin } from '../../src/krm/index.ts';
import type { Input } from '../package/input.ts';
import type { ReportedStep } from '../report/run-outcome.ts';
import type { Findings } from './job.ts';
import type { OpenInput } from './open-input.ts';

/** Work of a command on the resources of each of its inputs. */
export interface FolderWork {
  /** Name for reports. */
  readonly name: string;
  /** Reads what it needs beside the inputs. Throws a `KrmError` if that fails. */
  prepare(): Promise<void>;
  /** Edits the resources of an input in place. Throws a `KrmError` if that fails: all edits are then void. */
  apply(open: OpenInput, input: Input): Promise<Report>;
  /** Adds what only all inputs together show. `hasChanges`: true if a file of any of them changes. */
  finish?(found: Findings, all: { readonly hasChanges: boolean }): void;
  /** Returns who asks for the edits that no policy asks for. */
  origin(open: OpenInput): Origin;
  /** File that results name as it was given, since it may be outside of the inputs. */
  givenFile?(): string | undefined;
  /** Functions that have run, for a command that runs several. */
  steps?(): readonly ReportedStep[];
  /** True if the results of steps are shown while they run. Default: false. */
  readonly logsSteps?: boolean;
}
