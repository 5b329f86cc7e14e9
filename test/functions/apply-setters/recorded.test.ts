import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import applySetters from '../../../functions/apply-setters/index.ts';
import { runFunction } from '../../../src/function/index.ts';
import { equalValues, type Value } from '../../../src/yaml/index.ts';
import { loaded } from '../../support/probe.ts';
import { listText, readOutcome, readRecorded } from '../../support/record-original.ts';

const fn = loaded(applySetters);
const recorded = readRecorded(fileURLToPath(new URL('recorded.jsonl', import.meta.url)));

/** Recorded inputs whose outcome is another one here, and the row of "Differences" that they show. */
const DIFFERENT: ReadonlyMap<string, string> = new Map([
  ['a value that grows', 'a given value that has the text between two setters'],
  ['generated 504', 'two comments of one value, the first beside an anchor'],
  ['generated 519', 'two comments of one value, the first beside an anchor'],
]);

const SET = 'set field value to ';

function setMessages(results: Value): readonly string[] {
  const messages = (results as readonly { message: string }[] | null)?.map(({ message }) => message) ?? [];
  return messages.filter((message) => message.startsWith(SET)).toSorted();
}

describe('apply-setters: recorded outcomes of the original', () => {
  it('has enough of them, each with a name of its own', () => {
    assert.ok(recorded.length >= 70);
    const names = new Set(recorded.map(({ name }) => name));
    assert.equal(names.size, recorded.length);
    for (const name of DIFFERENT.keys()) assert.ok(names.has(name), name);
  });

  for (const input of recorded) {
    const { name, exitCode, after, results } = input;
    it(`has the same outcome: ${name}`, async () => {
      const ours = await runFunction(fn, new TextEncoder().encode(listText(input)), { inPlaceOf: 'v0.2.1' });
      const outcome = readOutcome(ours.stdout);
      const isEqual =
        ours.exitCode === exitCode &&
        (exitCode !== 0 ||
          (equalValues(outcome.after, after) &&
            equalValues([...setMessages(outcome.results)], [...setMessages(results)])));
      assert.equal(isEqual ? undefined : 'different', DIFFERENT.has(name) ? 'different' : undefined, ours.stdout);
    });
  }
});
