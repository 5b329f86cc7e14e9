import { listedResult } from '../krm/result-value.ts';
import type { Result } from '../krm/result.ts';
import { compactText, newDocument, readDocument, type Value } from '../yaml/index.ts';
import { inKptStyle } from './kpt-style.ts';

/**
 * Returns a result as kpt 1.0.0-beta.67 writes it in the status of a Kptfile: with values as text, sorted tags, and nothing
 * that is empty.
 */
export function statusResult(result: Result): Value {
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
  return present({ path: textOf(path), currentValue: textOf(currentValue), proposedValue: textOf(proposedValue) });
}

function present(fields: Readonly<Record<string, Value>>): Value {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** Returns a value as YAML text, which is a string itself for a string; '' for none. */
function textOf(value: Value | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : compactText(readDocument(newDocument(inKptStyle(value)).text()));
  return text.replaceAll(OUTER_SPACE, '');
}

/** White space that Go trims: without the byte order mark, which is white space to JavaScript. */
const OUTER_SPACE = /^(?:[^\S\uFEFF]|\x85)+|(?<![^\S\uFEFF]|\x85)(?:[^\S\uFEFF]|\x85)+$/g;

/** Returns a result with its file relative to the deepest of these folders that holds it. */
export function inPackage(result: Result, folders: readonly string[]): Result {
  const { file } = result;
  if (file === undefined) return result;
  const depths = folders.filter((folder) => file.path.startsWith(`${folder}/`)).map((folder) => folder.length + 1);
  return { ...result, file: { ...file, path: file.path.slice(Math.max(0, ...depths)) } };
}
