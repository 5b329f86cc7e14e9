import { cpSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../scripts/command.ts';
import { fleetBin } from './stores/bin.ts';
import { findFunctions } from '../scripts/functions.ts';
import { contenders, KYAML, NATIVE, type Contender } from './contender.ts';
import { deploymentInput, workloadInput, type Input } from './input.ts';
import { embeddedText, everyResource, type Job } from './job.ts';
import { kptVersion } from './machine.ts';
import { measureRatio, type Ratio } from './measure.ts';
import { everyImage } from './override-job.ts';
import { fleetInputs, type RenderInput } from './render-input.ts';
import { KPT, renderContenders } from './render-job.ts';
import type { Setting } from './setting.ts';
import { writeTask } from './task.ts';

/** CPU of the native executable beside another program's, on an input of a typical size. */
export interface TypicalCost extends Ratio {
  readonly title: string;
  readonly beside: string;
  /** Undefined if the project has none for this size. */
  readonly goal: number | undefined;
}

/** Rows of functions: typical sizes first. */
const FUNCTIONS: readonly (readonly [title: string, job: Job, input: Input, goal?: number])[] = [
  ['a port in the YAML text of 5 ConfigMaps, of 10 resources', embeddedText, workloadInput(10), 1.8],
  ['a port in the YAML text of 50 ConfigMaps, of 100 resources', embeddedText, workloadInput(100), 0.9],
  ['the registry of 5 Deployments', everyImage, deploymentInput(5)],
  ['the registry of 50 Deployments', everyImage, deploymentInput(50)],
  ['the registry of 100 Deployments', everyImage, deploymentInput(100), 0.8],
  ['an annotation on each of 10 resources', everyResource, workloadInput(10)],
  ['an annotation on each of 100 resources', everyResource, workloadInput(100)],
  ['an annotation on each of 10,000 resources', everyResource, workloadInput(10_000), 0.08],
  ['a port in the YAML text of 5,000 ConfigMaps, of 10,000 resources', embeddedText, workloadInput(10_000), 0.2],
  ['the registry of 10,000 Deployments', everyImage, deploymentInput(10_000), 0.2],
];

/** Runs of each contender, in turn. */
const RUNS = 7;

/** Runs of short commands, whose noise is larger. */
const SHORT_RUNS = 30;

/** Number of resources up to which a command is short. */
const SHORT = 100;

/** Measures typical calls beside their peers. `show` receives each cost as soon as it is known. */
export async function measureTypical(setting: Setting, show: (cost: TypicalCost) => void): Promise<TypicalCost[]> {
  const costs: TypicalCost[] = [];
  const add = (cost: Omit<TypicalCost, keyof Ratio>, own: Contender, base: Contender, runs: number): void => {
    costs.push({ ...cost, ...measureRatio(setting.tools.runner, own, base, runs) });
    show(costs.at(-1) as TypicalCost);
  };
  const { native, nothing } = setting.tools;
  add(
    { title: '`krm-variants version`', beside: 'an empty program', goal: 1.6 },
    bare(native, 'version'),
    bare(nothing),
    SHORT_RUNS,
  );
  for (const [title, job, input, goal] of FUNCTIONS) {
    const all = contenders(setting.tools, writeTask(job, input, setting.scratch));
    const runs = input.count <= SHORT ? SHORT_RUNS : RUNS;
    add({ title, beside: KYAML, goal }, named(all, NATIVE), named(all, KYAML), runs);
  }
  if (kptVersion() !== undefined) await addRenders(setting, add);
  return costs;
}

async function addRenders(
  setting: Setting,
  add: (cost: Omit<TypicalCost, keyof Ratio>, own: Contender, base: Contender, runs: number) => void,
): Promise<void> {
  const scratch = join(setting.scratch, 'typical');
  const bin = fleetBin(join(scratch, 'bin'), setting.tools.native, findFunctions());
  const [variant] = await fleetInputs(bin, scratch, 1);
  if (variant === undefined) throw new Error('a fleet must have a variant');
  const all = renderContenders(variant, setting, bin);
  add({ title: 'a variant rendered', beside: KPT, goal: 1 / 8 }, named(all, NATIVE), named(all, KPT), RUNS);
  const rendered = renderContenders(renderedInput(variant, setting, scratch), setting, bin);
  const check = named(rendered, NATIVE);
  add(
    { title: '`render --check` of an unchanged package', beside: KPT, goal: 1 / 12 },
    { ...check, command: [...check.command, '--check'] },
    named(rendered, KPT),
    RUNS,
  );
}

/** Returns an input that is rendered already. */
function renderedInput(input: RenderInput, { tools }: Setting, scratch: string): RenderInput {
  const folder = join(scratch, 'rendered-before');
  cpSync(input.folder, folder, { recursive: true });
  runCommand(tools.native, ['render', folder]);
  return { ...input, folder };
}

function bare(...command: readonly string[]): Contender {
  return { name: NATIVE, isFloor: false, command, stdin: devNull, resources: devNull };
}

function named(all: readonly Contender[], name: string): Contender {
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no contender ${name}`);
  return found;
}
