import { arrangeResults } from '../krm/arrange-results.ts';
import { attributeEdits } from '../krm/edit-origins.ts';
import type { Resource } from '../krm/resource.ts';
import { resultValue } from '../krm/result-value.ts';
import { shortStderr } from '../host/program.ts';
import { isList, isMap, type Value } from '../yaml/index.ts';
import type { RenderStep } from './render-step.ts';

/** Type of the condition that says how the last rendering ended. */
const RENDERED = 'Rendered';

/**
 * Records a rendering in the `status` of the Kptfile of its root package, as kpt does since 1.0.0-beta.62: a condition
 * `Rendered` and one entry for each function that has run. `failure`: why it failed; undefined if it succeeded.
 */
export function recordStatus(kptfile: Resource, steps: readonly RenderStep[], failure?: string): void {
  attributeEdits({ title: 'status of the rendering' }, kptfile, () => {
    setCondition(kptfile, failure);
    const field = ['status', 'renderStatus'];
    if (steps.length > 0) kptfile.document.set(field, statusOf(steps));
    else kptfile.document.remove(field);
  });
}

function setCondition({ document }: Resource, failure: string | undefined): void {
  const ended =
    failure === undefined
      ? { status: 'True', reason: 'RenderSuccess' }
      : { status: 'False', reason: 'RenderFailed', message: failure };
  const field = ['status', 'conditions'];
  const known = document.value(field);
  const index = isList(known) ? known.findIndex((each) => isMap(each) && each['type'] === RENDERED) : -1;
  const condition = { type: RENDERED, ...ended };
  if (index === -1) document.append(field, condition);
  else document.set([...field, index], condition);
}

function statusOf(steps: readonly RenderStep[]): Value {
  const inList = (list: RenderStep['fn']['list']): readonly RenderStep[] => steps.filter(({ fn }) => fn.list === list);
  const [mutators, validators] = [inList('mutators'), inList('validators')];
  const failed = [...mutators, ...validators].filter(({ isFailed }) => isFailed);
  return {
    ...(mutators.length > 0 && { mutationSteps: mutators.map(stepValue) }),
    ...(validators.length > 0 && { validationSteps: validators.map(stepValue) }),
    ...(failed.length > 0 && {
      errorSummary: failed.map((step) => `${step.fn.name || step.fn.called}: exit code ${exitCodeOf(step)}`).join('\n'),
    }),
  };
}

function stepValue(step: RenderStep): Value {
  const { fn, results, end } = step;
  const arranged = arrangeResults(results);
  const errors = arranged.filter(({ severity }) => severity === 'error');
  return {
    ...(fn.name !== '' && { name: fn.name }),
    [fn.by]: fn.called,
    ...(end !== undefined && end.stderr !== '' && { stderr: shortStderr(end) }),
    exitCode: exitCodeOf(step),
    ...(arranged.length > 0 && { results: arranged.map(resultValue) }),
    ...(errors.length > 0 && { errorResults: errors.map(resultValue) }),
  };
}

/** Returns the exit code of a function: that of its program, unless that succeeded and its output was refused. */
export function exitCodeOf({ isFailed, end }: RenderStep): number {
  return end !== undefined && end.exitCode !== 0 ? end.exitCode : Number(isFailed);
}
