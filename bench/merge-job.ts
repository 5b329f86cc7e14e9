import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { readFiles } from '../test/cli/run-support.ts';
import { bareStarts, NATIVE, ours, startOf, type Contender } from './contender.ts';
import { measure, runOnce, type Measurement } from './measure.ts';
import { upgradeInput, workloadsMergeInput, type MergeInput } from './merge-input.ts';
import type { NodeVersion } from './node-versions.ts';
import type { Setting } from './setting.ts';
import type { Target } from './target.ts';

/** Costs of merging a package into a copy of its local version. */
export interface MergeCosts {
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

/** The baseline: `kpt pkg update` with the git commands that it starts. */
export const KPT_UPDATE = 'kpt pkg update';

/** Largest share of kpt's CPU. */
const GOAL = 1 / 8;

/** Upgrades a package with kpt and with `krm-variants merge`. Throws if one loses a change of a side. */
export function measureUpgrade(setting: Setting): MergeCosts {
  const input = upgradeInput(scratchIn(setting, 'upgrade'));
  const contenders = [kptUpdate(input, setting), ...merges(input, setting)];
  for (const contender of contenders) check(contender, input, setting);
  return { title: input.title, measurements: measure(setting.tools.runner, contenders, setting.rounds) };
}

/** Costs of merging few and many resources in the same layout. */
export interface MergeGrowth {
  readonly layout: string;
  /** Also those of the bare start of each runtime. */
  readonly few: MergeCosts;
  readonly many: MergeCosts;
}

/** Numbers of resources whose costs are compared. */
const [FEW, MANY] = [1000, 10_000];

/** Layouts by the number of resources in each file. */
const LAYOUTS: readonly (readonly [inFile: number, layout: string])[] = [
  [1, 'a file each'],
  [10, '10 in each file'],
];

/** Merges few and many resources, of which both sides changed 1 %. Throws if an outcome is not right. */
export function measureMergeGrowths(setting: Setting): readonly MergeGrowth[] {
  const { tools, rounds } = setting;
  const scratch = scratchIn(setting, 'merge');
  return LAYOUTS.map(([inFile, layout]) => {
    const [few, many] = [FEW, MANY].map((count) => {
      const input = workloadsMergeInput(join(scratch, `${count}-${inFile}`), count, inFile);
      const contenders = merges(input, setting);
      for (const contender of contenders) check(contender, input, setting);
      return { title: `${count.toLocaleString('en')} resources, ${layout}, 1 % changed on both sides`, contenders };
    });
    assert.ok(few !== undefined && many !== undefined);
    const ofFew = [...bareStarts(tools), ...few.contenders];
    const measurements = measure(tools.runner, [...ofFew, ...many.contenders], rounds);
    return {
      layout,
      few: { title: few.title, measurements: measurements.slice(0, ofFew.length) },
      many: { title: many.title, measurements: measurements.slice(ofFew.length) },
    };
  });
}

function scratchIn({ scratch }: Setting, name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  return folder;
}

/** Contender that changes a copy of a package. */
type Merge = Contender & Required<Pick<Contender, 'folder'>>;

function merges(input: MergeInput, { tools, scratch }: Setting): readonly Merge[] {
  const { base, new: theirs } = input.folders;
  const { folder, ...rest } = inPlace(input, scratch);
  const own = ['merge', base, theirs, folder.to, '--output', folder.to, '--in-place'];
  return [
    ...tools.nodes.map((node) => ({
      ...rest,
      folder,
      name: ours(node),
      command: [node.command, tools.bundle('krm-variants'), ...own],
    })),
    { ...rest, folder, name: NATIVE, command: [tools.native, ...own] },
  ];
}

function kptUpdate(input: MergeInput, { scratch }: Setting): Merge {
  const base = inPlace(input, scratch);
  const variables = Object.entries(input.kptEnvironment ?? {}).map(([name, value]) => `${name}=${value}`);
  // kpt takes only packages under the current folder.
  const update = ['kpt', 'pkg', 'update', `${base.folder.to}@v2`, '--strategy', 'resource-merge'];
  return { ...base, name: KPT_UPDATE, command: ['env', '-C', scratch, ...variables, ...update] };
}

function inPlace({ folders: { local } }: MergeInput, scratch: string): Omit<Merge, 'name' | 'command'> {
  return { isFloor: false, stdin: devNull, resources: local, folder: { from: local, to: join(scratch, 'merged') } };
}

/** Runs a contender once. Throws if the merged package is not right. */
function check(contender: Merge, input: MergeInput, { tools, rounds }: Setting): void {
  const { name, folder } = contender;
  assert.equal(runOnce(tools.runner, contender, devNull, rounds), '', `${name}: ${input.title}`);
  input.check(readFiles(folder.to), name);
}

/** Returns the goals: the share of kpt's CPU, and costs of one resource that do not grow. */
export function mergeTargets(
  upgrades: readonly MergeCosts[],
  growths: readonly MergeGrowth[],
  nodes: readonly NodeVersion[],
): Target[] {
  const runtimes = [
    { start: startOf('bun'), contender: NATIVE },
    ...nodes.map((node) => ({ start: startOf(node.name), contender: ours(node) })),
  ];
  return runtimes.flatMap(({ start, contender }) => [
    ...upgrades.map((costs) => ({
      title: `merging ${costs.title}: CPU beside ${KPT_UPDATE}`,
      contender,
      limit: GOAL,
      ratio: cpuOf(costs, contender) / cpuOf(costs, KPT_UPDATE),
    })),
    ...growths.flatMap(({ layout, few, many }) => {
      const rise = (less = 0): number =>
        (cpuOf(many, contender) - less) / (MANY / FEW) / (cpuOf(few, contender) - less);
      const title = `merging resources, ${layout}: CPU per resource, ${MANY.toLocaleString('en')} beside ${FEW.toLocaleString('en')}`;
      return [
        { title, contender, limit: 1.3, ratio: rise() },
        { title: `${title}, without start-up`, contender, limit: 1.3, ratio: rise(cpuOf(few, start)) },
      ];
    }),
  ]);
}

function cpuOf({ measurements }: MergeCosts, name: string): number {
  return measurements.find(({ contender }) => contender === name)?.cpuMs ?? NaN;
}
