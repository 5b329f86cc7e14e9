import { arrangeResults, type Notice, type Result } from '../../src/krm/index.ts';
import type { Conflict } from '../../src/merge/index.ts';
import { formatDiff } from '../package/diff.ts';
import type { ContentChange } from '../package/file-changes.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import type { ExplainedLines } from './explained-lines.ts';

/** A function of a pipeline that ran. */
export interface ReportedStep {
  /** Folder of its package, relative to the root package or the folder of all packages; '' for that folder itself. */
  readonly package: string;
  /** Its command or image, as written: `{exec: ...}` or `{image: ...}`. */
  readonly function: Readonly<Record<string, string>>;
  readonly inProcess: boolean;
  readonly exitCode: number;
  /** Undefined if empty, and for a built-in function. */
  readonly stderr?: string;
  /** Sorted for built-in functions; in the order of the output for others. */
  readonly results: readonly Result[];
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
  return {
    functionName: first.functionName,
    steps: outcomes.flatMap(({ steps = [] }) => steps),
    results: arrangeResults(outcomes.flatMap(({ results }) => results)),
    notices: arrangeResults(outcomes.flatMap(({ notices }) => notices)),
    packages: () => outcomes.flatMap(({ packages }) => packages()),
    changes,
    explanations: first.explanations && outcomes.flatMap(({ explanations = [] }) => explanations),
    resources: outcomes.reduce((sum, { resources = 0 }) => sum + resources, 0),
    diff: () => formatDiff(changes),
    exitCode: [EXIT.failed, EXIT.wouldChange].find((code) => codes.has(code)) ?? EXIT.done,
  };
}
