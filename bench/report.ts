import type { Check } from './check.ts';
import { FUNCTION, KPT as KPT_HOST, ownCpu, type HostCosts } from './host-job.ts';
import { KYAML, NATIVE, ours } from './contender.ts';
import { CAT, type FleetCost } from './fleet-job.ts';
import { findCost, type Group } from './group.ts';
import { embeddedText, everyResource, oneResource, type Job } from './job.ts';
import type { Cost, Measurement } from './measure.ts';
import { EARLIER, type FolderCosts } from './folder-job.ts';
import { KPT_UPDATE, type MergeCosts } from './merge-job.ts';
import type { NodeVersion } from './node-versions.ts';
import { everyImage } from './override-job.ts';
import { KPT_PACKAGE, type PackageCosts } from './package-job.ts';
import type { PhaseTimes } from './phase-times.ts';
import type { ReaderSpeed } from './reader-speed.ts';
import { KPT, type RenderCosts } from './render-job.ts';
import { everyStripped } from './strip-job.ts';
import type { Target } from './target.ts';
import type { QuestionCost } from './questions-job.ts';
import type { ShardsCost } from './shards-job.ts';
import type { VariantsCost } from './variants-job.ts';
import type { TypicalCost } from './typical.ts';

/** Title, and the text above the summary. */
export const TITLE = `# Benchmarks

How long one takes to wait, and how much memory it takes. The function over kyaml is what a function of kpt's catalog is, and does
the same edits; no tool but ours keeps the text of what it does not edit.
`;

/** Text below the summary. */
export const PREFACE = `## How this was measured

Written by \`npm run bench\`. Each run is a whole process, with stdin from a file and stdout thrown away; the contenders take
turns. CPU is user and system time, peak is the largest resident memory; each number is the median of the runs. "of kyaml's" is
the share of what the function over kyaml needs, a small Go program that does the same edits (\`bench/go\`).

Workloads are Deployments with comments and, each second one, ConfigMaps with YAML text, in a ResourceList as kpt sends it. The
corpus is packages of other projects in one list. kustomize takes no ResourceList: it reads the same resources from a file, and
refuses the equal names in the corpus. yq is asked for compact sequences, which are those of the list. \`cat\`, a runtime's copy
of stdin to stdout and its bare start are there as floors.

The registry of images is replaced in Deployments alone. Workloads to strip have what a cluster adds, such as \`managedFields\` and \`status\`; workloads to expand have a template in one
string each. These jobs are not for the corpus, nor for kustomize. yq strips, and knows no Go templates.

Repositories are what one PackageVariantSet with four CEL expressions makes PackageVariants for. Beside it stands a Go program
with Porch's version of cel-go that does this job alone, and compiles an expression once, where Porch does so for each target.

A fleet is that of \`fleet/\`: a package for each store, each rendered by a \`kpt fn render\` with two functions, as many at once as
there are cores. CPU and wall time are those of one package, kpt's included: the mean over as many packages for each size, 200 in
all. Beside it stands kpt with \`cat\` for each function: what there is beyond that is "ours". Each package was checked.

The folder has the corpus in as many copies as make 20 MB. \`krm-variants run\` applies a rule to it that matches nothing: what is
measured is reading. \`--verify\` reads every file to its end, as an executable did before files were read lazily.

Packages are rendered in place, on a copy made anew before each run. kpt starts our native executable for each function, and once
for each package where there are several; we render all of them in one process. Its peak is that of its largest process, not the sum
with that of the function that runs meanwhile. Before measuring, each outcome was checked, and ours is the same data as kpt's.

Packages are merged into a copy of the local version, too, which \`kpt pkg get\` made of the first of two tags in a git repository
on the same disk, and which has edits of its own. CPU of \`kpt pkg update\` includes the git commands that it starts; its cache has
the repository already. \`krm-variants merge\` reads both versions from folders, and knows of no git. Each outcome was checked.

Each contender's output was checked for its edits before it was measured. The tables "Output" tell what else was changed in it:
lines of the input that it has not and that no edit was to take away, whatever became of them, and comments.
`;

