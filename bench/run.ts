/**
 * `npm run bench` measures the functions and their peers as whole processes, prints tables and writes
 * `bench/results.md`. `--quick` does fewer rounds on smaller inputs, `--job FUNCTION` only the jobs of this function,
 * `--job fleet` only the fleet, `--job variants` only `krm-variants fleet`, `--job questions` only questions about such
 * a fleet (`--count N`: with another number of variants than 10,000, only shown), `--job folder` only the folder,
 * `--job render` only `krm-variants render`, `--job host` only functions of other programs in it, `--job merge` only
 * `krm-variants merge`, `--job package` only `get` and `update`: each replaces its sections of the results. `--job
 * shards` only shows a fleet in four git repositories, with one run and four. `--typical` measures only typical calls,
 * and replaces their section; `--originals FOLDER` only functions of kpt's catalog beside their originals, programs in
 * FOLDER by name and tag (`set-labels-v0.2.1`). `--earlier FILE` measures an earlier `krm-variants` beside this one on
 * the folder. Requires Go, and the Go module proxy the first time. Exits with 1 if a contender does not do what was
 * requested.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { root } from '../scripts/functions.ts';
import { checkJob } from './check.ts';
import { NATIVE, ours } from './contender.ts';
import { everyExpanded } from './expand-job.ts';
import { everyVariant } from './fan-out-job.ts';
import { folderTargets, measureFolder } from './folder-job.ts';
import { fleetTargets, measureFleets } from './fleet-job.ts';
import { hostTargets, measureHosts } from './host-job.ts';
import { measureJob, type Group } from './group.ts';
import { corpusInput, deploymentInput, repositoryInput, workloadInput, type Input } from './input.ts';
import { embeddedText, everyResource, inputsOf, oneResource } from './job.ts';
import { kptVersion, machineRows } from './machine.ts';
import { measureMergeGrowths, measureUpgrade, mergeTargets } from './merge-job.ts';
import { everyImage } from './override-job.ts';
import { measureOriginals } from './originals-job.ts';
import { measurePackages, packageTargets, type PackageCosts } from './package-job.ts';
import { phaseTimes } from './phase-times.ts';
import { readerSpeeds } from './reader-speed.ts';
import {
  checkSection,
  costSection,
  fleetSection,
  folderSection,
  hostSection,
  machineSection,
  mergeSection,
  originalsSection,
  packageSection,
  phaseSection,
  questionsSection,
  PREFACE,
  TITLE,
  readerSection,
  renderSection,
  shardsSection,
  summarySection,
  targetSection,
  typicalSection,
  variantsSection,
} from './report.ts';
import { measureQuestions, questionsTargets, type QuestionCost } from './questions-job.ts';
import { measureRenders, renderTargets, type RenderCosts } from './render-job.ts';
import type { Setting } from './setting.ts';
import { measureShards } from './shards-job.ts';
import { replaceSection } from './replace-section.ts';
import { everyStripped } from './strip-job.ts';
import { targets } from './target.ts';
import { buildTools } from './tools.ts';
import { measureTypical } from './typical.ts';
import { measureVariants, variantsTargets, type VariantsCost } from './variants-job.ts';

const FULL = {
  workloads: [10, 100, 1000, 10_000, 50_000, 100_000],
  deployments: [1000, 10_000],
  repositories: [100, 1000],
  fleets: [25, 50, 100, 200],
  variants: { count: 10_000, stores: 200 },
  renders: { variants: 200, resources: 10_000 },
  packageSizes: [50, 1000],
  rounds: { maxRounds: 21, seconds: 4, minRounds: 3, limit: 60 },
};
const QUICK = {
  workloads: [10, 100, 1000, 10_000],
  deployments: [1000],
  repositories: [10, 100],
  fleets: [5, 10],
  variants: { count: 400, stores: 5 },
  renders: { variants: 10, resources: 1000 },
  packageSizes: [50],
  rounds: { maxRounds: 5, seconds: 0.5, minRounds: 2, limit: 30 },
};
/** Number of resources in the package that a function of another program gets. */
const HOSTED = 1000;
const RESULTS = join(root, 'bench/results.md');
const JOBS = [everyResource, oneResource, embeddedText, everyImage, everyStripped, everyExpanded, everyVariant];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    typical: { type: 'boolean', default: false },
    job: { type: 'string' },
    count: { type: 'string' },
    earlier: { type: 'string' },
    originals: { type: 'string' },
  },
});
const sizes = values.quick ? QUICK : FULL;
const { workloads, deployments, repositories, fleets, renders, packageSizes, rounds } = sizes;
const jobs = JOBS.filter(({ functionName }) => functionName === (values.job ?? functionName));
const withFleet = values.job === undefined || values.job === 'fleet';
const withVariants = values.job === undefined || values.job === 'variants';
const withQuestions = values.job === undefined || values.job === 'questions';
const withFolder = values.job === undefined || values.job === 'folder';
const withRender = values.job === undefined || values.job === 'render';
const withHost = values.job === undefined || values.job === 'host';
const withMerge = values.job === undefined || values.job === 'merge';
const withPackages = values.job === undefined || values.job === 'package';
const withShards = values.job === 'shards';
const withOthers = [
  withFleet,
  withShards,
  withVariants,
  withQuestions,
  withFolder,
  withRender,
  withHost,
  withMerge,
  withPackages,
];
if (jobs.length === 0 && !withOthers.includes(true)) throw new Error(`no job is done by the function ${values.job}`);
const scratch = mkdtempSync(join(tmpdir(), 'krm-variants-bench-'));
try {
  if (values.typical) await rewriteTypical();
  else if (values.originals !== undefined) await rewriteOriginals(values.originals);
  else if (values.job === 'shards') await shards();
  else {
    const { page, sections } = await results();
    const isKept = !values.quick && values.count === undefined;
    if (isKept) await (values.job === undefined ? write(page) : rewrite(sections));
  }
} finally {
  rmSync(scratch, { recursive: true });
}

