import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { compile } from '../../src/cel/index.ts';
import { bindings } from '../cel/bindings.ts';
import { cases, type Case } from '../cel/generate.ts';
import { ACCEPTED, REFUSED } from '../cel/hostile.ts';
import { outcomeOf, type Outcome } from '../cel/outcome.ts';
import { runProgram } from '../support/child.ts';
import { GoProgram } from '../support/go-program.ts';
import { propertyRuns } from '../support/property-runs.ts';

const CASES = propertyRuns(2000);

/** Result of cel-go for an expression; `unstable` if it depends on the order of iteration over a map. */
interface GoResult {
  readonly phase: '' | 'compile' | 'eval' | 'convert' | 'unstable' | 'panic';
  readonly output: string;
  readonly error: string;
}

describe('expressions compared with cel-go', function () {
  const go = new GoProgram('cel-go');

  it(`${CASES} generated expressions return the same string, or fail in the same phase`, () => {
    const drawn = fc.sample(cases(), CASES);
    const theirs = askGo(go, drawn);
    const phases = drawn.map((one, index) => compare(one, theirs[index]));
    report(phases);
  });
});

/**
 * Compares the outcomes. Returns the phase in which the expression failed, or ''; undefined if the outcomes cannot be
 * compared.
 */
function compare({ expression, bindings: values }: Case, go: GoResult | undefined): string | undefined {
  if (go === undefined || go.phase === 'unstable' || go.phase === 'panic') return undefined;
  const ours = outcomeOf(() => compile(expression).evaluate(values));
  if (isKnownDifference(ours)) return undefined;
  const shown = JSON.stringify({ expression, values, ours, go }, undefined, 2);
  if (go.phase === '') assert.deepEqual(ours, { output: go.output }, shown);
  else assert.equal('phase' in ours ? ours.phase : 'output', go.phase, shown);
  return go.phase;
}

/**
 * Reports whether a difference is known: cel-go makes maps with keys of any type, which it may then not find, or
 * panics; and it matches the name of a type.
 */
function isKnownDifference(ours: Outcome): boolean {
  const message = 'message' in ours ? ours.message : '';
  return message.startsWith('unsupported key type') || message.includes("'matches' applied to '(type,");
}

function askGo(go: GoProgram, asked: readonly Case[]): readonly GoResult[] {
  const questions = asked.map(({ expression, bindings: values }) => ({ Expr: expression, Inputs: values }));
  return go.ask(questions).map((line) => JSON.parse(line) as GoResult);
}

/** Reports the distribution of outcomes, and checks it: a generator of mostly errors would prove little. */
function report(phases: readonly (string | undefined)[]): void {
  const count = (phase: string | undefined): number => phases.filter((one) => one === phase).length;
  const [outputs, convert, evaluation, compilation, skipped] = ['', 'convert', 'eval', 'compile', undefined].map(count);
  console.log(
    `      ${outputs} strings, ${convert} other values, ${evaluation} errors of evaluation, ${compilation} of compilation; ` +
      `${skipped} not compared`,
  );
  assert.ok(Math.min(outputs ?? 0, evaluation ?? 0, compilation ?? 0) > phases.length / 20);
}

describe('expressions on the engine of the native executable', () => {
  it('returns the same results and messages for expressions at the limits and generated ones', async () => {
    const hostile = [...REFUSED, ...ACCEPTED].map(([, expression]) => ({ expression, bindings }));
    const asked = [...hostile, ...fc.sample(cases(), CASES)];
    const script = fileURLToPath(new URL('../cel/outcomes.ts', import.meta.url));
    const { stdout, stderr, exitCode } = await runProgram('bun', [script], JSON.stringify(asked));
    assert.equal(exitCode, 0, stderr);
    const theirs = JSON.parse(stdout) as readonly Outcome[];
    for (const [index, one] of asked.entries()) {
      const ours = outcomeOf(() => compile(one.expression).evaluate(one.bindings));
      assert.deepEqual(theirs[index], ours, JSON.stringify(one).slice(0, 1000));
    }
  });
});