/** Edits in the words of users, each a job on that many generated resources. */
const EDITS: readonly (readonly [title: string, job: Job, count: number])[] = [
  ['an annotation on each of 10 resources', everyResource, 10],
  ['an annotation on each of 1,000 resources', everyResource, 1000],
  ['an annotation on one of 10,000 resources', oneResource, 10_000],
  ['an annotation on each of 10,000 resources', everyResource, 10_000],
  ['a port in the YAML text of each of 5,000 ConfigMaps, among 10,000 resources', embeddedText, 10_000],
  ['the registry of the image in each of 10,000 Deployments', everyImage, 10_000],
  ["the cluster's own fields stripped from 10,000 resources", everyStripped, 10_000],
  ['an annotation on each of 50,000 resources', everyResource, 50_000],
];

/** Returns the costs of typical calls with their goals and noise. `load`: that of the machine before the start. */
export function typicalSection(costs: readonly TypicalCost[], load: number): string {
  const note = `${TYPICAL_NOTE} The load before the start was ${load.toFixed(0)}.`;
  return section('Typical calls', `${note}\n\n${ratioTable(costs)}`);
}

/** Returns functions of kpt's catalog beside the programs of their images. */
export function originalsSection(costs: readonly TypicalCost[]): string {
  return section("Functions of kpt's catalog", `${ORIGINALS_NOTE}\n\n${ratioTable(costs)}`);
}

function ratioTable(costs: readonly TypicalCost[]): string {
  const rows = costs.map(({ title, beside, goal, ownMs, baseMs, ratio, quartiles, runs }) => [
    title,
    ownMs.toFixed(ownMs < 100 ? 1 : 0),
    `${baseMs.toFixed(baseMs < 100 ? 1 : 0)} (${beside})`,
    times(ratio),
    `${times(quartiles[0])} to ${times(quartiles[1])}`,
    goal === undefined ? '' : times(goal),
    goal === undefined ? '' : verdict(ratio / goal),
    String(runs),
  ]);
  const head = ['call', 'CPU ms, native', 'CPU ms beside it', 'ratio', 'quartiles', 'goal', '', 'runs'];
  return table(head, rows);
}

const TYPICAL_NOTE = `CPU of whole processes, written by \`npm run bench -- --typical\`, which takes less than 10 minutes on a machine that does nothing else. Two programs
take turns; the ratio is the median of the rounds, and half of the rounds are between the quartiles.`;

const ORIGINALS_NOTE = `CPU of whole processes, written by \`npm run bench -- --originals FOLDER\`: native programs that the sources of the images make, on plain Deployments.
Two programs take turns; the ratio is the median of the rounds. In the pipeline, kpt starts these programs with \`exec\`.`;

/** Returns wall time and memory of the most common edits beside peers. */
export function summarySection(groups: readonly Group[], nodes: readonly NodeVersion[]): string {
  const contenders = [NATIVE, ...nodes.slice(0, 1).map(ours), KYAML, 'yq', 'kustomize'];
  const rows = EDITS.map(([title, job, number]) => [
    title,
    ...contenders.map((contender) => {
      const cost = findCost(groups, job, number, contender);
      const failure = groups
        .find((group) => group.job === job && group.input.count === number)
        ?.measurements.find((one) => one.contender === contender)?.failure;
      return cost === undefined
        ? (failure ?? '').replace('left out: ', '')
        : `${(cost.wallMs / 1000).toPrecision(2)} s, ${cost.peakMiB.toFixed(0)} MiB`;
    }),
  ]);
  return section('What it takes', table(['edit', ...contenders], rows));
}

/** Returns the ratios and their limits; a missed limit is shown with its factor. */
export function targetSection(targets: readonly Target[]): string {
  const rows = targets.map(({ title, contender, limit, ratio }) => [
    title,
    contender,
    times(limit),
    Number.isNaN(ratio) ? 'not measured' : times(ratio),
    verdict(ratio / limit),
  ]);
  return section('Targets', table(['target', 'contender', 'at most', 'measured', ''], rows));
}

export function machineSection(rows: readonly (readonly string[])[]): string {
  return section('Machine and versions', table(['', ''], rows));
}

export function checkSection({ job, input, outputs }: Check): string {
  const rows = outputs.map(({ contender, edits, wantedEdits, lostLines, lostComments, failure }) => [
    contender,
    `${edits} of ${wantedEdits}`,
    count(lostLines),
    count(lostComments),
    failure,
  ]);
  const head = ['contender', 'edits', 'other lines changed', 'comments lost', 'why not'];
  return section(`Output, ${job.title}: ${input.title}`, table(head, rows));
}

