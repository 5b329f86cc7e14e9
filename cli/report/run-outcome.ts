import { arrangeResults, type Notice, type Result } from '../../src/krm/index.ts';
import type { ChangeClass, ConflictClass, VariantRow } from '../../src/fleet/index.ts';
import type { Conflict } from '../../src/merge/index.ts';
import { type ContentChange, formatDiff } from '../../src/package/index.ts';
import type { ReportFormat } from '../arguments/report-argument.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import type { ExplainedLines } from '../../src/explain/index.ts';

/** Makers of reports by their format. */
export type OwnReports = Readonly<Partial<Record<ReportFormat, () => string>>>;

/** A function of a pipeline that ran. */
export interface CalledFunction {
  /** Folder of its package, relative to the root package or the folder of all packages; '' for that folder itself. */
  readonly package: string;
  /** Its command or image, as written: `{exec: ...}` or `{image: ...}`. */
  readonly function: Readonly<Record<string, string>>;
  readonly inProcess: boolean;
  /** True if its condition was false, so that it did not run. Default: false. */
  readonly skipped?: true;
  readonly exitCode: number;
  /** Undefined if empty, and for a built-in function. */
  readonly stderr?: string;
  /** With paths in the top package. Sorted for built-in functions; in the order of the output for others. */
  readonly results: readonly Result[];
}

/** A function of a pipeline that ran, for reports. */
export interface ReportedStep extends CalledFunction {
  /** Its results, with paths as shown to users. */
  readonly shown: readonly Result[];
}

/** File or folder that a run planned with, in place of another one. */
export interface ReplacedPath {
  /** Path that the command line names. */
  readonly from: string;
  /** Path that it takes, relative to the top of the git repository. */
  readonly at: string;
  /** True if the git repository has nothing there. */
  readonly isAdded: boolean;
}

/** Commit of a run. */
export interface ReportedCommit {
  /** URL of its git repository; undefined for that of the fleet. */
  readonly repository?: string;
  /** Branch, or `HEAD` if none is checked out. */
  readonly branch: string;
  readonly commit: string;
  /** True if this run pushed it. */
  readonly pushed: boolean;
}

/** Findings and changes of a run. */
export interface RunOutcome {
  readonly functionName: string;
  /** Functions that have run; undefined for a command that runs one. */
  readonly steps: readonly ReportedStep[] | undefined;
  /** Sorted. */
  readonly results: readonly Result[];
  /** Sorted. */
  readonly notices: readonly Notice[];
  /** Returns the names of the packages. */
  readonly packages: () => readonly string[];
  /** Summary in place of counts of files and results; undefined for these counts. */
  readonly conclusion?: string | undefined;
  /** With paths as shown to users. */
  readonly changes: readonly ContentChange[];
  /** Origins of each changed line; undefined unless requested, or needed for a report. */
  readonly explanations: readonly ExplainedLines[] | undefined;
  /** Open conflicts; undefined for a command that does not merge. */
  readonly conflicts?: readonly Conflict[];
  /** Variants of a fleet; undefined for other commands. */
  readonly variants?: readonly VariantRow[];
  /** Commits of a fleet that the run made, or that have its changes already; undefined for other commands. */
  readonly commits?: readonly ReportedCommit[];
  /** Classes of the open conflicts of a fleet; undefined for other commands. */
  readonly classes?: readonly ConflictClass[];
  /** Files and folders that the run planned with in place of others; undefined for other runs. */
  readonly replaced?: readonly ReplacedPath[] | undefined;
  /** Returns the classes of the changes to existing variants of a fleet; undefined for other commands. */
  readonly changeClasses?: () => readonly ChangeClass[];
  /**
   * Makers of reports of the command's own, besides those that commands share or in their place: '' if there is nothing
   * to report.
   */
  readonly reports?: OwnReports;
  /** Number of resources read; undefined for a command that does not count them. */
  readonly resources: number | undefined;
  /** Returns the unified diff, with the values of Secrets hidden. */
  readonly diff: () => string;
  readonly exitCode: ExitCode;
}

/** Joins the outcomes of one or more runs of a command. An error in one applies to all. */
export function joinOutcomes(outcomes: readonly RunOutcome[]): RunOutcome {
  const [first] = outcomes;
  if (first === undefined) throw new Error('a command must have an outcome');
  if (outcomes.length === 1) return first;
  const changes = outcomes.flatMap((each) => each.changes);
  const codes = new Set(outcomes.map(({ exitCode }) => exitCode));
  const conflicts = outcomes.flatMap((each) => each.conflicts ?? []);
  return {
    functionName: first.functionName,
    steps: outcomes.flatMap(({ steps = [] }) => steps),
    results: arrangeResults(outcomes.flatMap(({ results }) => results)),
    notices: arrangeResults(outcomes.flatMap(({ notices }) => notices)),
    packages: () => outcomes.flatMap(({ packages }) => packages()),
    changes,
    explanations: first.explanations && outcomes.flatMap(({ explanations = [] }) => explanations),
    ...(outcomes.some((each) => each.conflicts !== undefined) && { conflicts }),
    resources: outcomes.reduce((sum, { resources = 0 }) => sum + resources, 0),
    diff: () => formatDiff(changes),
    exitCode: [EXIT.failed, EXIT.conflicts, EXIT.wouldChange].find((code) => codes.has(code)) ?? EXIT.done,
  };
}
