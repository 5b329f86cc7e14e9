import assert from 'node:assert/strict';
import { compile, type Bindings, type CelPhase } from '../../src/cel/index.ts';
import { recordedRows } from '../support/corpus.ts';
import { outcomeOf } from './outcome.ts';

/** Result of cel-go for an expression in the environment that Porch builds. */
interface Row {
  readonly expr: string;
  readonly inputs: Bindings;
  readonly output?: string;
  readonly phase?: CelPhase;
}

/** Expressions of rows that differ for the given reason; one that passes fails the suite. */
const EXPECTED_FAILURES: ReadonlyMap<string, string> = new Map([]);

describe('recorded outcomes of cel-go', () => {
  for (const [index, row] of (recordedRows('porch-cel.jsonl') as Row[]).entries()) {
    const reason = EXPECTED_FAILURES.get(row.expr);
    const name = `${index}: ${JSON.stringify(row.expr).slice(0, 80)}`;
    if (reason === undefined) it(name, () => assert.deepEqual(run(row), wanted(row)));
    else it(`${name} fails: ${reason}`, () => assert.notDeepEqual(run(row), wanted(row)));
  }
});

function run({ expr, inputs }: Row): unknown {
  const outcome = outcomeOf(() => compile(expr).evaluate(inputs));
  return 'phase' in outcome ? { phase: outcome.phase } : outcome;
}

function wanted({ output, phase }: Row): unknown {
  return phase === undefined ? { output } : { phase };
}