export function costSection({ job, input, megabytes, measurements }: Group): string {
  const title = `${job.title}: ${input.title}, ${megabytes.toFixed(megabytes < 1 ? 2 : 0)} MB`;
  return section(title, costTable(measurements, KYAML, "of kyaml's"));
}

export function hostSection({ title, measurements }: HostCosts): string {
  const kpts = ownCpu(measurements, KPT_HOST);
  const rows = measurements.map((one) => {
    const { contender, cpuMs, wallMs, peakMiB, runs, failure } = one;
    const own = contender === FUNCTION ? NaN : ownCpu(measurements, contender);
    const cells = Number.isNaN(own) ? ['', ''] : [own.toFixed(0), times(own / kpts)];
    return failure === ''
      ? [contender, cpuMs.toFixed(0), ...cells, wallMs.toFixed(0), peakMiB.toFixed(0), String(runs)]
      : [contender, failure, '', '', '', '', '0'];
  });
  const head = ['contender', 'CPU ms', "without the function's", "of kpt's", 'wall ms', 'peak MiB', 'runs'];
  return section(`Calling a program: ${title}`, table(head, rows));
}

export function renderSection({ input, measurements }: RenderCosts): string {
  return section(`Rendering ${input.title}`, costTable(measurements, KPT, "of kpt's"));
}

export function mergeSection({ title, measurements }: MergeCosts): string {
  return section(`Merging ${title}`, costTable(measurements, KPT_UPDATE, "of kpt's"));
}

export function packageSection({ command, title, measurements }: PackageCosts): string {
  return section(`\`${command}\` of ${title}`, costTable(measurements, KPT_PACKAGE[command], "of kpt's"));
}

/** Returns the costs relative to the smallest fleet; "ours" is the share beyond kpt with `cat`. */
export function fleetSection(costs: readonly FleetCost[]): string {
  const rows = costs.map((cost) => {
    const find = (contender: string, variants: number): FleetCost | undefined =>
      costs.find((one) => one.contender === contender && one.variants === variants);
    const kpt = find(CAT, cost.variants);
    const few = find(cost.contender, costs[0]?.variants ?? NaN);
    const cells = (['cpuMs', 'wallMs'] as const).flatMap((quantity) => {
      const own = 1 - (kpt?.[quantity] ?? NaN) / cost[quantity];
      return [
        cost[quantity].toFixed(0),
        times(cost[quantity] / (few?.[quantity] ?? NaN)),
        cost.contender === NATIVE ? `${(100 * own).toFixed(0)} %` : '',
      ];
    });
    return [cost.contender, String(cost.variants), ...cells, String(cost.runs)];
  });
  const ofFew = `of ${costs[0]?.variants}'s`;
  const head = ['contender', 'variants', 'CPU ms each', ofFew, 'ours', 'wall ms each', ofFew, 'ours', 'runs'];
  return section('Rendering a fleet', table(head, rows));
}

/** Returns the costs of whole runs, and of each variant; memory also beside the bytes of the variants. */
export function variantsSection(costs: readonly VariantsCost[]): string {
  const rows = costs.map(({ contender, step, variants, cpuMs, wallMs, peakMiB, bytes }) => [
    contender,
    String(variants),
    step,
    (cpuMs / 1000).toFixed(1),
    (cpuMs / variants).toFixed(2),
    (wallMs / 1000).toFixed(1),
    ...(Number.isNaN(peakMiB) ? ['', ''] : [peakMiB.toFixed(0), times((peakMiB * 1024 * 1024) / bytes)]),
  ]);
  const head = ['contender', 'variants', 'run', 'CPU s', 'CPU ms each', 'wall s', 'peak MiB', 'of the variants'];
  return section('Variants of a fleet in git', table(head, rows));
}

/** Returns the costs of questions. `load`: that of the machine before the start. */
export function questionsSection(costs: readonly QuestionCost[], load: number): string {
  const rows = costs.map(({ question, contender, variants, cpuMs, wallMs, peakMiB, runs }) => [
    question,
    contender,
    String(variants),
    cpuMs.toFixed(0),
    wallMs.toFixed(0),
    peakMiB.toFixed(0),
    String(runs),
  ]);
  const head = ['question', 'contender', 'variants', 'CPU ms', 'wall ms', 'peak MiB', 'runs'];
  return section(
    'Questions about a fleet in git',
    `The load before the start was ${load.toFixed(0)}.\n\n${table(head, rows)}`,
  );
}

