import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { listOf, ourOutcome, RECORDED, withoutAdditions, type RecordedCall } from './outcome.ts';

/** Calls that fail here only, each with the reason, a row of "Differences" in the README of the function. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['a namespace that is no DNS label', 'a namespace that is not a DNS label'],
  ['a namespace of 64 characters', 'a namespace that is not a DNS label'],
  ['a SetNamespace with an unknown field', 'unknown fields of a SetNamespace'],
]);

/** Parts of the warnings about data that the image would add, or that only this function edits. */
const DIFFERENCES = /the image would add|the image does not edit elements of lists/;

describe('set-namespace in place of v0.4.1', () => {
  const calls = readFileSync(RECORDED, 'utf8').trimEnd().split('\n');

  it('has enough recorded calls', () => {
    assert.ok(calls.length >= 70);
  });

  for (const line of calls) {
    const call = JSON.parse(line) as RecordedCall;
    it(`has the data of the image: ${call.name}`, () => check(call));
  }
});

async function check(call: RecordedCall): Promise<void> {
  const { outcome, name } = call;
  const { exitCode, items, results } = await ourOutcome(listOf(call), 'v0.4.1');
  const isRefused = REFUSED.has(name) || outcome.exitCode !== 0;
  assert.equal(exitCode === 0, !isRefused, results.join('\n'));
  if (isRefused) return;
  const isReported = results.some((result) => DIFFERENCES.test(result));
  if (isReported) assert.notDeepEqual(items, outcome.items);
  const compared = isReported ? withoutAdditions : (all: readonly unknown[]) => all;
  assert.deepEqual(compared(items), compared(outcome.items));
}
