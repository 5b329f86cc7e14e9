import type { Result } from '../../src/krm/index.ts';
import { EXIT } from '../process/exit-code.ts';
import type { Findings, JobArguments } from '../work/job.ts';
import { ReadingJob } from '../work/reading-job.ts';
import { startJob } from '../work/start-job.ts';
import type { FleetWork } from './fleet-outcome.ts';

/** Returns warnings and infos. Throws a `KrmError` for errors. */
export type ReadResults = () => readonly Result[] | Promise<readonly Result[]>;

/** Reports about a call as a whole, such as its inputs, and changes nothing. */
class CallJob extends ReadingJob {
  readonly name = 'fleet';
  readonly #read: ReadResults;
  readonly #hints: readonly Result[];

  constructor(read: ReadResults, hints: readonly Result[]) {
    super();
    this.#read = read;
    this.#hints = hints;
  }

  hints(): readonly Result[] {
    return this.#hints;
  }

  async compute({ results }: Findings): Promise<void> {
    results.push(...(await this.#read()));
  }
}

/** Reports about a call as a whole. `hints`: infos that people always see. Returns false after an error. */
export async function report(
  done: FleetWork,
  args: JobArguments,
  read: ReadResults,
  hints: readonly Result[] = [],
): Promise<boolean> {
  const ended = (await startJob(new CallJob(read, hints), args))();
  done.ended.push(ended);
  return ended.outcome.exitCode !== EXIT.failed;
}
