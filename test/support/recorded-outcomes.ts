import assert from 'node:assert/strict';
import { runFunction, type LoadedFunction } from '../../src/function/index.ts';
import { isList, type Value } from '../../src/yaml/index.ts';
import { listText, readOutcome, readRecorded } from './record-original.ts';

/**
 * Defines a test for each recorded input of an original: a function must have equal data, and fail where the original
 * fails, unless `differences` names the row of "Differences" that the input shows. Then it must not be equal, and a
 * call in place of `tag` must report it.
 */
export function itEqualsTheOriginal(
  fn: LoadedFunction,
  file: string,
  differences: Readonly<Record<string, string>>,
  tag: string,
): void {
  const all = readRecorded(file);
  for (const recorded of all) {
    const row = differences[recorded.name];
    it(row === undefined ? recorded.name : `${recorded.name}: differs (${row})`, async () => {
      const input = new TextEncoder().encode(listText(recorded));
      const { stdout, exitCode } = await runFunction(fn, input, { inPlaceOf: tag });
      const isEqual = hasSameOutcome(recorded, { exitCode, after: readOutcome(stdout).after });
      assert.equal(isEqual, row === undefined, stdout);
      if (row !== undefined && exitCode === 0) assert.match(stdout, /original/, 'the difference is reported');
    });
  }

  it('has a recorded input for each listed difference', () => {
    const names = new Set(all.map(({ name }) => name));
    assert.equal(names.size, all.length, 'names are unique');
    assert.deepEqual(
      Object.keys(differences).filter((name) => !names.has(name)),
      [],
    );
  });
}

interface Outcome {
  readonly exitCode: number;
  readonly after: Value;
}

/** Reports whether two outcomes are the same. After an error, no caller reads the items. */
function hasSameOutcome(a: Outcome, b: Outcome): boolean {
  if (a.exitCode !== 0 || b.exitCode !== 0) return (a.exitCode === 0) === (b.exitCode === 0);
  return itemsKey(a.after) === itemsKey(b.after);
}

/** Returns a text that is equal for the same items: originals may sort them, since they are files. */
export function itemsKey(items: Value): string {
  const all: readonly Value[] = isList(items) ? items : [];
  return JSON.stringify(all.map((item) => JSON.stringify(sorted(item), withTexts)).toSorted());
}

/** Replaces an integer that JSON has no number for by its text. */
function withTexts(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
