import { arrangeResults, distinctResults, type Notice, type Result, resultsOf } from '../../src/krm/index.ts';
import { notWrittenIfStrict } from '../../src/messages/writing.ts';
import { formatDiff } from '../../src/package/index.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { type InputLock, lockInputs } from '../lock/input-lock.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { conflictResults } from '../report/conflict-results.ts';
import type { RunMessages } from '../report/messages.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import { enterStage } from '../watchdog/stage.ts';
import { type Findings, type Job, type JobArguments, newFindings } from './job.ts';
import { type EndedJob, type FolderOutcome, outcomeOf } from './report-jobs.ts';

/**
 * Shows a diff before a file is written, and may throw. `isWritten`: true if the files are written already. Default:
 * false.
 */
export type ShowDiff = (diff: string, isWritten?: boolean) => void;

/** Runs a job, and reports its outcome. Prints nothing. */
export async function runJob(job: Job, args: JobArguments, show?: ShowDiff): Promise<FolderOutcome> {
  const end = await startJob(job, args);
  return outcomeOf([end(show)], args);
}

/**
 * Computes the changes of a job without writing them. Returns a function that shows the diff, writes the files and
 * releases the locks: it must be called once.
 */
export async function startJob(job: Job, args: JobArguments): Promise<(show?: ShowDiff) => EndedJob> {
  const run = new JobRun(job, args);
  try {
    await run.compute();
  } catch (error) {
    run.release();
    throw error;
  }
  return (show = () => {}) => {
    let diff;
    try {
      diff = run.write(show);
    } finally {
      run.release();
    }
    return run.end(diff);
  };
}

/** A running job. */
class JobRun {
  readonly #job: Job;
  readonly #args: JobArguments;
  readonly #found = newFindings();
  #lock: InputLock | undefined;
  #isDone = false;

  constructor(job: Job, args: JobArguments) {
    this.#job = job;
    this.#args = args;
  }

  /** Locks the inputs and computes the changes. Stores errors for the outcome. */
  async compute(): Promise<void> {
    const { kept, notices } = this.#found;
    try {
      if (this.#job.locked.length > 0) this.#lock = lockInputs(this.#job.locked, this.#args.patience);
      notices.push(...(this.#lock?.notices ?? []));
      await this.#job.compute(this.#found);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      kept.push(...resultsOf(error));
    }
    if (this.#args.strict && !this.#isHeld) kept.push(...this.#strictErrors());
  }

  /** Returns the error of `--strict`, about the worst results. */
  #strictErrors(): readonly Result[] {
    const { kept, results } = this.#found;
    const found = (['error', 'warning'] as const).find((wanted) =>
      [...results, ...(wanted === 'error' ? [] : kept)].some(({ severity }) => severity === wanted),
    );
    if (found === undefined) return [];
    const { place } = this.#args;
    return [
      {
        severity: 'error',
        code: 'strict',
        message: notWrittenIfStrict(found),
        ...(place !== undefined && { file: { path: place, index: 0 } }),
      },
    ];
  }

  /** Releases the locks. */
  release(): void {
    this.#lock?.release();
  }

  /** Shows the diff, if requested, then writes all files or none. Returns the shown diff. */
  write(show: ShowDiff): string {
    if (this.#hasFailed) return '';
    try {
      const { diff: showsDiff, writes, prints } = this.#args;
      const diff = showsDiff ? formatDiff(this.#job.changes()) : '';
      show(diff);
      if (this.#isHeld) return diff;
      enterStage('writing');
      if (writes && !prints) this.#job.write(this.#found);
      enterStage('printing');
      this.#isDone = true;
      return diff;
    } catch (error) {
      this.#found.kept.push(...resultsOf(error));
      return '';
    }
  }

  end(diff: string): EndedJob {
    const outcome = this.#outcome();
    return { outcome, messages: this.#messages(), diff, printed: this.#job.print?.(outcome, this.#isDone) ?? '' };
  }

  #outcome(): RunOutcome {
    const { name, conflicts } = this.#job;
    const changes = this.#isDone ? this.#job.changes() : [];
    const results = [...this.#results(), ...(this.#job.hints?.() ?? [])];
    return {
      functionName: name,
      ...this.#job.facts(this.#isDone),
      results: [...this.#conflicts(), ...arrangeResults(distinctResults(results))],
      notices: arrangeResults(this.#notices()),
      changes,
      ...(conflicts && { conflicts }),
      diff: () => formatDiff(changes),
      exitCode: this.#exitCode(changes.length > 0),
    };
  }

  #messages(): RunMessages {
    const forPeople = messagesForPeople(this.#found, this.#args);
    return {
      found: [
        ...this.#conflicts(),
        ...arrangeResults(distinctResults(forPeople(this.#results()))),
        ...arrangeResults(forPeople(this.#notices())),
      ],
      hints: [...this.#found.hints, ...(this.#job.hints?.() ?? [])],
      failedOutput: this.#job.failedOutput?.() ?? '',
    };
  }

  /** None may be dropped as a duplicate, since each needs a decision. */
  #conflicts(): readonly Result[] {
    return conflictResults(this.#job.conflicts ?? []);
  }

  #notices(): readonly Notice[] {
    return this.#isDone ? this.#found.notices : [];
  }

  /** An error voids all changes, so reports about them are dropped, too. */
  #results(): readonly Result[] {
    const { kept, results } = this.#found;
    return [...kept, ...results.filter(({ severity }) => this.#isDone || severity !== 'info')];
  }

  #exitCode(hasChanges: boolean): ExitCode {
    if (this.#hasFailed) return EXIT.failed;
    if ((this.#job.conflicts ?? []).length > 0 || this.#isHeld) return EXIT.conflicts;
    return this.#args.check && hasChanges ? EXIT.wouldChange : EXIT.done;
  }

  get #isHeld(): boolean {
    return this.#job.isHeld === true;
  }

  get #hasFailed(): boolean {
    return this.#found.kept.some(({ severity }) => severity === 'error');
  }
}

/**
 * Returns a function that returns messages for people, without hints, and without those that a log has shown
 * (`verbose`). A message that names no file gets the name of its function, except for the error of a failed one, which
 * stands beside that name.
 */
function messagesForPeople(
  { reporters, hints, kept }: Pick<Findings, 'reporters' | 'hints' | 'kept'>,
  { verbose }: Pick<JobArguments, 'verbose'>,
): <T extends Result | Notice>(messages: readonly T[]) => readonly T[] {
  const isHint = new Set<Result | Notice>(hints);
  const isKept = new Set<Result | Notice>(kept);
  return (messages) =>
    messages.flatMap((each) => {
      const reporter = reporters.get(each);
      const isLogged = verbose && reporter !== undefined && each.severity !== 'notice';
      if (isLogged || isHint.has(each)) return [];
      const isNamed =
        (reporter ?? '') === '' || each.file !== undefined || (each.severity === 'error' && isKept.has(each));
      return [isNamed ? each : { ...each, message: `${reporter}: ${each.message}` }];
    });
}
