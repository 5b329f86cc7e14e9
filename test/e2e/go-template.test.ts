import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parseTemplate } from '../../src/go-template/index.ts';
import { cases, type Case } from '../go-template/generate.ts';
import { outcomeOf, type Outcome } from '../go-template/outcome.ts';
import { DEEP_TEMPLATES } from '../go-template/deep-templates.ts';
import { runProgram } from '../support/child.ts';
import { GoProgram } from '../support/go-program.ts';
import { propertyRuns } from '../support/property-runs.ts';

const CASES = propertyRuns(2000);

/** Outcome of a template as the program writes it; bytes are in base64. */
interface GoResult {
  readonly phase: string;
  readonly Output: string | null;
  readonly Error: string | null;
}

describe('templates compared with text/template', function () {
  const go = new GoProgram('go-template');

  it(`${CASES} generated templates have the same output, phase, message and output before an error`, () => {
    const drawn = fc.sample(cases(), CASES).filter(isComparable);
    const ours = drawn.map((one) => outcomeOf(() => expandCase(one)));
    const kept = drawn.filter((_, index) => !isBeyondGo(ours[index]));
    const theirs = askGo(go, kept);
    for (const [index, outcome] of ours.filter((one) => !isBeyondGo(one)).entries()) {
      assert.deepEqual(outcome, theirs[index], JSON.stringify(kept[index], undefined, 2));
    }
    report(theirs, CASES - kept.length);
  });
});

/** Reports whether outcomes can be compared: the address that `%p` prints differs each time. */
function isComparable({ template }: Case): boolean {
  return !/%[^A-Za-z%]*p/.test(template);
}

function expandCase({ template, name, data, dataKind, missingKey }: Case): Uint8Array {
  return parseTemplate(template, name).expandBytes(data, { dataKind, missingKey });
}

/**
 * Reports whether we stopped at a limit of time or memory that Go lacks; it takes hours to leave 100,000 templates in
 * ranges.
 */
function isBeyondGo(outcome: Outcome | undefined): boolean {
  const limits =
    /exceeded maximum (number of steps|output length|string length|template depth)|must not be longer than/;
  return outcome !== undefined && 'message' in outcome && limits.test(outcome.message);
}

function askGo(go: GoProgram, asked: readonly Case[]): readonly Outcome[] {
  const questions = asked.map((one) => ({ ...one, option: `missingkey=${one.missingKey}` }));
  return go.ask(questions).map((line) => outcomeOfGo(JSON.parse(line) as GoResult));
}

function outcomeOfGo({ phase, Output, Error }: GoResult): Outcome {
  if (phase === '') return { output: Output ?? '' };
  assert.ok(phase === 'parse' || phase === 'exec', `${phase}: ${decoded(Error)}`);
  return { phase, message: decoded(Error), partial: decoded(Output) };
}

function decoded(base64: string | null): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(base64 ?? '', 'base64'));
}

/** Reports the distribution of outcomes, and checks it: a generator of mostly errors would prove little. */
function report(outcomes: readonly Outcome[], skipped: number): void {
  const count = (kind: string): number =>
    outcomes.filter((one) => ('phase' in one ? one.phase : 'output') === kind).length;
  const [output, exec, parse] = ['output', 'exec', 'parse'].map(count);
  console.log(`      ${output} outputs, ${exec} errors of execution, ${parse} of parsing; ${skipped} not compared`);
  assert.ok(Math.min(output ?? 0, exec ?? 0, parse ?? 0) > outcomes.length / 20);
}

describe('templates on the engine of the native executable', () => {
  it('withstands templates at the limits', async () => {
    const script = fileURLToPath(new URL('../go-template/deep-endings.ts', import.meta.url));
    const { stdout, stderr, exitCode } = await runProgram('bun', [script], '');
    assert.equal(exitCode, 0, stderr);
    const endings = JSON.parse(stdout) as readonly string[];
    for (const [index, { name, want }] of DEEP_TEMPLATES.entries()) {
      assert.ok(endings[index]?.endsWith(want), `${name}: ${endings[index]}\nmust end with\n${want}`);
    }
  });
});
