import type { Result } from '../../src/krm/index.ts';
import type { Findings } from '../work/job.ts';
import { ReadingJob } from '../work/reading-job.ts';

/** Returns warnings and infos. Throws a `KrmError` for errors. */
export type ReadResults = () => readonly Result[] | Promise<readonly Result[]>;

/** Reports about a call as a whole, such as its inputs, and changes nothing. */
export class CallJob extends ReadingJob {
  readonly name = 'fleet';
  readonly #read: ReadResults;

  constructor(read: ReadResults) {
    super();
    this.#read = read;
  }

  async compute({ results }: Findings): Promise<void> {
    results.push(...(await this.#read()));
  }
}
