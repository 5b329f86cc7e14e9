import { FunctionFailure, type ProgramEnd } from '../host/program.ts';
import { resultsOf, type Notice, type Result } from '../krm/result.ts';
import type { PipelineFunction } from './pipeline.ts';

/** A function of a pipeline that has run. */
export interface RenderStep {
  /** Folder of the package whose pipeline it is in; '' for the root. */
  readonly folder: string;
  readonly fn: PipelineFunction;
  /** Number of resources that it was given. */
  readonly count: number;
  /** True if this program implements it. */
  readonly inProcess: boolean;
  readonly results: readonly Result[];
  readonly notices: readonly Notice[];
  /** End of the program that implements it; undefined if this program does, or if it could not be started. */
  readonly end: ProgramEnd | undefined;
  readonly isFailed: boolean;
  /** Why it failed, beside its own results. */
  readonly errors: readonly Result[];
}

/** Returns what a function that failed printed, and why it failed. */
export function stepFailure(error: unknown): Pick<RenderStep, 'results' | 'errors'> & Pick<RenderStep, 'end'> {
  if (error instanceof FunctionFailure) return { results: error.printed, errors: error.results, end: error.end };
  return { results: resultsOf(error), errors: [], end: undefined };
}
