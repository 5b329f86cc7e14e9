import { resultsOf, type Result } from '../../src/krm/index.ts';
import { isChange } from '../../src/package/index.ts';
import { tuneFor } from '../process/jit.ts';
import type { WorkedInput } from '../work/changed-inputs.ts';
import { newFindings, type Findings, type JobFacts } from '../work/job.ts';
import { serveTasks } from '../workers/worker.ts';
import { OwnJobs } from './package-jobs.ts';
import type { RenderArguments } from './render-arguments.ts';
import type { RenderedPackages } from './render-work.ts';
import type { FunctionProgram } from '../arguments/command.ts';

/** A package as a worker rendered it: plain data. */
export interface PackageAnswer {
  readonly found: Findings;
  /** Files to write. */
  readonly inputs: readonly WorkedInput[];
  readonly rendering: RenderedPackages | undefined;
  /** True if a Kptfile or a pipeline is invalid. */
  readonly isInvalid: boolean;
  readonly facts: Omit<JobFacts, 'packages'>;
  readonly packages: readonly string[];
  readonly failedOutput: string;
  /** Errors about policies, and a warning about objects, that none of the worker's packages so far has read. */
  readonly unread: readonly Result[];
  readonly log: string;
}

/** Renders the packages whose paths another process sends. Writes nothing: that process does. */
export async function servePackages(program: FunctionProgram, args: RenderArguments): Promise<never> {
  // Workers share packages by the hundred.
  tuneFor(Infinity);
  const jobs = new OwnJobs(program, args);
  return await serveTasks(() => (path) => answerOf(String(path), jobs));
}

async function answerOf(path: string, jobs: OwnJobs): Promise<PackageAnswer> {
  let log = '';
  const { job, work, args } = jobs.jobOf(path, (lines) => void (log += lines));
  const found = newFindings();
  try {
    await job.compute(found);
  } catch (error) {
    found.kept.push(...resultsOf(error));
  }
  const hasFailed = found.kept.some(({ severity }) => severity === 'error');
  const { packages, ...facts } = job.facts(!hasFailed);
  const isSent = args.output === undefined ? isChange : () => true;
  return {
    found,
    inputs: job.worked.map((input) => ({ ...input, files: input.files.filter(isSent) })),
    rendering: work.rendering && { steps: work.rendering.steps, folders: work.rendering.folders },
    isInvalid: work.isInvalid,
    facts,
    packages: packages(),
    failedOutput: job.failedOutput(),
    unread: jobs.unread(),
    log,
  };
}