export function shardsSection(costs: readonly ShardsCost[]): string {
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
  const most = (values: readonly number[]): number => Math.max(...values);
  const rows = costs.flatMap(({ step, variants, one, parts }) => [
    ['one run', String(variants), step, seconds(one.cpuMs), seconds(one.wallMs), one.peakMiB.toFixed(0)],
    [
      `${parts.length} shards`,
      String(variants),
      step,
      seconds(parts.reduce((sum, { cpuMs }) => sum + cpuMs, 0)),
      seconds(most(parts.map(({ wallMs }) => wallMs))),
      most(parts.map(({ peakMiB }) => peakMiB)).toFixed(0),
    ],
  ]);
  const head = ['run', 'variants', 'step', 'CPU s, all', 'wall s, slowest', 'peak MiB, largest'];
  return section('`krm-variants fleet apply --push`, with variants in git repositories by URL', table(head, rows));
}

export function folderSection({ files, megabytes, measurements }: FolderCosts): string {
  const earlier = measurements.find(({ contender }) => contender === EARLIER);
  const rows = measurements.map(({ contender, cpuMs, wallMs, peakMiB, runs, failure }) => [
    contender,
    failure === '' ? cpuMs.toFixed(0) : failure,
    earlier === undefined ? '' : times(cpuMs / earlier.cpuMs),
    wallMs.toFixed(0),
    (megabytes / (wallMs / 1000)).toFixed(0),
    peakMiB.toFixed(0),
    String(runs),
  ]);
  const title = `A rule that matches nothing, on a folder of ${files} files, ${megabytes.toFixed(0)} MB`;
  const head = ['contender', 'CPU ms', "of the earlier one's", 'wall ms', 'MB/s', 'peak MiB', 'runs'];
  return section(title, table(head, rows));
}

export function readerSection(speeds: readonly ReaderSpeed[]): string {
  const rows = speeds.map(({ reader, input, megabytes, megabytesPerSecond }) => [
    reader,
    input,
    megabytes.toFixed(1),
    megabytesPerSecond.toFixed(1),
  ]);
  return section('Readers', table(['reader', 'input', 'MB', 'MB/s'], rows));
}

export function phaseSection(all: readonly PhaseTimes[]): string {
  const titles = Object.keys(all[0]?.phases ?? {});
  const rows = titles.map((title) => [
    title === 'verify' ? 'check of the output' : title,
    ...all.flatMap(({ phases }) => {
      const total = Object.values(phases).reduce((sum, ms) => sum + ms, 0);
      const ms = phases[title] ?? NaN;
      return [ms.toFixed(0), `${((100 * ms) / total).toFixed(0)} %`];
    }),
  ]);
  const head = ['phase', ...all.flatMap(({ job, input }) => [`${job}, ${input}: ms`, 'share'])];
  return section(
    `Where the time goes, on Node ${process.versions.node}, without start-up and input`,
    table(head, rows),
  );
}

const QUANTITIES = ['cpuMs', 'wallMs', 'peakMiB'] as const satisfies readonly (keyof Cost)[];

/** Returns the costs of contenders beside those of one of them. */
function costTable(measurements: readonly Measurement[], baseline: string, share: string): string {
  const base = measurements.find(({ contender }) => contender === baseline);
  const rows = measurements.map((one) => [one.contender, ...costCells(one, base)]);
  return table(['contender', 'CPU ms', share, 'wall ms', share, 'peak MiB', share, 'runs'], rows);
}

function costCells(own: Measurement, base: Cost | undefined): string[] {
  if (own.failure !== '') return [own.failure, '', '', '', '', '', '0'];
  const pairs = QUANTITIES.flatMap((quantity) => {
    const ratio = own[quantity] / (base?.[quantity] ?? NaN);
    return [own[quantity].toFixed(own[quantity] < 10 ? 1 : 0), Number.isNaN(ratio) ? '' : times(ratio)];
  });
  return [...pairs, String(own.runs)];
}

function verdict(excess: number): string {
  if (Number.isNaN(excess)) return '';
  return excess <= 1 ? 'met' : `missed, ${times(excess)} times the limit`;
}

function times(ratio: number): string {
  return ratio < 100 ? ratio.toPrecision(ratio < 1 ? 2 : 3) : ratio.toFixed(0);
}

function count(number: number): string {
  return number.toLocaleString('en');
}

function section(title: string, body: string): string {
  return `## ${title}\n\n${body}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