/** Measures typical calls alone, and replaces their section of the results. */
async function rewriteTypical(): Promise<void> {
  await rewrite([await typicalPart({ tools: await buildTools(), rounds, scratch })]);
}

/** Measures functions of kpt's catalog, and replaces their section of the results. */
async function rewriteOriginals(folder: string): Promise<void> {
  const setting = { tools: await buildTools(), rounds, scratch };
  const costs = measureOriginals(setting, folder, ({ title, ratio }) => print(`${title}: ${ratio.toFixed(3)}`));
  await rewrite([print(originalsSection(costs))]);
}

/** Measures a fleet with its variants in several git repositories. */
async function shards(): Promise<void> {
  const count = values.count === undefined ? sizes.variants.count : Number(values.count);
  print(shardsSection(await measureShards({ tools: await buildTools(), rounds, scratch }, count)));
}

/** Replaces sections of the results. */
async function rewrite(sections: readonly string[]): Promise<void> {
  await write(sections.reduce(replaceSection, readFileSync(RESULTS, 'utf8')));
}

async function typicalPart(setting: Setting): Promise<string> {
  const [load = NaN] = loadavg();
  const costs = await measureTypical(setting, ({ title, ratio }) => print(`${title}: ${ratio.toFixed(2)}`));
  return print(typicalSection(costs, load));
}

