import { FunctionFailure, type ProgramEnd } from '../host/program.ts';
import { resultsOf, type Notice, type Result } from '../krm/result.ts';
import type { PipelineFunction } from './pipeline.ts';

/** Function of a step: plain data, which processes can exchange. */
export type StepFunction = Omit<PipelineFunction, 'selectors' | 'exclude' | 'when'> & {
  /** Condition, as written; undefined for none. */
  readonly when: string | undefined;
};

/** Returns a function of a pipeline as plain data. */
export function stepFunction({
  selectors: _selectors,
  exclude: _exclude,
  when,
  ...fn
}: PipelineFunction): StepFunction {
  return { ...fn, when: when?.expression };
}

/** A function of a pipeline that ran. */
export interface RenderStep {
  /** Folder of the package with the pipeline; '' for the root. */
  readonly folder: string;
  readonly fn: StepFunction;
  /** Number of resources passed to the function. */
  readonly count: number;
  /** True for a built-in function. */
  readonly inProcess: boolean;
  /** True if its condition was false, so that it did not run, and the items stayed as they were. */
  readonly isSkipped: boolean;
  readonly results: readonly Result[];
  readonly notices: readonly Notice[];
  /** Warnings about selectors that match nothing, and an info if it was skipped. */
  readonly findings: readonly Result[];
  /**
   * End of the program that implements the function; undefined for a built-in function, or if the program could not be
   * started.
   */
  readonly end: ProgramEnd | undefined;
  readonly isFailed: boolean;
  /** Reasons of the failure besides the function's own results. */
  readonly errors: readonly Result[];
}

/** Returns the output of a failed function, and the reasons of its failure. */
export function stepFailure(error: unknown): Pick<RenderStep, 'results' | 'errors'> & Pick<RenderStep, 'end'> {
  if (error instanceof FunctionFailure) return { results: error.printed, errors: error.results, end: error.end };
  return { results: resultsOf(error), errors: [], end: undefined };
}
