import assert from 'node:assert/strict';
import { compile } from '../../src/cel/index.ts';
import { bindings } from './bindings.ts';
import { ACCEPTED, REFUSED } from './hostile.ts';
import { outcomeOf } from './outcome.ts';

/** Maximum milliseconds on a slow runner for work of a tenth of a second. */
const PATIENCE = 2000;

describe('expressions beyond the limits', () => {
  for (const [name, expression, message] of REFUSED) {
    it(`refuses ${name} quickly`, () => {
      const start = performance.now();
      const outcome = outcomeOf(() => compile(expression).evaluate(bindings));
      assert.match('message' in outcome ? outcome.message : '', message);
      assert.ok(performance.now() - start < PATIENCE);
    });
  }
});

describe('expressions within the limits', () => {
  for (const [name, expression] of ACCEPTED) {
    it(`evaluates ${name}`, () => assert.equal(compile(expression).evaluate(bindings), 'a'));
  }
});
