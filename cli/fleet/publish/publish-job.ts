import type { ReportedCommit } from '../../report/run-outcome.ts';
import type { Findings } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import { endApply } from './commit-applied.ts';
import type { CallRun } from '../request.ts';
import { NothingWritten, type EndedApply, type LostRace } from './ended-apply.ts';
import type { ContentChange } from '../../../src/package/index.ts';

/** Commits and pushes what a call wrote, if the command line asks for it. */
export class PublishJob extends ReadingJob {
  readonly name = 'fleet';
  readonly #run: CallRun;
  readonly #races: number;
  #end: EndedApply | undefined;
  #isUndone = false;

  /** `races`: number of times that the call has started again so far. */
  constructor(run: CallRun, races: number) {
    super();
    this.#run = run;
    this.#races = races;
  }

  async compute({ results, hints }: Findings): Promise<void> {
    try {
      this.#end = endApply(this.#run, this.#races);
    } catch (error) {
      this.#isUndone = error instanceof NothingWritten;
      throw error;
    }
    results.push(...this.#end.results);
    hints.push(...this.#end.hints);
  }

  /** Changes beside those of the variants. */
  override changes(): readonly ContentChange[] {
    return this.#end?.removed ?? [];
  }

  /** True if an error left nothing of what the call wrote. Valid after `compute`. */
  get isUndone(): boolean {
    return this.#isUndone;
  }

  /** Defined if somebody pushed meanwhile: the call must then run again. */
  get lost(): LostRace | undefined {
    return this.#end?.lost;
  }

  /** Commits with the changes of the call. Valid after `compute`. */
  get commits(): readonly ReportedCommit[] {
    return this.#end?.commit === undefined ? [] : [this.#end.commit];
  }
}
