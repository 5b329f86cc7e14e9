import { packageName } from '../package/package-name.ts';
import { changesOf, replacedInputs, writeFiles, type WorkedInput } from '../work/changed-inputs.ts';
import type { Findings, Job, JobFacts } from '../work/job.ts';
import type { PackageAnswer } from './package-answer.ts';
import type { RenderArguments } from './render-arguments.ts';
import type { FileChange } from '../../src/package/index.ts';

/** Job that a worker computes. This process locks, shows and writes its files. */
export class WorkerJob implements Job {
  readonly name = 'render';
  readonly locked: readonly string[];
  readonly #ask: () => Promise<PackageAnswer>;
  readonly #args: RenderArguments;
  readonly #named: readonly string[];
  #answer: PackageAnswer | undefined;

  /** `ask` sends the package to a worker. `named`: the inputs as the command line names them, for the paths of a diff. */
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
