/**
 * `node bench/jit.ts [--rounds N]` measures what settings of the JIT compiler cost the native executable, by the size
 * of the input: the CPU of whole processes, beside that of the setting that an executable starts with. The last columns
 * are the executable as it is, with the settings that it chooses, on a machine where nothing is set, and in an image.
 * Takes 10 minutes.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleExecutable, functionSource } from '../scripts/bundle.ts';
import { compileNative } from '../scripts/native.ts';
import type { Contender } from './contender.ts';
import { deploymentInput, workloadInput, type Input } from './input.ts';
import { embeddedText, type Job } from './job.ts';
import { measure } from './measure.ts';
import { everyImage } from './override-job.ts';
import { everyStripped } from './strip-job.ts';
import { writeTask } from './task.ts';
import { buildTools } from './tools.ts';

/** A registry in no resource: an input that is read, and not edited. */
const nothing: Job = {
  ...everyImage,
  title: 'a rule that matches nothing',
  functionConfig: (input) => everyImage.functionConfig(input).replace('kind: Deployment', 'kind: StatefulSet'),
};

const JOBS: readonly (readonly [job: Job, inputOf: (count: number) => Input])[] = [
  [embeddedText, workloadInput],
  [everyImage, deploymentInput],
  [everyStripped, workloadInput],
  [nothing, workloadInput],
];

const COUNTS = [100, 200, 400, 1000, 10_000];

/** Settings to compare: whether FTL is on, and the scale of thresholds. The first one is that of the start. */
const SETTINGS = [1, 0].flatMap((ftl) => [100, 20, 5, 2, 1].map((scale) => ({ ftl, scale })));

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const scratch = mkdtempSync(join(tmpdir(), 'krm-variants-jit-'));
try {
  const { native, runner } = await buildTools();
  const program = await buildProgram();
  const head = ['input', 'MB', ...SETTINGS.map(({ ftl, scale }) => `${ftl === 1 ? '' : 'no FTL, '}${scale}`)];
  row([...head, 'as it is', 'as it is, in an image']);
  row([...head, '', ''].map(() => '---'));
  for (const [job, inputOf] of JOBS)
    for (const count of COUNTS) measureRow(job, inputOf(count), { native, runner, program });
} finally {
  rmSync(scratch, { recursive: true });
}

interface Programs {
  readonly native: string;
  readonly runner: string;
  /** Program that `callWithScale`. */
  readonly program: string;
}

function measureRow(job: Job, input: Input, { native, runner, program }: Programs): void {
  const { list } = writeTask(job, input, scratch);
  const call = (variable: string, ...command: readonly string[]): Contender => ({
    name: '',
    isFloor: false,
    command: ['env', variable, ...command],
    stdin: list,
    resources: list,
  });
  const all = [
    ...SETTINGS.map(({ ftl, scale }) => call(ftlSetting(ftl), program, job.functionName, String(scale))),
    call('KRM_VARIANTS_UNUSED=1', native, job.functionName),
    call(ftlSetting(0), native, job.functionName),
  ];
  const rounds = input.count > 1000 ? 3 : Number(values.rounds);
  const costs = measure(runner, all, { maxRounds: rounds, minRounds: rounds, seconds: 1, limit: 60 });
  const failure = costs.find((cost) => cost.failure !== '');
  if (failure !== undefined) throw new Error(failure.failure);
  const base = costs[0]?.cpuMs ?? NaN;
  const size = (statSync(list).size / 2 ** 20).toFixed(2);
  row([`${input.title}: ${job.title}`, size, ...costs.map(({ cpuMs }) => (cpuMs / base).toFixed(2))]);
}

function ftlSetting(ftl: number): string {
  return `BUN_JSC_useFTLJIT=${ftl}`;
}

async function buildProgram(): Promise<string> {
  const functions = await Promise.all([...new Set(JOBS.map(([job]) => job.functionName))].map(functionSource));
  const loaders = functions.map(({ definition: { name } }) => `"${name}": () => require("function:${name}")`);
  const bundle = join(scratch, 'jit-call.cjs');
  await bundleExecutable(
    `import { callWithScale } from './bench/jit-call.ts'; void callWithScale({ ${loaders.join(', ')} });`,
    bundle,
    functions,
  );
  compileNative([bundle], [{ file: join(scratch, 'jit-call') }]);
  return join(scratch, 'jit-call');
}

function row(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}
