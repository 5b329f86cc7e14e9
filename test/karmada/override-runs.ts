import assert from 'node:assert/strict';
import { Problems } from '../../src/function/index.ts';
import type { Overrider } from '../../src/karmada/index.ts';
import { formatFieldPath, Resource, Results } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { OverrideScope } from '../../src/karmada/overrider.ts';
import { readDocument } from '../../src/yaml/index.ts';

/** Outcome of one overrider on one resource. */
export interface Overridden {
  /** Text of the resource; undefined after an error, which voids all edits. */
  readonly text: string | undefined;
  readonly changed: number;
  readonly absent: readonly string[];
  /** Severity, field and message of each result. */
  readonly results: readonly string[];
}

/** Place of the entries of overriders in a configuration. */
const FIELD: Path = ['spec', 'o'];

/** Reads one overrider. */
export function readOne(read: (field: Path, problems: Problems) => readonly Overrider[]): Overrider {
  const problems = new Problems();
  const [overrider, ...others] = read(FIELD, problems);
  assert.deepEqual([...problems], []);
  assert.deepEqual(others, []);
  assert.ok(overrider);
  assert.equal(formatFieldPath(overrider.field), 'spec.o[0]');
  return overrider;
}

/** Returns the field and message of each problem of a configuration. */
export function problemsOf(read: (field: Path, problems: Problems) => unknown): readonly string[] {
  const problems = new Problems();
  read(FIELD, problems);
  return [...problems].map(({ field, message }) => `${formatFieldPath(field)}: ${message}`);
}

/** Applies an overrider to the text of a resource. Checks that a second run changes nothing and reports the same. */
export function override(item: string, overrider: Overrider, scope: OverrideScope = 'all'): Overridden {
  const resource = new Resource(readDocument(item));
  const first = applyTo(resource, overrider, scope);
  if (first.results.some((result) => result.startsWith('error'))) return { ...first, text: undefined };
  const want = { ...first, changed: 0 };
  assert.deepEqual(applyTo(resource, overrider, scope), want, 'a second run on the same resource');
  const again = new Resource(readDocument(first.text ?? ''));
  assert.deepEqual(applyTo(again, overrider, scope), want, 'a second run on the text');
  assert.equal(first.changed > 0, first.text !== item);
  return first;
}

function applyTo(resource: Resource, overrider: Overrider, scope: OverrideScope): Overridden {
  const results = new Results();
  const { changed, absent } = overrider.apply(resource, { results, scope }) ?? { changed: 0, absent: [] };
  return {
    text: resource.document.text(),
    changed,
    absent,
    results: [...results].map(({ severity, field, message }) => `${severity} ${field?.path}: ${message}`),
  };
}

/** Checks that each result begins as wanted. */
export function assertResults(got: readonly string[], want: readonly string[]): void {
  assert.equal(got.length, want.length, got.join('\n'));
  for (const [index, start] of want.entries())
    assert.ok(got[index]?.startsWith(start), `${got[index]}\nwanted: ${start}`);
}
