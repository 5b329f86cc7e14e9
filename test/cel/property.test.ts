import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compile } from '../../src/cel/index.ts';
import { cases } from './generate.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 1000);

/** No expression of some hundred characters takes as long as this, even on a runner that is slow. */
const PATIENCE = 1000;

describe('any expression', () => {
  it('gives a string or an error of its own, the same each time, and ends soon', () => {
    fc.assert(
      fc.property(cases(), ({ expression, bindings }) => {
        const run = (): Outcome => outcomeOf(() => compile(expression).evaluate(bindings));
        const start = performance.now();
        const outcome = run();
        assert.ok(performance.now() - start < PATIENCE);
        assert.deepEqual(run(), outcome);
        assertFromUs(outcome);
      }),
      { numRuns: RUNS },
    );
  });
});

/** What the engine that runs this says of its errors is different from engine to engine. */
function assertFromUs(outcome: Outcome): void {
  if (!('message' in outcome)) return;
  assert.doesNotMatch(outcome.message, /is not a function|cannot read propert|\bBigInt\b|call stack|\[object /i);
}
