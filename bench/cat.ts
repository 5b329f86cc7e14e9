/**
 * `npm run bench:cat` shows how long apply-package-context takes beside `cat` on a package of 48 resources and 431 KB, as
 * whole processes: fed by stdin, and called by `kpt fn eval`. Each Node.js on the PATH is tried. Expects what the build
 * writes, kpt, and the corpus.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../scripts/functions.ts';

const RUNS = 15;
const bundle = join(root, 'dist/apply-package-context.cjs');
const native = join(root, 'dist/krm-variants');

interface Contender {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly input?: Buffer;
}

const folder = mkdtempSync(join(tmpdir(), 'krm-variants-bench-'));
const copy = join(folder, 'package');
cpSync(join(root, '../shared/corpus/cert-manager-basic'), copy, { recursive: true });

const input = whatKptSends();
printTable('stdin to stdout', [
  { name: 'cat', command: ['cat'], input },
  ...nodes().flatMap(({ node, version }): Contender[] => [
    { name: `node -e 0, ${version}`, command: [node, '-e', '0'] },
    { name: `the function, ${version}`, command: [node, bundle], input },
  ]),
  { name: 'the function, native', command: [native, 'apply-package-context'], input },
]);
printTable('kpt fn eval', [
  { name: 'cat', command: evaluate('cat') },
  { name: 'the function', command: evaluate(`${process.execPath} ${bundle}`) },
  { name: 'the function, native', command: evaluate(`${native} apply-package-context`) },
]);
rmSync(folder, { recursive: true });

function evaluate(executable: string): [string, ...string[]] {
  return ['kpt', 'fn', 'eval', copy, '--exec', executable, '--', 'site=north'];
}

/** The ResourceList for a function. */
function whatKptSends(): Buffer {
  const seen = join(folder, 'seen.yaml');
  run({ name: 'tee', command: evaluate(`tee ${seen}`) });
  return readFileSync(seen);
}

/** Each version once, in the order of the PATH. */
function nodes(): { readonly node: string; readonly version: string }[] {
  const found = new Map<string, string>();
  for (const path of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(path, 'node');
    const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    if (status !== 0) continue;
    const version = `Node ${stdout.trim()}`;
    if (!found.has(version)) found.set(version, node);
  }
  return [...found].map(([version, node]) => ({ node, version }));
}

/** Milliseconds from start to end. */
function run({ name, command: [file, ...args], input: stdin }: Contender): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(file, args, { input: stdin ?? '', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${name}: ${String(stderr)}`);
  return performance.now() - start;
}

/** Runs all in turn, so that a busy moment of the machine meets each of them; the first round warms up. */
function printTable(title: string, contenders: readonly Contender[]): void {
  const rounds = Array.from({ length: RUNS + 1 }, () => contenders.map(run)).slice(1);
  const medians = contenders.map((_, i) => median(rounds.map((round) => round[i] ?? 0)));
  console.log(`\n| ${title} | ms, median of ${RUNS} | beside cat |\n|---|---|---|`);
  for (const [i, { name }] of contenders.entries()) {
    const ms = medians[i] ?? 0;
    console.log(`| ${name} | ${ms.toFixed(0)} | ${(ms / (medians[0] ?? 1)).toFixed(1)} |`);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
