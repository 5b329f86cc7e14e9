import { KrmError, type Notice, type Result } from '../../src/krm/index.ts';
import { stepFailure, type CallReport, type PipelineFunction, type RenderStep } from '../../src/render/index.ts';
import type { RenderLog } from '../log/render-log.ts';
import { reportedStep, reportersOf } from '../log/reported-step.ts';
import { failedOutput } from '../log/step-lines.ts';
import type { Input } from '../package/input.ts';
import type { ReportedStep } from '../report/run-outcome.ts';
import { FunctionWork, type FunctionSetting } from '../work/function-work.ts';
import type { OpenInput } from '../work/open-input.ts';
import type { EvalArguments } from './eval-arguments.ts';
import { saveFunction } from './save-function.ts';
import { unmatchedOptions } from './selection-options.ts';

/** One function that the command line names: shown in a log, and added to the Kptfile if that is asked for. */
export class EvalWork extends FunctionWork {
  readonly #fn: PipelineFunction;
  readonly #args: EvalArguments;
  readonly #log: RenderLog;
  readonly #steps: RenderStep[] = [];

  constructor(
    fn: PipelineFunction,
    setting: FunctionSetting,
    { args, log }: { readonly args: EvalArguments; readonly log: RenderLog },
  ) {
    super({ ...setting, onStart: (count) => log.running('', fn, count) }, args);
    this.#fn = fn;
    this.#args = args;
    this.#log = log;
  }

  override async apply(open: OpenInput, input: Input): Promise<CallReport> {
    const unmatched = unmatchedOptions(this.#args.selection, open.resources.items);
    const step = {
      folder: '',
      fn: this.#fn,
      count: open.resources.items.length,
      inProcess: this.#args.by === 'function',
      unmatched,
    };
    try {
      const report = await super.apply(open, input);
      this.#done({ ...step, end: undefined, ...report, isFailed: false, errors: [] });
      if (!this.#args.saves) return { ...report, results: [...report.results, ...unmatched] };
      const saved = saveFunction(this.#fn, open.resources, { root: input.root, configFile: this.#args.configFile });
      return {
        ...report,
        results: [...report.results, ...unmatched, ...saved.results],
        notices: [...report.notices, ...saved.notices],
      };
    } catch (error) {
      const failure = stepFailure(error);
      this.#done({ ...step, ...failure, notices: [], isFailed: true });
      throw new KrmError([...unmatched, ...failure.results, ...failure.errors]);
    }
  }

  steps(): readonly ReportedStep[] {
    return this.#steps.map((step) => reportedStep(step, '', this.#args.truncatesOutput));
  }

  reporters(): ReadonlyMap<Result | Notice, string> {
    return reportersOf(this.#steps, () => '');
  }

  failedOutput(): string {
    return failedOutput(this.#steps, this.#args);
  }

  #done(step: RenderStep): void {
    this.#steps.push(step);
    this.#log.done(step);
  }
}
