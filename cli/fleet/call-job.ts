import type { Result } from '../../src/krm/index.ts';
import type { Findings, Job, JobFacts } from '../work/job.ts';

/** Returns warnings and infos. Throws a `KrmError` for errors. */
export type ReadResults = () => readonly Result[] | Promise<readonly Result[]>;

/** Reports about a call as a whole, such as its inputs, and changes nothing. */
export class CallJob implements Job {
  readonly name = 'fleet';
  readonly locked = [];
  readonly #read: ReadResults;

  constructor(read: ReadResults) {
    this.#read = read;
  }

  async compute({ results }: Findings): Promise<void> {
    results.push(...(await this.#read()));
  }

  changes(): readonly [] {
    return [];
  }

  write(): void {}

  facts(): JobFacts {
    return { steps: undefined, resources: undefined, explanations: undefined, packages: () => [] };
  }
}