/** Returns the page of the results, and its sections about jobs. */
async function results(): Promise<{ readonly page: string; readonly sections: readonly string[] }> {
  const setting = { tools: await buildTools(), rounds, scratch };
  const typical = values.job === undefined ? await typicalPart(setting) : '';
  const machine = print(machineSection(machineRows(setting.tools)));
  const corpus = corpusInput();
  if (corpus === undefined) print('SKIPPED: the corpus is absent, so nothing is measured on it.\n');
  const others = corpus === undefined ? [] : [corpus];

  const checks = jobs.flatMap((job) =>
    checkJob(setting, job, [workloadInput(100), deploymentInput(100), repositoryInput(100), ...others]),
  );
  const checked = checks.map((check) => print(checkSection(check)));
  if (checks.some(({ outputs }) => outputs.some(({ failure }) => failure !== ''))) process.exitCode = 1;
  const groups: Group[] = [];
  const measured: string[] = [];
  const inputs = [
    ...workloads.map(workloadInput),
    ...deployments.map(deploymentInput),
    ...repositories.map(repositoryInput),
    ...others,
  ];
  for (const job of jobs) {
    for (const input of inputsOf(job, inputs)) {
      const group = measureJob(setting, job, input, checks, groups);
      groups.push(group);
      measured.push(print(costSection(group)));
    }
  }
  const fleet = withFleet ? await withKpt(() => measureFleets(setting, fleets)) : [];
  const fleetPart = fleet.length === 0 ? [] : [print(fleetSection(fleet))];
  const variants = withVariants ? await withKpt(measuredVariants(setting)) : [];
  const variantsPart = variants.length === 0 ? [] : [print(variantsSection(variants))];
  const [load = NaN] = loadavg();
  const questions = withQuestions ? measuredQuestions(setting) : [];
  const questionsPart = questions.length === 0 ? [] : [print(questionsSection(questions, load))];
  const folder = withFolder ? measureFolder(setting, values.earlier) : undefined;
  const folderPart = folder === undefined ? [] : [print(folderSection(folder))];
  const renderPart: string[] = [];
  const show = (costs: RenderCosts): void => void renderPart.push(print(renderSection(costs)));
  const render = withRender ? await withKpt(() => measureRenders(setting, renders, show)) : [];
  const host = withHost ? await withKpt(() => Promise.resolve([...measureHosts(setting, HOSTED)])) : [];
  const hostPart = host.map((costs) => print(hostSection(costs)));
  const upgrades = withMerge ? await withKpt(() => Promise.resolve([measureUpgrade(setting)])) : [];
  const upgradePart = upgrades.map((costs) => print(mergeSection(costs)));
  const growths = withMerge ? measureMergeGrowths(setting) : [];
  const mergePart = growths.flatMap(({ few, many }) => [few, many].map((costs) => print(mergeSection(costs))));
  const packagePart: string[] = [];
  const showPackage = (costs: PackageCosts): void => void packagePart.push(print(packageSection(costs)));
  const packages = withPackages
    ? await withKpt(() => Promise.resolve([...measurePackages(setting, packageSizes, showPackage)]))
    : [];
  const parts = values.job === undefined ? partsOfRuns(setting, others) : [];
  const reached = print(
    targetSection([
      ...targets(groups, setting.tools.nodes),
      ...fleetTargets(fleet),
      ...variantsTargets(variants),
      ...questionsTargets(questions),
      ...folderTargets(folder),
      ...renderTargets(render),
      ...hostTargets(host),
      ...mergeTargets(upgrades, growths, setting.tools.nodes),
      ...packageTargets(packages, [NATIVE, ...setting.tools.nodes.map(ours)]),
    ]),
  );
  const summary = print(summarySection(groups, setting.tools.nodes));
  const sections = [
    ...measured,
    ...fleetPart,
    ...variantsPart,
    ...questionsPart,
    ...folderPart,
    ...renderPart,
    ...hostPart,
    ...upgradePart,
    ...mergePart,
    ...packagePart,
  ];
  const page = [TITLE, typical, summary, PREFACE, reached, machine, ...sections, ...checked, ...parts].join('\n');
  return { page, sections };
}

/** Measures `krm-variants fleet`. Each cost is printed at once, since all of them take minutes. */
function measuredVariants(setting: Setting): () => Promise<VariantsCost[]> {
  const { variants } = sizes;
  const count = values.count === undefined ? variants.count : Number(values.count);
  return () =>
    measureVariants(setting, { ...variants, count }, ({ contender, step, variants: size, cpuMs }) =>
      print(`${contender}, ${size} variants, ${step}: ${(cpuMs / size).toFixed(2)} ms of CPU each`),
    );
}

/** Measures questions about a fleet. Each cost is printed at once. */
function measuredQuestions(setting: Setting): readonly QuestionCost[] {
  const count = values.count === undefined ? sizes.variants.count : Number(values.count);
  return measureQuestions(setting, count, ({ contender, question, variants, cpuMs }) =>
    print(`${contender}, ${variants} variants, ${question}: ${cpuMs.toFixed(0)} ms of CPU`),
  );
}

/** Returns the measurements within a single process, for all jobs. */
function partsOfRuns(setting: Setting, others: readonly Input[]): string[] {
  return [
    print(phaseSection(phaseTimes(setting, [everyResource, oneResource], workloadInput(10_000)))),
    print(readerSection(readerSpeeds([workloadInput(1000), ...others], rounds.minRounds))),
  ];
}

async function write(markdown: string): Promise<void> {
  writeFileSync(RESULTS, await format(markdown, { ...(await resolveConfig(RESULTS)), filepath: RESULTS }));
}

/** Returns what is measured with kpt; empty if kpt is missing. */
async function withKpt<T>(measured: () => Promise<T[]>): Promise<T[]> {
  if (kptVersion() !== undefined) return await measured();
  print('SKIPPED: kpt is not on the PATH, so it is not measured.\n');
  return [];
}

/** Prints a part of the results immediately, and returns it. */
function print(markdown: string): string {
  console.log(markdown);
  return markdown;
}
