import { CelError, compileCondition, integerValue, timestampValue, type ConditionValue } from '../cel/index.ts';
import type { Resource } from '../krm/resource.ts';
import { isList, isMap, type Path, type SourceDocument, type Value } from '../yaml/index.ts';
import type { Condition } from './expressions.ts';
import { annotationsForFunction } from './selector.ts';

const FLOAT_TAG = 'tag:yaml.org,2002:float';

/**
 * Compiles the condition of a function (`when`). Returns what is wrong with it as text. What `isMet` throws is an
 * `Error` with a message for the user.
 */
export function compileWhen(expression: string): Condition | string {
  try {
    const condition = compileCondition(expression);
    return { expression, isMet: (resources) => explained(() => condition.isMet(resources.map(resourceValue))) };
  } catch (error) {
    return messageOf(error);
  }
}

function explained<T>(evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    throw new Error(messageOf(error), { cause: error });
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof CelError)) throw error;
  const { message, position, hint } = error;
  const place = position === undefined ? '' : `line ${position.line}, column ${position.column}: `;
  return `${place}${message}${hint}`;
}

/** Returns the data of a resource with the annotations that kpt adds for functions. */
function resourceValue(resource: Resource): ConditionValue {
  const value = conditionValue(resource.document);
  const metadata = value instanceof Map ? (value.get('metadata') as unknown) : undefined;
  if (!(metadata instanceof Map)) return value;
  const annotations = metadata.get('annotations') as unknown;
  const all = new Map<unknown, unknown>(annotations instanceof Map ? annotations : []);
  for (const [key, text] of annotationsForFunction(resource)) all.set(key, text);
  metadata.set('annotations', all);
  return value;
}

/**
 * Returns the data of a document as kpt hands them to a condition: as go-yaml v3 decodes them, which tells integers
 * from other numbers, and takes a plain date for a timestamp.
 */
export function conditionValue(document: SourceDocument): ConditionValue {
  return valueAt(document, [], document.value([], 'kpt') ?? null);
}

function valueAt(document: SourceDocument, path: Path, value: Value): ConditionValue {
  if (isList(value)) return value.map((each, index) => valueAt(document, [...path, index], each));
  if (isMap(value))
    return new Map(Object.entries(value).map(([key, each]) => [key, valueAt(document, [...path, key], each)]));
  if (typeof value === 'bigint') return integerValue(value);
  if (typeof value === 'number') return isFloat(document, path, value) ? value : integerValue(BigInt(value));
  if (typeof value !== 'string' || !/^\d{4}-\d/.test(value) || !isPlain(document, path, value)) return value;
  return timestampValue(value) ?? value;
}

/** Reports whether a number is written as one that is no integer, such as `1.0` or `1e3`. */
function isFloat(document: SourceDocument, path: Path, value: number): boolean {
  if (!Number.isInteger(value) || document.get(path, 'kpt')?.tag === FLOAT_TAG) return true;
  if (!document.has(path)) return false;
  const view = document.view(path);
  const text = isAlias(view.text()) ? view.ownText() : view.text();
  return /[.eE]/.test(text) && !/^[-+]?0[xX]/.test(text);
}

/** Reports whether a string is a scalar without quotes and tag. */
function isPlain(document: SourceDocument, path: Path, value: string): boolean {
  const node = document.get(path, 'kpt');
  if (node === undefined || node.isQuoted || node.tag !== undefined || !document.has(path)) return false;
  const text = document.view(path).text();
  return text === value || isAlias(text);
}

function isAlias(text: string): boolean {
  return text.startsWith('*');
}
