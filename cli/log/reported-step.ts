import { shortStderr } from '../../src/host/index.ts';
import { arrangeResults, type Notice, type Result } from '../../src/krm/index.ts';
import { exitCodeOf, type RenderStep } from '../../src/render/index.ts';
import type { CalledFunction } from '../report/run-outcome.ts';

/**
 * Returns a function that ran in the form of reports. `of`: name of its package. `truncates`: true to cut a very long
 * stderr.
 */
export function reportedStep(step: RenderStep, of: string, truncates: boolean): CalledFunction {
  const { fn, inProcess, isSkipped, results, end } = step;
  return {
    package: of,
    function: { [fn.by]: fn.called },
    inProcess,
    ...(isSkipped && { skipped: true }),
    exitCode: exitCodeOf(step),
    ...(end !== undefined && end.stderr !== '' && { stderr: truncates ? shortStderr(end) : end.stderr }),
    results: inProcess ? arrangeResults(results) : results,
  };
}

/** Returns the results and notices of functions that ran, each with the name that `nameOf` returns for its function. */
export function reportersOf(
  steps: readonly RenderStep[],
  nameOf: (step: RenderStep) => string,
): ReadonlyMap<Result | Notice, string> {
  return new Map(
    steps.flatMap((step) => [...step.results, ...step.notices].map((message) => [message, nameOf(step)] as const)),
  );
}
