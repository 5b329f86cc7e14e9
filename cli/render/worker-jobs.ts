import { fileError, formatResult, type Result } from '../../src/krm/index.ts';
import { processEnded } from '../../src/messages/rendering.ts';
import type { FileChange } from '../../src/package/index.ts';
import type { ShowLines } from '../log/turns.ts';
import { packageName } from '../package/package-name.ts';
import { isStream } from '../process/stdio.ts';
import { progress } from '../terminal/progress.ts';
import { changesOf, replacedInputs, type WorkedInput, writeFiles } from '../work/changed-inputs.ts';
import { splitName } from '../work/function-config.ts';
import type { Findings, Job, JobFacts } from '../work/job.ts';
import { workerCount } from '../workers/worker-count.ts';
import { WorkerError, WorkerPool } from '../workers/worker-pool.ts';
import type { PackageAnswer } from './package-answer.ts';
import { ownArguments, type PackageJob, type PackageJobs } from './package-jobs.ts';
import type { RenderArguments } from './render-arguments.ts';
import type { RenderedPackages } from './render-work.ts';

/** Packages to send ahead for each worker, so that a slow one does not keep the others waiting for their turn. */
const AHEAD = 16;

/**
 * Returns the number of processes to render packages in; 1 for this one alone. Sources that can be read only once, or
 * whose content may change in between, are read by one process.
 */
export function processesFor(count: number, { jobs, context, objects, policies }: RenderArguments): number {
  const named = [...policies.map((each) => splitName(each)[0]), ...(objects === undefined ? [] : [objects])];
  return context !== undefined || named.some(isStream) ? 1 : workerCount(count, jobs);
}

/** Jobs that workers compute, and that this process writes. */
export class WorkerJobs implements PackageJobs {
  readonly atOnce: number;
  readonly #args: RenderArguments;
  readonly #count: number;
  readonly #pool: WorkerPool<string, PackageAnswer>;
  #unread: readonly Result[] | undefined;
  #step: (() => void) | undefined;

  /** `count`: number of packages. */
  constructor(args: RenderArguments, count: number, processes: number) {
    this.atOnce = AHEAD * processes;
    this.#args = args;
    this.#count = count;
    this.#pool = new WorkerPool(processes, args.jobs);
  }

  jobOf(path: string, show: ShowLines): PackageJob {
    const args = ownArguments(this.#args, path);
    const work: { rendering: RenderedPackages | undefined; isInvalid: boolean } = {
      rendering: undefined,
      isInvalid: false,
    };
    const ask = async (): Promise<PackageAnswer> => {
      const answer = await this.#ask(path, args);
      show(answer.log);
      work.rendering = answer.rendering;
      work.isInvalid = answer.isInvalid;
      return answer;
    };
    return { args, work, job: new WorkerJob(ask, args, this.#args.inputs) };
  }

  async #ask(path: string, { inputs: [place = ''] }: RenderArguments): Promise<PackageAnswer> {
    try {
      const answer = await this.#pool.ask(path);
      this.#step ??= progress.count('rendering', this.#count, 'package');
      this.#step();
      this.#unread = this.#unread?.filter(isAmong(answer.unread)) ?? answer.unread;
      return answer;
    } catch (error) {
      throw error instanceof WorkerError ? fileError(place, 'process-ended', processEnded(error.message)) : error;
    }
  }

  unread(): readonly Result[] {
    return this.#unread ?? [];
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }
}

/** Returns a filter for results that are also among others. */
function isAmong(others: readonly Result[]): (result: Result) => boolean {
  const known = new Set(others.map(formatResult));
  return (result) => known.has(formatResult(result));
}

/** Job that a worker computes. This process locks, shows and writes its files. */
class WorkerJob implements Job {
  readonly name = 'render';
  readonly locked: readonly string[];
  readonly #ask: () => Promise<PackageAnswer>;
  readonly #args: RenderArguments;
  readonly #named: readonly string[];
  #answer: PackageAnswer | undefined;

  /**
   * `ask` sends the package to a worker. `named`: the inputs as the command line names them, for the paths of a diff.
   */
  constructor(ask: () => Promise<PackageAnswer>, args: RenderArguments, named: readonly string[]) {
    this.locked = replacedInputs(args);
    this.#ask = ask;
    this.#args = args;
    this.#named = named;
  }

  async compute({ kept, hints, results, notices, reporters }: Findings): Promise<void> {
    this.#answer = await this.#ask();
    const { found } = this.#answer;
    kept.push(...found.kept);
    hints.push(...found.hints);
    results.push(...found.results);
    notices.push(...found.notices);
    for (const [message, reporter] of found.reporters) reporters.set(message, reporter);
  }

  changes(): readonly FileChange[] {
    return changesOf(this.#inputs, this.#named);
  }

  write(found: Findings): void {
    writeFiles(this.#inputs, this.#args.output, found);
  }

  facts(isDone: boolean): JobFacts {
    const { packages = this.#args.inputs.map((name) => packageName(name, [])), facts } = this.#answer ?? {};
    return {
      steps: facts?.steps ?? [],
      resources: facts?.resources ?? 0,
      explanations: isDone ? facts?.explanations : undefined,
      packages: () => packages,
    };
  }

  failedOutput(): string {
    return this.#answer?.failedOutput ?? '';
  }

  get #inputs(): readonly WorkedInput[] {
    return this.#answer?.inputs ?? [];
  }
}
