import type { KrmError } from '../../src/krm/index.ts';
import { ReadingJob } from '../work/reading-job.ts';
import { ownArguments, type PackageJob } from './package-jobs.ts';
import type { RenderArguments } from './render-arguments.ts';

/** Fails for a package of which it is not known whether it is selected, and leaves it as it is. */
class UnreadPackage extends ReadingJob {
  readonly name = 'render';
  readonly #error: KrmError;

  constructor(error: KrmError) {
    super();
    this.#error = error;
  }

  async compute(): Promise<void> {
    throw this.#error;
  }
}

/** Returns the job of a package whose values cannot be read. `args`: of all packages. `path`: relative to the folder of all. */
export function unreadPackage(error: KrmError, args: RenderArguments, path: string): PackageJob {
  const own = { ...ownArguments(args, path), recordsStatus: false };
  return { args: own, work: { rendering: undefined }, job: new UnreadPackage(error) };
}
