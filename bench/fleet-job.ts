import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fleetBin } from './stores/bin.ts';
import { checkVariant } from './stores/check.ts';
import { stores, type Store } from './stores/store.ts';
import { copyPackage, expandSet, variantsOf, type FleetVariant } from './stores/variant.ts';
import { inParallel } from './stores/in-parallel.ts';
import { renderPackage, type RenderOptions } from './stores/kpt-render.ts';
import { NATIVE } from './contender.ts';
import { childCpuMs } from './child-cpu.ts';
import type { Setting } from './setting.ts';
import type { Target } from './target.ts';

/** Cost of rendering one package of a fleet, with one job per core. */
export interface FleetCost {
  readonly contender: string;
  /** Number of packages rendered in one run. */
  readonly variants: number;
  readonly cpuMs: number;
  /** Total time divided by the number of packages. */
  readonly wallMs: number;
  readonly runs: number;
}

/** The same pipelines with `cat` in place of each function, to measure kpt's own share. */
export const CAT = 'kpt with cat';

const CONTENDERS = [NATIVE, CAT];

/**
 * Renders the packages of `bench/stores/` with kpt, in fleets of several sizes. The number of runs of each size is
 * chosen so that all sizes render the same number of packages. Sizes alternate, so that a busy moment of the machine
 * affects all of them. Throws if a package is not as expected.
 */
export async function measureFleets(setting: Setting, sizes: readonly number[]): Promise<FleetCost[]> {
  const folder = join(setting.scratch, 'fleet');
  const fleet = await makeFleet(fleetBin(join(folder, 'bin'), setting.tools.native), folder, Math.max(...sizes));
  const smallest = Math.min(...sizes);
  const rounds = Array.from({ length: fleet.variants.length / smallest }, (_, round) => round);
  const runs: FleetCost[] = [];
  for (const round of rounds) {
    const due = sizes.filter((size) => round % (size / smallest) === Math.floor(size / smallest / 2));
    for (const size of due) for (const contender of CONTENDERS) runs.push(await renderFleet(fleet, size, contender));
  }
  return sizes.flatMap((size) => CONTENDERS.map((contender) => mean(runs, size, contender)));
}

/** Stores, and the packages of their variants, which are not copied yet. */
interface Fleet {
  readonly stores: readonly Store[];
  readonly variants: readonly FleetVariant[];
  readonly options: RenderOptions;
}

/** Makes the PackageVariants of that many stores with kpt, in a folder. `bin`: folder with the functions. */
export async function makeFleet(bin: string, folder: string, count: number): Promise<Fleet> {
  const options = { bin, resultsFolder: join(folder, 'results') };
  const all = stores(count);
  await expandSet(join(folder, 'set'), all, options);
  return { stores: all, variants: variantsOf(join(folder, 'set'), join(folder, 'variants')), options };
}

/** Copies the packages of the first stores, and measures rendering them. */
async function renderFleet(
  { stores: all, variants, options }: Fleet,
  size: number,
  contender: string,
): Promise<FleetCost> {
  const some = variants.slice(0, size);
  for (const variant of some) {
    copyPackage(variant);
    if (contender === CAT) useCat(join(variant.folder, 'Kptfile'));
  }
  const [start, startCpu] = [performance.now(), childCpuMs()];
  await inParallel(some, availableParallelism(), ({ folder, repository }) =>
    renderPackage(folder, { ...options, resultsFolder: join(options.resultsFolder, repository) }),
  );
  const [wallMs, cpuMs] = [performance.now() - start, childCpuMs() - startCpu];
  for (const [index, { folder }] of some.entries()) {
    const store = all[index];
    if (contender === NATIVE && store !== undefined) checkVariant(folder, store);
    rmSync(folder, { recursive: true });
  }
  return { contender, variants: size, cpuMs: cpuMs / size, wallMs: wallMs / size, runs: 1 };
}

function useCat(kptfile: string): void {
  const text = readFileSync(kptfile, 'utf8');
  writeFileSync(kptfile, text.replaceAll(/^( *- exec:) .*\n *configPath: .*\n/gm, '$1 cat\n'));
}

function mean(all: readonly FleetCost[], size: number, contender: string): FleetCost {
  const runs = all.filter((one) => one.variants === size && one.contender === contender);
  const average = (quantity: 'cpuMs' | 'wallMs'): number =>
    runs.reduce((sum, run) => sum + run[quantity], 0) / runs.length;
  return { contender, variants: size, cpuMs: average('cpuMs'), wallMs: average('wallMs'), runs: runs.length };
}

/** Returns the targets for growth: a package must not cost more in the largest fleet than in the smallest one. */
export function fleetTargets(costs: readonly FleetCost[]): Target[] {
  const own = costs.filter(({ contender }) => contender === NATIVE);
  const [few, many] = [own[0], own.at(-1)];
  if (few === undefined || many === undefined) return [];
  const title = `per rendered variant, ${many.variants} beside ${few.variants}`;
  return [
    { title: `CPU ${title}`, contender: NATIVE, limit: 1.1, ratio: many.cpuMs / few.cpuMs },
    { title: `wall time ${title}`, contender: NATIVE, limit: 1.1, ratio: many.wallMs / few.wallMs },
  ];
}
