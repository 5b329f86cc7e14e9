import { shortStderr } from '../host/program.ts';
import { arrangeResults } from '../krm/arrange-results.ts';
import { attributeEdits } from '../krm/edit-origins.ts';
import type { Resource } from '../krm/resource.ts';
import { listedResult } from '../krm/result-value.ts';
import { errorLines, type Result } from '../krm/result.ts';
import {
  compactText,
  equalValues,
  isList,
  isMap,
  newDocument,
  type NewValue,
  readDocument,
  readStream,
  type SourceDocument,
  type Value,
} from '../yaml/index.ts';
import type { RenderStep } from './render-step.ts';
import type { Rendering } from './render.ts';

/** Type of the condition with the outcome of the last rendering. */
const RENDERED = 'Rendered';

const CONDITIONS = ['status', 'conditions'];
const RENDER_STATUS = ['status', 'renderStatus'];

/**
 * Records a rendering in the `status` of the root Kptfile, byte for byte like kpt 1.0.0-beta.67: a condition
 * `Rendered`, and an entry for each function that ran. `failure`: reason of the failure; undefined on success.
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
  const { fn, inProcess, isSkipped } = step;
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
    ...(fn.when !== undefined && { when: fn.when }),
    ...(isSkipped && { skipped: true }),
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

/**
 * Returns the exit code of a function: that of its program, unless the program succeeded and its output was refused.
 */
export function exitCodeOf({ isFailed, end }: RenderStep): number {
  return end !== undefined && end.exitCode !== 0 ? end.exitCode : Number(isFailed);
}

/**
 * Returns a result as kpt 1.0.0-beta.67 writes it in the status of a Kptfile: with values as text, sorted tags, and
 * nothing that is empty.
 */
function statusResult(result: Result): Value {
  const { tags = {}, ...others } = result;
  const { field } = others;
  const sorted = Object.entries(tags).toSorted(byKey);
  const value = listedResult({ ...others, ...(sorted.length > 0 && { tags: Object.fromEntries(sorted) }) });
  return present({ ...value, ...(field && { field: fieldTexts(field) }) });
}

function byKey([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

function fieldTexts({ path, currentValue, proposedValue }: NonNullable<Result['field']>): Value {
  return present({
    path: valueText(path),
    currentValue: valueText(currentValue),
    proposedValue: valueText(proposedValue),
  });
}

function present(fields: Readonly<Record<string, Value>>): Value {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** Returns a value as YAML text, which is a string itself for a string; '' for none. */
function valueText(value: Value | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : compactText(readDocument(newDocument(inKptStyle(value)).text()));
  return text.replaceAll(OUTER_SPACE, '');
}

/** White space that Go trims: without the byte order mark, which is white space to JavaScript. */
const OUTER_SPACE = /^(?:[^\S\uFEFF]|\x85)+|(?<![^\S\uFEFF]|\x85)(?:[^\S\uFEFF]|\x85)+$/g;

/** Returns a result with its file relative to the deepest of these folders that holds it. */
function inPackage(result: Result, folders: readonly string[]): Result {
  const { file } = result;
  if (file === undefined) return result;
  const depths = folders.filter((folder) => file.path.startsWith(`${folder}/`)).map((folder) => folder.length + 1);
  return { ...result, file: { ...file, path: file.path.slice(Math.max(0, ...depths)) } };
}

/** Strings that go-yaml prints plain, though some readers require quotes. */
const PLAIN = /^(?:=|<<|[:?](?!\s|$)(?!.*(?:\s#|:(?:\s|$)|\s$))[\x20-\x7E]*)$/;

/** Characters that go-yaml escapes in double quotes. */
const ESCAPED = /["\\\0-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]|[\u{10000}-\u{10FFFF}]/gu;

/** Characters that go-yaml prints in double quotes only. */
const UNPRINTABLE = /[\0-\x08\x0B-\x1F\x7F-\x9F\uFEFF\uFFFE\uFFFF]|[\u{10000}-\u{10FFFF}]/u;

/**
 * Strings of several lines that go-yaml prints as a block, with another header than this program, or instead of quotes.
 */
const BLOCK = /^(?=[ \n\t]|[^]*\t(?:\n|$))(?![^]* (?:\n|$))[^]*\n/;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\0': '0',
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\x1B': 'e',
  '"': '"',
  '\\': '\\',
  '\x85': 'N',
  '\u2028': 'L',
  '\u2029': 'P',
};

/** Returns a value whose strings are printed as by kpt, if that differs from this program's style. */
export function inKptStyle(value: Value): NewValue {
  if (isList(value)) return value.map(inKptStyle);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inKptStyle(each)]));
  return typeof value === 'string' ? styled(value) : value;
}

function styled(text: string): NewValue {
  const printed = PLAIN.test(text)
    ? text
    : UNPRINTABLE.test(text)
      ? quoted(text)
      : BLOCK.test(text)
        ? block(text)
        : undefined;
  return printed === undefined ? text : (readDocument(`text: ${printed}`).get(['text']) ?? text);
}

function quoted(text: string): string {
  return `"${text.replaceAll(ESCAPED, (character) => `\\${SHORT_ESCAPES[character] ?? coded(character)}`)}"`;
}

/** Returns the code of a character with the letter for its length. */
function coded(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  const [letter, digits] = code.length <= 2 ? ['x', 2] : code.length <= 4 ? ['u', 4] : ['U', 8];
  return `${letter}${code.padStart(digits, '0')}`;
}

function block(text: string): string {
  const indentation = /^[ \n]/.test(text) ? '2' : '';
  const chomping = !text.endsWith('\n') ? '-' : /^\n$|\n\n$/.test(text) ? '+' : '';
  const lines = text.replace(/\n$/, '').split('\n');
  return `|${indentation}${chomping}\n${lines.map((line) => (line === '' ? '\n' : `  ${line}\n`)).join('')}`;
}
