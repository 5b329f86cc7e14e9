import { NO_FACTS, type Findings, type Job, type JobFacts } from './job.ts';
import type { ContentChange } from '../../src/package/index.ts';

/** Job that answers a question about files, and writes none. */
export abstract class ReadingJob implements Job {
  abstract readonly name: string;
  readonly locked = [];

  abstract compute(findings: Findings): Promise<void>;

  /** Returns the summary for people. Default: none. Called after `compute` succeeded. */
  protected conclusion(): string | undefined {
    return undefined;
  }

  changes(): readonly ContentChange[] {
    return [];
  }

  write(): void {}

  facts(isDone: boolean): JobFacts {
    return isDone ? { ...NO_FACTS, conclusion: this.conclusion() } : NO_FACTS;
  }
}
