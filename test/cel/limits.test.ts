import assert from 'node:assert/strict';
import { spend, withBudget } from '../../src/cel/budget.ts';
import { compile } from '../../src/cel/index.ts';
import { MAX_STEPS } from '../../src/cel/limits.ts';
import { assertBounded } from './assert-bounded.ts';
import { bindings } from './bindings.ts';
import { ACCEPTED, REFUSED } from './hostile.ts';
import { outcomeOf } from './outcome.ts';

describe('expressions beyond the limits', () => {
  for (const [name, expression, message] of REFUSED) {
    it(`refuses ${name} quickly`, () => {
      assertBounded(() => {
        const outcome = outcomeOf(() => compile(expression).evaluate(bindings));
        assert.match('message' in outcome ? outcome.message : '', message);
      });
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
    withBudget(MAX_STEPS, () => {
      spend(MAX_STEPS - 1);
      withBudget(MAX_STEPS, () => spend(MAX_STEPS));
      assert.throws(() => withBudget(7, () => spend(8)), /more than 7 steps/);
      spend(1);
      assert.throws(() => spend(1), /more than 500000 steps/);
    });
  });
});
