import { arrangeResults } from '../krm/arrange-results.ts';
import { attributeEdits } from '../krm/edit-origins.ts';
import type { Resource } from '../krm/resource.ts';
import { errorLines, type Result } from '../krm/result.ts';
import { shortStderr } from '../host/program.ts';
import { equalValues, isList, isMap, readStream, type SourceDocument, type Value } from '../yaml/index.ts';
import { inKptStyle } from './kpt-style.ts';
import type { Rendering } from './render.ts';
import type { RenderStep } from './render-step.ts';
import { inPackage, statusResult } from './status-result.ts';

/** Type of the condition with the outcome of the last rendering. */
const RENDERED = 'Rendered';

const CONDITIONS = ['status', 'conditions'];
const RENDER_STATUS = ['status', 'renderStatus'];

/**
 * Records a rendering in the `status` of the root Kptfile, byte for byte like kpt 1.0.0-beta.67: a condition `Rendered`,
 * and an entry for each function that ran. `failure`: reason of the failure; undefined on success.
 */
export function recordStatus(
  kptfile: Resource,
  rendering: Pick<Rendering, 'steps' | 'folders'> | undefined,
  failure?: string,
): void {
  const { document } = kptfile;
  attributeEdits({ title: 'status of the rendering' }, kptfile, () => {
    const edited = hasLayout(document) ? document : kptLayout();
    setCondition(edited, failure);
    setRenderStatus(edited, rendering === undefined ? undefined : statusOf(rendering));
    if (edited !== document) document.set(['status'], edited.get(['status']) ?? null);
  });
}

/** Reports whether a Kptfile has a status, or a list to take the layout from. */
function hasLayout(document: SourceDocument): boolean {
  return isMap(document.value(['status'])) || /^[ \t]*- /m.test(document.text());
}

/** Returns a document with kpt's layout of a status and lists. */
function kptLayout(): SourceDocument {
  const [document] = readStream('status:\n  conditions:\n    - {}\n').documents;
  if (document === undefined) throw new Error('the layout must be a document');
  document.remove([...CONDITIONS, 0]);
  return document;
}

/** Sets the condition. A new one is appended. */
function setCondition(document: SourceDocument, failure: string | undefined): void {
  const ended =
    failure === undefined
      ? { status: 'True', reason: 'RenderSuccess' }
      : { status: 'False', reason: 'RenderFailed', message: failure };
  const condition = { type: RENDERED, ...ended };
  const known = document.value(CONDITIONS);
  const conditions = isList(known) ? known : [];
  const last = conditions.length - 1;
  const isRendered = (value: Value | undefined): boolean => isMap(value) && value['type'] === RENDERED;
  for (let index = last - 1; index >= 0; index--)
    if (isRendered(conditions[index])) document.remove([...CONDITIONS, index]);
  if (isRendered(conditions[last])) document.set([...CONDITIONS, (document.length(CONDITIONS) ?? 1) - 1], condition);
  else document.append(CONDITIONS, condition);
}

/** Replaces the whole status, so that its keys are in kpt's order. */
function setRenderStatus(document: SourceDocument, status: Value | undefined): void {
  const before = document.value(RENDER_STATUS);
  if (before !== undefined && status !== undefined && equalValues(before, status)) return;
  document.remove(RENDER_STATUS);
  if (status !== undefined) document.set(RENDER_STATUS, inKptStyle(status));
}

function statusOf({ steps, folders }: Pick<Rendering, 'steps' | 'folders'>): Value | undefined {
  const inList = (list: RenderStep['fn']['list']): readonly RenderStep[] => steps.filter(({ fn }) => fn.list === list);
  const [mutators, validators] = [inList('mutators'), inList('validators')];
  const failed = [...mutators, ...validators].filter(({ isFailed }) => isFailed);
  if (steps.length === 0) return undefined;
  return {
    ...(mutators.length > 0 && { mutationSteps: mutators.map((step) => stepValue(step, folders)) }),
    ...(validators.length > 0 && { validationSteps: validators.map((step) => stepValue(step, folders)) }),
    ...(failed.length > 0 && {
      errorSummary: failed.map((step) => `${step.fn.name || calledBy(step)}: exit code ${exitCodeOf(step)}`).join('\n'),
    }),
  };
}

function stepValue(step: RenderStep, folders: readonly string[]): Value {
  const { fn, inProcess } = step;
  const own = step.results.map((each) => inPackage(each, folders));
  const results = inProcess ? arrangeResults(own) : own;
  const errors = results.filter(({ severity }) => severity === 'error');
  const stderr = stderrOf(step, results);
  return {
    ...(fn.name !== '' && { name: fn.name }),
    [fn.by]: calledBy(step),
    ...(stderr !== '' && { stderr }),
    exitCode: exitCodeOf(step),
    ...(results.length > 0 && { results: results.map(statusResult) }),
    ...(errors.length > 0 && { errorResults: errors.map(statusResult) }),
  };
}

/** Returns the command or image of a function. As in kpt, an image without a tag gets `latest`. */
function calledBy({ fn: { by, called } }: RenderStep): string {
  return by === 'exec' || /[:@][^/]*$/.test(called) ? called : `${called}:latest`;
}

/** Returns the stderr of a function; for a built-in function, what its executable would print. */
function stderrOf({ end, inProcess }: RenderStep, results: readonly Result[]): string {
  if (end !== undefined) return shortStderr(end);
  return inProcess ? errorLines(results) : '';
}

/** Returns the exit code of a function: that of its program, unless the program succeeded and its output was refused. */
export function exitCodeOf({ isFailed, end }: RenderStep): number {
  return end !== undefined && end.exitCode !== 0 ? end.exitCode : Number(isFailed);
}
