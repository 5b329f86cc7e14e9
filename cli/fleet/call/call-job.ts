import { KrmError, type Result } from '../../../src/krm/index.ts';
import { EXIT } from '../../process/exit-code.ts';
import type { Findings, JobArguments } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import { startJob } from '../../work/start-job.ts';
import { placedIn } from '../show/repository-paths.ts';
import type { FleetWork } from '../show/fleet-outcome.ts';
import type { FailedVariant } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { failedRow } from '../show/variant-row.ts';

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

/**
 * Reports a variant whose files cannot be read, and adds its row. `repository`: URL of another git repository. Default:
 * that of the fleet.
 */
export async function failUnread(
  done: FleetWork,
  args: JobArguments,
  { results, ...variant }: FailedVariant,
  repository?: string,
): Promise<void> {
  const errors = results.map((result) => placedIn(repository, result));
  await report(done, args, () => {
    throw new KrmError(errors);
  });
  const row = { ...failedRow(variant), ...(repository !== undefined && { repository }) };
  done.rows.push(row);
  done.facts.set(row, { errors });
}
