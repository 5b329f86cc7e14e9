/**
 * `npm run kpt-cases -- CHECKOUT` renders the cases of `e2e/testdata/fn-render` in a checkout of kpt, with the kpt on
 * the PATH, or the newer one that `KPT_CURRENT` names, and with `dist/krm-variants.cjs`. A program in `test/support/`
 * stands in for docker and for the catalog's functions. Prints how many cases give the recorded exit code, the recorded
 * data and the recorded bytes, and each case of ours that differs with the reason. Exits with 1 if a reason is missing,
 * or a case with a reason does not differ. With `KPT_CURRENT`, its results take the place of the recorded ones.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCases, recordedFiles, type KptCase } from './kpt-cases/case.ts';
import { compare, type Comparison } from './kpt-cases/comparison.ts';
import { NEWER_REASONS, REASONS } from './kpt-cases/reasons.ts';
import { makeRenderers, renderCase, type Renderer } from './kpt-cases/renderer.ts';

/** Case with the comparison of each renderer. */
interface Row {
  readonly name: string;
  readonly comparisons: readonly Comparison[];
}

const [checkout, ...chosen] = process.argv.slice(2);
if (checkout === undefined) throw new Error('give the path of a checkout of kpt');
/** A kpt that follows 1.0: it is then what our renderings are compared with. */
const current = process.env['KPT_CURRENT'];
const scratch = mkdtempSync(join(tmpdir(), 'krm-variants-kpt-cases-'));
try {
  const renderers = makeRenderers(join(scratch, 'bin'), current);
  const cases = findCases(checkout).filter(({ name }) => chosen.length === 0 || chosen.includes(name));
  const rows = cases.filter(({ isSkipped }) => !isSkipped).map((one) => rowOf(one, renderers));
  console.log(`${rows.length} cases, ${cases.length - rows.length} more that kpt skips\n`);
  printTable([
    ['', 'exit code', 'data', 'bytes'],
    ...renderers.map((renderer, index) => counts(renderer, rows, index)),
  ]);
  printTable([['case', ...renderers.map(({ name }) => name), 'reason'], ...differences(rows)]);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function rowOf(one: KptCase, renderers: readonly Renderer[]): Row {
  const folder = join(scratch, 'cases', one.name);
  const recorded = { exitCode: one.exitCode, files: recordedFiles(one, join(folder, 'recorded')) };
  const outcomes = renderers.map((renderer) => {
    const outcome = renderCase(renderer, one, join(folder, renderer.name));
    if (chosen.length > 0) console.log(`${renderer.name}: ${outcome.stderr}`);
    return outcome;
  });
  // What a newer kpt records has messages of the catalog's functions, which the stand-in does not know.
  const [judge = recorded] = current === undefined ? [] : outcomes;
  return { name: one.name, comparisons: outcomes.map((outcome) => compare(outcome, judge)) };
}

function counts({ name }: Renderer, rows: readonly Row[], index: number): readonly string[] {
  const count = (key: keyof Comparison): string =>
    String(rows.filter(({ comparisons }) => comparisons[index]?.[key] === true).length);
  return [name, count('isExitCode'), count('isData'), count('isBytes')];
}

/** Returns the rows of cases that differ, with the reason why ours do. */
function differences(rows: readonly Row[]): readonly (readonly string[])[] {
  return rows.flatMap(({ name, comparisons }) => {
    const cells = comparisons.map(differenceOf);
    const reason = reasonFor(name);
    const differs = cells.at(-1) !== '';
    if (differs !== (reason !== undefined)) process.exitCode = 1;
    if (differs) return [[name, ...cells, reason ?? 'UNEXPLAINED']];
    if (reason !== undefined) return [[name, ...cells, `does not differ: remove the reason`]];
    return cells.every((cell) => cell === '') ? [] : [[name, ...cells, '']];
  });
}

function reasonFor(name: string): string | undefined {
  if (current === undefined) return REASONS[name];
  return NEWER_REASONS.find(({ cases }) => cases.test(name))?.reason;
}

function differenceOf({ isExitCode, isData, isBytes }: Comparison): string {
  if (!isExitCode) return 'exit code';
  if (!isData) return 'data';
  // A newer kpt writes the status of the Kptfile, which has messages of functions and of a renderer.
  return isBytes || current !== undefined ? '' : 'bytes';
}

function printTable(rows: readonly (readonly string[])[]): void {
  const [head = []] = rows;
  for (const cells of [head, head.map(() => '---'), ...rows.slice(1)]) console.log(`| ${cells.join(' | ')} |`);
  console.log('');
}
