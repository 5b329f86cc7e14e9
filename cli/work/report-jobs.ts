import type { Result } from '../../src/krm/index.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { formatMessages, type RunMessages } from '../report/messages.ts';
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
  /** Messages for people, with a summary at the end. */
  readonly stderr: string;
  /** Findings of the command, for callers. `stderr` may leave some out, and says others in a shorter way. */
  readonly results: readonly Result[];
  readonly exitCode: ExitCode;
}

/** A job that has ended, with its output. */
export interface EndedJob {
  readonly outcome: RunOutcome;
  readonly messages: RunMessages;
  readonly diff: string;
  readonly printed: string;
}

/**
 * Reports jobs as one. `about`: text before the counts in the summary. Default: none. `outcome`: that of all jobs, by
 * default their outcomes joined.
 */
export function outcomeOf(
  jobs: readonly EndedJob[],
  args: JobArguments,
  about = '',
  outcome: RunOutcome = joinOutcomes(jobs.map((job) => job.outcome)),
): FolderOutcome {
  const { report, errors } = publish(outcome, args);
  const results = [...outcome.results, ...errors];
  const summary = `${about}${formatSummary({ ...outcome, results }, args)}`;
  const printed = `${jobs.map((job) => job.printed).join('')}${report}`;
  return {
    stdout: `${jobs.map(({ diff }) => diff).join('')}${printed}`,
    printed,
    stderr: formatMessages(jobs, { errors, summary }, args),
    results,
    exitCode: errors.length > 0 ? EXIT.failed : outcome.exitCode,
  };
}
