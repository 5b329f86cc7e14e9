import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { compile, compileCondition } from '../../src/cel/index.ts';
import { conditionValue } from '../../src/render/conditions.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { bindings } from '../cel/bindings.ts';
import { CONDITION_RESOURCES, CONDITIONS } from '../cel/condition-cases.ts';
import { cases, conditions, type Case, type ConditionCase } from '../cel/generate.ts';
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

  it(`${CASES} generated conditions have the same value, or fail in the same phase`, () => {
    const drawn = fc.sample(conditions(), CASES);
    const theirs = go
      .ask(
        drawn.map(({ expression, resources }) => ({ Expr: expression, Resources: resources })),
        'kpt',
      )
      .map((line) => JSON.parse(line) as GoResult);
    report(drawn.map((one, index) => compareCondition(one, theirs[index])));
  });

  it('conditions have the recorded outcomes', () => {
    const asked = CONDITIONS.map(([expression]) => ({ Expr: expression, Resources: CONDITION_RESOURCES }));
    const theirs = go.ask(asked, 'kpt').map((line) => JSON.parse(line) as GoResult);
    const outcomes = theirs.map(({ phase, output }) => (phase === '' ? output : phase));
    assert.deepEqual(
      outcomes,
      CONDITIONS.map(([, outcome]) => outcome),
    );
  });
});

/** Compares the outcomes of a condition, like `compare`. */
function compareCondition({ expression, resources }: ConditionCase, go: GoResult | undefined): string | undefined {
  const values = resources.map((text) => conditionValue(readDocument(text)));
  return compareOutcomes(expression, resources, go, () => String(compileCondition(expression).isMet(values)));
}

/**
 * Compares the outcomes. Returns the phase in which the expression failed, or ''; undefined if the outcomes cannot be
 * compared.
 */
function compare({ expression, bindings: values }: Case, go: GoResult | undefined): string | undefined {
  return compareOutcomes(expression, values, go, () => compile(expression).evaluate(values));
}

function compareOutcomes(
  expression: string,
  values: unknown,
  go: GoResult | undefined,
  evaluate: () => string,
): string | undefined {
  if (go === undefined || go.phase === 'unstable' || go.phase === 'panic') return undefined;
  const ours = outcomeOf(evaluate);
  if (isKnownDifference(ours, go)) return undefined;
  const shown = JSON.stringify({ expression, values, ours, go }, undefined, 2);
  if (go.phase === '') assert.deepEqual(ours, { output: go.output }, shown);
  else assert.equal('phase' in ours ? ours.phase : 'output', go.phase, shown);
  return go.phase;
}

/**
 * Reports whether a difference is known: cel-go makes maps with keys of any type, which it may then not find, or
 * panics; it matches the name of a type. In the environment of kpt, it refuses a constant index of a type that no index
 * has before it evaluates; it has another limit; `has()` of a field of an optional scalar is an optional value; and it
 * checks the types of the arguments of `format` before it evaluates.
 */
function isKnownDifference(ours: Outcome, go: GoResult): boolean {
  const message = 'message' in ours ? ours.message : '';
  if (go.error.startsWith('invalid qualifier type') && message !== '') return true;
  if (/cost limit exceeded|is of type optional_type|formatting/.test(go.error)) return true;
  return message.startsWith('unsupported key type') || /'(?:matches|string)' applied to '\(type/.test(message);
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
