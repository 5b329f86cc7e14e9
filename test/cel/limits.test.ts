import assert from 'node:assert/strict';
import { spend, withBudget } from '../../src/cel/budget.ts';
import { compile } from '../../src/cel/index.ts';
import { MAX_STEPS } from '../../src/cel/limits.ts';
import { bindings } from './bindings.ts';
import { ACCEPTED, REFUSED } from './hostile.ts';
import { outcomeOf } from './outcome.ts';
import { cpuTime } from '../support/cpu-time.ts';

/** Maximum milliseconds of CPU time on a slow runner for work of a tenth of a second. */
const MAX_TIME = 2000;

describe('expressions beyond the limits', () => {
  for (const [name, expression, message] of REFUSED) {
    it(`refuses ${name} quickly`, () => {
      const refuse = (): void => {
        const outcome = outcomeOf(() => compile(expression).evaluate(bindings));
        assert.match('message' in outcome ? outcome.message : '', message);
      };
      assert.ok(cpuTime(refuse) < MAX_TIME);
    });
  }
});

describe('expressions within the limits', () => {
  for (const [name, expression] of ACCEPTED) {
    it(`evaluates ${name}`, () => assert.equal(compile(expression).evaluate(bindings), 'a'));
  }
});

describe('evaluations within each other', () => {
  it('have a budget each, also if the inner one uses all of its own', () => {
    withBudget(() => {
      spend(MAX_STEPS - 1);
      withBudget(() => spend(MAX_STEPS));
      assert.throws(() => withBudget(() => spend(MAX_STEPS + 1)), /more than 500000 steps/);
      spend(1);
      assert.throws(() => spend(1), /more than 500000 steps/);
    });
  });
});
