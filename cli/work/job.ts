import type { Notice, Result } from '../../src/krm/index.ts';
import type { Conflict } from '../../src/merge/index.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import type { ContentChange } from '../package/file-changes.ts';
import type { RunOutcome } from '../report/run-outcome.ts';

/** Arguments that say what becomes of the changes of a job. */
export type JobArguments = Pick<
  FolderArguments,
  'diff' | 'check' | 'strict' | 'writes' | 'prints' | 'output' | 'report' | 'resultsDir'
>;

/** Findings of a job, while it runs. */
export interface Findings {
  /** Results that an error keeps: it, and what may be its reason. */
  readonly kept: Result[];
  /** Results about the changes: an error voids these, so only warnings among them are then reported. */
  readonly results: Result[];
  /** Reported only if the changes are not void. */
  readonly notices: Notice[];
}

/**
 * Work of a command on files: it computes changes and can write them. What is the same for all commands is done by `startJob`:
 * locks, the diff, the order of writing and showing, reports, and the exit code.
 */
export interface Job {
  /** Name for reports. */
  readonly name: string;
  /** Folders and files to lock against other processes: those that it replaces. */
  readonly locked: readonly string[];
  /** Reads files and computes the changes, but writes nothing. Throws a `KrmError` if that fails: all changes are then void. */
  compute(found: Findings): void | Promise<void>;
  /** Conflicts that nothing decides; undefined for a command that merges nothing. */
  readonly conflicts?: readonly Conflict[];
  /** True if the changes are shown but not written, because of the conflicts. Default: false. */
  readonly isHeld?: boolean;
  /** Returns the changed files, with paths as they are shown. */
  changes(): readonly ContentChange[];
  /** Writes the changes: all, or none. */
  write(): void;
  /** Returns what only it knows about its outcome. `isDone`: false if the changes are void, or held. */
  facts(isDone: boolean): JobFacts;
  /** Returns what it prints beside the diff and the report. */
  print(outcome: RunOutcome, isDone: boolean): string;
}

/** Parts of an outcome that only the job knows. */
export interface JobFacts extends Pick<RunOutcome, 'steps' | 'resources' | 'explanations'> {
  /** Advice to show with the results. */
  readonly hints?: readonly Result[];
}
