import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { listText, readRecorded, type Recorded } from '../../support/record-original.ts';
import { messagesOf, ourOutcome, unordered, withoutAdditions } from './outcome.ts';

/** Calls that fail here only, each with the row of "Differences" in the README of the function. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['a namespace that is no DNS label', 'a namespace that is not a DNS label'],
  ['a namespace of 64 characters', 'a namespace that is not a DNS label'],
  ['a SetNamespace with an unknown field', 'unknown fields of a SetNamespace'],
]);

/** Parts of the warnings about data that the image would add, or that only this function edits. */
const DIFFERENCES = /the image would add|the image does not edit elements of lists/;

describe('set-namespace in place of v0.4.1', () => {
  const calls = readRecorded(fileURLToPath(import.meta.resolve('./recorded.jsonl')));

  it('has enough recorded calls', () => {
    assert.ok(calls.length >= 70);
  });

  for (const call of calls) it(`has the data of the image: ${call.name}`, () => check(call));
});

async function check(call: Recorded): Promise<void> {
  const ours = await ourOutcome(listText(call), 'v0.4.1');
  const messages = messagesOf(ours);
  const isRefused = REFUSED.has(call.name) || call.exitCode !== 0;
  assert.equal(ours.exitCode === 0, !isRefused, messages.join('\n'));
  if (isRefused) return;
  const isReported = messages.some((message) => DIFFERENCES.test(message));
  if (isReported) assert.notDeepEqual(unordered(ours.after), unordered(call.after));
  const compared = isReported ? withoutAdditions : unordered;
  assert.deepEqual(compared(ours.after), compared(call.after));
}
