import { shortStderr } from '../../src/host/index.ts';
import { arrangeResults } from '../../src/krm/index.ts';
import { exitCodeOf, type RenderStep } from '../../src/render/index.ts';
import type { ReportedStep } from '../report/run-outcome.ts';

/**
 * Returns a function that ran in the form of reports. `of`: name of its package. `truncates`: true to cut a very long
 * stderr.
 */
export function reportedStep(step: RenderStep, of: string, truncates: boolean): ReportedStep {
  const { fn, inProcess, results, end } = step;
  return {
    package: of,
    function: { [fn.by]: fn.called },
    inProcess,
    exitCode: exitCodeOf(step),
    ...(end !== undefined && end.stderr !== '' && { stderr: truncates ? shortStderr(end) : end.stderr }),
    results: inProcess ? arrangeResults(results) : results,
  };
}
