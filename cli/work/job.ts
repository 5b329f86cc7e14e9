import type { Notice, Result } from '../../src/krm/index.ts';
import type { Conflict } from '../../src/merge/index.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import type { ContentChange } from '../../src/package/index.ts';

/** Arguments that determine the handling of a job's changes. */
export type JobArguments = Pick<
  FolderArguments,
  | 'diff'
  | 'explain'
  | 'check'
  | 'strict'
  | 'writes'
  | 'prints'
  | 'output'
  | 'report'
  | 'resultsDir'
  | 'verbose'
  | 'quiet'
> & {
  /** Folders and files of a command that applies functions. */
  readonly inputs?: readonly string[];
  /** Milliseconds to wait for another process that writes to the files. Default: that of `lockInputs`. */
  readonly patience?: number;
  /** Folder that errors about the job as a whole name. Default: none, for the only job of a command. */
  readonly place?: string | undefined;
  /** False to list no changed files: a table counts them. Default: true. */
  readonly listsFiles?: boolean;
};

/** Arguments of a command that has no options for these outputs. */
export const NO_OUTPUTS = {
  diff: false,
  check: false,
  explain: false,
  prints: false,
  output: undefined,
  report: undefined,
  resultsDir: undefined,
} as const satisfies Partial<JobArguments>;

/** Findings of a running job. */
export interface Findings {
  /** Results to report even after an error: the error, and possible reasons. */
  readonly kept: Result[];
  /** Subset of these results that advises about errors. */
  readonly hints: Result[];
  /** Results about the changes. An error voids these, so only warnings among them are then reported. */
  readonly results: Result[];
  /** Reported unless the changes are void. */
  readonly notices: Notice[];
  /**
   * Names of the functions of a pipeline that reported messages above; '' for a function that the command line names.
   */
  readonly reporters: Map<Result | Notice, string>;
}

/** Returns the findings of a job that has not run. */
export function newFindings(): Findings {
  return { kept: [], hints: [], results: [], notices: [], reporters: new Map() };
}

/**
 * Work of a command on files: computes changes and can write them. `startJob` does the work that all commands share:
 * locks, the diff, the order of writing and showing, reports, and the exit code.
 */
export interface Job {
  /** Name for reports. */
  readonly name: string;
  /** Folders and files to lock against other processes: those to be replaced. */
  readonly locked: readonly string[];
  /**
   * Reads files and computes the changes, but writes nothing. Throws a `KrmError` on failure: all changes are then
   * void.
   */
  compute(found: Findings): void | Promise<void>;
  /** Open conflicts; undefined for a command that does not merge. */
  readonly conflicts?: readonly Conflict[];
  /**
   * True if conflicts, or markers of some, prevent the changes from being written; they are still shown. Default:
   * false.
   */
  readonly isHeld?: boolean;
  /** Returns the changed files, with paths as shown to users. */
  changes(): readonly ContentChange[];
  /** Writes the changes, all or none. */
  write(found: Findings): void;
  /** Returns job-specific parts of the outcome. `isDone`: false if the changes are void or held. */
  facts(isDone: boolean): JobFacts;
  /** Returns advice to show with the results. Default: none. */
  hints?(): readonly Result[];
  /** Returns the stderr of the function that failed, formatted. Default: ''. */
  failedOutput?(): string;
  /** Returns the text to print besides the diff and the report. Default: none. */
  print?(outcome: RunOutcome, isDone: boolean): string;
}

/** Job-specific parts of an outcome. */
export type JobFacts = Pick<RunOutcome, 'steps' | 'resources' | 'explanations' | 'packages' | 'conclusion' | 'reports'>;

/** Facts of a job that runs no function over packages. */
export const NO_FACTS = {
  steps: undefined,
  resources: undefined,
  explanations: undefined,
  packages: () => [],
} as const satisfies JobFacts;
