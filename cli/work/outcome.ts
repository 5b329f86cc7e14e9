import { formatResult, type Result } from '../../src/krm/index.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { formatExplainedLines } from '../report/explained-lines.ts';
import { publish } from '../report/publish.ts';
import { joinOutcomes, type RunOutcome } from '../report/run-outcome.ts';
import { formatSummary } from '../report/summary.ts';
import type { JobArguments } from './job.ts';

/** Output and exit code of a command. */
export interface FolderOutcome {
  /** The diff, the resources, or a report. */
  readonly stdout: string;
  /** Output without the diff. */
  readonly printed: string;
  /** A line for each result and notice. */
  readonly stderr: string;
  /** Counts of changed files and results. */
  readonly summary: string;
  readonly exitCode: ExitCode;
}

/** A job that has ended, with its output. */
export interface EndedJob {
  readonly outcome: RunOutcome;
  readonly diff: string;
  readonly printed: string;
}

/** Reports jobs as one. `logsSteps`: true if results of steps were shown before. Default: false. */
export function outcomeOf(jobs: readonly EndedJob[], args: JobArguments, logsSteps = false): FolderOutcome {
  const outcome = joinOutcomes(jobs.map((job) => job.outcome));
  const { report, errors } = publish(outcome, args);
  const explanations = (outcome.explanations ?? []).map(formatExplainedLines);
  const results = logsSteps ? unlogged(outcome) : outcome.results;
  const lines = [...[...results, ...errors, ...outcome.notices].map(formatResult), ...explanations];
  const printed = `${jobs.map((job) => job.printed).join('')}${report}`;
  return {
    stdout: `${jobs.map(({ diff }) => diff).join('')}${printed}`,
    printed,
    stderr: lines.map((line) => `${line}\n`).join(''),
    summary: formatSummary({ ...outcome, results: [...outcome.results, ...errors] }, args),
    exitCode: errors.length > 0 ? EXIT.failed : outcome.exitCode,
  };
}

/** Returns the results that are not in a log of steps. */
function unlogged({ results, steps = [] }: RunOutcome): readonly Result[] {
  const logged = new Set(steps.flatMap((step) => step.results).map(formatResult));
  return results.filter((result) => !logged.has(formatResult(result)));
}
