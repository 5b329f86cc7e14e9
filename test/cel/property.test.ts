import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compile } from '../../src/cel/index.ts';
import { assertBounded } from './assert-bounded.ts';
import { cases } from './generate.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1000);

describe('any expression', () => {
  it('returns a string or an error of ours, the same each time, and ends soon', () => {
    fc.assert(
      fc.property(cases(), ({ expression, bindings }) => {
        const run = (): Outcome => outcomeOf(() => compile(expression).evaluate(bindings));
        const outcome = run();
        assertBounded(() => assert.deepEqual(run(), outcome));
        assertFromUs(outcome);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Checks that an error has our wording; that of engines differs. */
function assertFromUs(outcome: Outcome): void {
  if (!('message' in outcome)) return;
  assert.doesNotMatch(outcome.message, /is not a function|cannot read propert|\bBigInt\b|call stack|\[object /i);
}
