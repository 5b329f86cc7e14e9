import assert from 'node:assert/strict';
import { parse } from 'yaml';
import type { Files } from '../cli/run-support.ts';
import { dataOf, type ForeignRendering } from './foreign.ts';
import { sharedLines } from './render-lines.ts';
import { kptLines, readResults } from './results-file.ts';

/** Lines on stderr, exit code of a function, and a remark that there is more. */
const STDERR = /^ {2}(?:Stderr|Exit code):|^ {4}(?:"|\.\.\.)/;

/**
 * Asserts that two renderings end alike: exit code, lines on stderr, results. `subpackages`: their folders, which our
 * results have before the paths of their files.
 */
export function assertSameEnd(
  ours: ForeignRendering,
  kpts: ForeignRendering,
  subpackages: readonly string[] = [],
): void {
  assert.equal(ours.exitCode, kpts.exitCode, `${ours.stderr}\n${kpts.stderr}`);
  assertSameLog(ours, kpts);
  assert.deepEqual(stderrLines(ours), stderrLines(kpts));
  const folder = new RegExp(`(?<=^ +path: )(?:${subpackages.join('|')})/`, 'gm');
  const results = subpackages.length === 0 ? ours.results : ours.results?.replaceAll(folder, '');
  assert.deepEqual(parse(results ?? ''), withSeverities(parse(kpts.results ?? '')));
}

/** Returns a list of results in which those without a severity have that which kpt shows for them. */
function withSeverities(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSeverities);
  if (!isPlain(value)) return value;
  const shown = 'message' in value ? { severity: 'info', ...value } : value;
  return Object.fromEntries(Object.entries(shown).map(([key, each]) => [key, withSeverities(each)]));
}

/** Asserts that two renderings run the same functions with the same ends. */
function assertSameLog(ours: ForeignRendering, kpts: ForeignRendering): void {
  const shown = kptLines(readResults(ours.results ?? ''));
  assert.deepEqual(sharedLines(ours.stderr, shown), sharedLines(kpts.stderr));
}

function stderrLines({ stderr }: ForeignRendering): readonly string[] {
  return stderr.split('\n').filter((line) => STDERR.test(line));
}

/**
 * Asserts that files have the same names and data. Not compared are the places of annotations in their map, the order
 * of keys in elements of lists, which kpt restores by position, and in JSON, which it sorts.
 */
export function assertSameData(ours: Files, kpts: Files): void {
  assert.deepEqual(Object.keys(ours).toSorted(), Object.keys(kpts).toSorted());
  for (const [path, text] of Object.entries(kpts)) {
    const normal = path.endsWith('.json') ? sorted : normalized;
    assert.deepEqual(dataOf(String(ours[path]), normal), dataOf(String(text), normal), path);
  }
}

function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  return isPlain(value) ? mapped(value, normalized, (key) => (key === 'annotations' ? '1' : '0')) : value;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  return isPlain(value) ? mapped(value, sorted, (key) => key) : value;
}

/** Returns a map with other values, in the order of a text of their keys. */
function mapped(value: object, change: (value: unknown) => unknown, rank: (key: string) => string): object {
  const entries = Object.entries(value).toSorted(([a], [b]) => Number(rank(a) > rank(b)) - Number(rank(a) < rank(b)));
  return Object.fromEntries(entries.map(([key, each]) => [key, change(each)]));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
