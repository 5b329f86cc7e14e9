import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../scripts/command.ts';
import { checkVariant } from './stores/check.ts';
import { renderPackage } from './stores/kpt-render.ts';
import { copyPackage, upstreamPackage } from './stores/variant.ts';
import { fleetBin } from './stores/bin.ts';
import { childCpuMs } from './child-cpu.ts';
import { NATIVE } from './contender.ts';
import { makeFleet } from './fleet-job.ts';
import { measure, type Cost } from './measure.ts';
import type { Setting } from './setting.ts';
import { askFor, commit, releaseNext, storesInput } from './stores-input.ts';
import type { Target } from './target.ts';

/** Runs of `krm-variants fleet` on a fleet, in this order. */
const STEPS = ['first apply', 'apply of a new upstream', 'unchanged apply', 'unchanged plan'] as const;

type Step = (typeof STEPS)[number];

/** Cost of one run of `krm-variants fleet`, or of kpt for the same variants. */
export interface VariantsCost extends Cost {
  readonly contender: string;
  readonly step: Step;
  readonly variants: number;
  /** Bytes of the variants after it. */
  readonly bytes: number;
}

/** `kpt pkg get` or `update`, and `kpt fn render`, for each variant. */
const KPT_LOOP = 'a loop of kpt';

/** Seconds after which a run is aborted. */
const LIMIT = 3600;

/**
 * Largest costs: CPU of a changed variant in milliseconds, wall time of an unchanged fleet in milliseconds, and CPU
 * beside kpt.
 */
const GOALS = { cpuMs: 6, unchangedMs: 2000, kpt: 1 / 40, growth: 1.3 };

/**
 * Applies the fleet of `bench/stores/` for a quarter of the variants and for all, and for the 200 stores beside kpt.
 * Throws if a variant is not as expected. `show` receives each cost as soon as it is known.
 */
export async function measureVariants(
  setting: Setting,
  { count, stores }: { readonly count: number; readonly stores: number },
  show: (cost: VariantsCost) => void,
): Promise<VariantsCost[]> {
  const costs: VariantsCost[] = [];
  const add = (cost: VariantsCost): void => {
    costs.push(cost);
    show(cost);
  };
  await kptLoop(setting, stores, add);
  for (const size of [stores, Math.ceil(count / 4), count]) ownFleet(setting, size, add);
  return costs;
}

function ownFleet(setting: Setting, count: number, add: (cost: VariantsCost) => void): void {
  const input = storesInput(join(setting.scratch, `variants-${count}`), count);
  const run = (step: Step, action: 'apply' | 'plan'): void => {
    const command = [setting.tools.native, 'fleet', action, '-C', input.folder];
    const contender = { name: NATIVE, isFloor: false, stdin: devNull, resources: input.folder, command };
    const [cost] = measure(setting.tools.runner, [contender], { maxRounds: 1, minRounds: 1, seconds: 0, limit: LIMIT });
    assert.ok(cost?.failure === '', cost?.failure);
    add({ ...cost, contender: NATIVE, step, variants: count, bytes: bytesIn(join(input.folder, 'stores')) });
    commit(input.folder, step);
  };
  run(STEPS[0], 'apply');
  for (const store of input.stores) checkVariant(join(input.folder, 'stores', store.name, 'shop'), store);
  askFor(input, 'v2');
  run(STEPS[1], 'apply');
  run(STEPS[2], 'apply');
  run(STEPS[3], 'plan');
}

/** Makes and updates the stores with kpt, which calls our functions as programs. */
async function kptLoop({ tools, scratch }: Setting, count: number, add: (cost: VariantsCost) => void): Promise<void> {
  const folder = join(scratch, 'kpt-loop');
  const upstream = join(folder, 'upstream');
  mkdirSync(upstream, { recursive: true });
  cpSync(upstreamPackage, join(upstream, 'shop'), { recursive: true });
  releaseNext(upstream, 'shop');
  const { variants, stores, options } = await makeFleet(fleetBin(join(folder, 'bin'), tools.native), folder, count);
  const env = { KPT_CACHE_DIR: join(folder, 'cache') };
  const to = join(folder, 'packages');
  const kpt = (...args: readonly string[]): unknown => runCommand('kpt', ['pkg', ...args], { cwd: to, env });
  mkdirSync(to);
  for (const variant of variants) copyPackage({ ...variant, folder: join(folder, 'made', variant.repository) });
  const each = async (step: Step, act: (name: string) => void): Promise<void> => {
    const [start, startCpu] = [performance.now(), childCpuMs()];
    for (const { name } of stores) {
      act(name);
      await renderPackage(join(to, name), { ...options, resultsFolder: join(options.resultsFolder, step, name) });
    }
    const [wallMs, cpuMs] = [performance.now() - start, childCpuMs() - startCpu];
    add({ contender: KPT_LOOP, step, variants: count, wallMs, cpuMs, peakMiB: NaN, bytes: bytesIn(to) });
  };
  await each(STEPS[0], (name) => {
    kpt('get', `file://${upstream}/.git/shop@v1`, name);
    for (const file of ['package-variant.yaml', 'cluster.yaml'])
      cpSync(join(folder, 'made', name, file), join(to, name, file));
  });
  for (const store of stores) checkVariant(join(to, store.name), store);
  await each(STEPS[1], (name) => kpt('update', `${name}@v2`, '--strategy', 'resource-merge'));
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Returns the goals, and whether costs grow with the number of variants alone. */
export function variantsTargets(costs: readonly VariantsCost[]): Target[] {
  const own = costs.filter(({ contender }) => contender === NATIVE);
  const sizes = [...new Set(own.map(({ variants }) => variants))];
  const [stores = 0, few = 0, many = 0] = sizes;
  const find = (step: Step, size: number, contender = NATIVE): VariantsCost | undefined =>
    costs.find((cost) => cost.step === step && cost.variants === size && cost.contender === contender);
  const target = (title: string, limit: number, ratio: number): Target => ({ title, contender: NATIVE, limit, ratio });
  const each = (step: Step, size: number, quantity: 'cpuMs' | 'peakMiB'): number =>
    (find(step, size)?.[quantity] ?? NaN) / size;
  const changed = STEPS.slice(0, 2).flatMap((step) => [
    target(`${stores} stores, ${step}: CPU beside kpt`, GOALS.kpt, ratioToKpt(step, stores)),
    target(`${many} variants, ${step}: milliseconds of CPU each`, GOALS.cpuMs, each(step, many, 'cpuMs')),
    ...(['cpuMs', 'peakMiB'] as const).map((quantity) =>
      target(
        `${quantity === 'cpuMs' ? 'CPU' : 'memory'} of each variant, ${step}, ${many} beside ${few}`,
        GOALS.growth,
        each(step, many, quantity) / each(step, few, quantity),
      ),
    ),
  ]);
  const unchanged = STEPS.slice(2).map((step) =>
    target(`${many} variants, ${step}: seconds`, GOALS.unchangedMs / 1000, (find(step, many)?.wallMs ?? NaN) / 1000),
  );
  return [...changed, ...unchanged];

  function ratioToKpt(step: Step, size: number): number {
    return (find(step, size)?.cpuMs ?? NaN) / (find(step, size, KPT_LOOP)?.cpuMs ?? NaN);
  }
}
