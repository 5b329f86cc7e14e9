/**
 * `npm run stores [-- --count N --to FOLDER]` makes the variants of a fleet of stores (200 by default): expands a
 * PackageVariantSet to a PackageVariant for each store's Repository, and renders each variant's package with `kpt fn
 * render`, one per core in parallel. The sources are in `bench/stores/`. FOLDER must be empty or absent; by default a
 * temporary one is made. Checks the output and exits with 1 if anything is not as expected.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fleetBin } from './stores/bin.ts';
import { checkVariant } from './stores/check.ts';
import { packageDiff } from './stores/diff.ts';
import { stores } from './stores/store.ts';
import { copyPackage, expandSet, upstreamPackage, variantsOf, type FleetVariant } from './stores/variant.ts';
import { root } from '../scripts/functions.ts';
import { inParallel } from './stores/in-parallel.ts';
import { renderPackage, requireKpt } from './stores/kpt-render.ts';

const MOST = 999;
const PROGRESS = 25;

const scratch = mkdtempSync(join(tmpdir(), 'krm-variants-stores-scratch-'));
try {
  await main();
} catch (error) {
  console.error(`\nstores: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true });
}

async function main(): Promise<void> {
  const { count, to } = readArguments();
  requireKpt();
  const folder = to ?? mkdtempSync(join(tmpdir(), 'krm-variants-stores-'));
  cpSync(upstreamPackage, join(folder, 'package'), { recursive: true });
  const bin = fleetBin(join(scratch, 'bin'), join(root, 'dist/krm-variants'));

  const all = stores(count);
  say(`One PackageVariantSet and ${count} Repositories: kpt fn render ${join(folder, 'set')} --allow-exec`);
  const set = join(folder, 'set');
  const expansion = await timed(() => expandSet(set, all, { bin, resultsFolder: join(scratch, 'set') }));
  const variants = variantsOf(set, join(folder, 'variants'));
  if (variants.length !== count) throw new Error(`there are ${variants.length} PackageVariants`);
  console.log(`${count} PackageVariants in ${join(set, 'fleet')}, after ${seconds(expansion)}`);

  const limit = availableParallelism();
  say(`A package for each, a copy of ${join(folder, 'package')}: kpt fn render FOLDER --allow-exec, ${limit} at once`);
  await renderAll(variants, limit, bin);

  for (const store of all) {
    const variant = variants.find(({ repository }) => repository === store.name);
    if (variant === undefined) throw new Error(`no PackageVariant for ${store.name}`);
    checkVariant(variant.folder, store);
  }
  console.log(
    'each is what its store should have: its context, its endpoints, its image; no function warned of anything',
  );
  show(folder, variants[0]);
  say(`All is in ${folder}`);
}

function readArguments(): { readonly count: number; readonly to: string | undefined } {
  const { values } = parseArgs({ options: { count: { type: 'string', default: '200' }, to: { type: 'string' } } });
  const count = Number(values.count);
  if (!Number.isInteger(count) || count < 1 || count > MOST) {
    throw new Error(`--count must be a number from 1 to ${MOST}, and is "${values.count}"`);
  }
  const to = values.to === undefined ? undefined : resolve(values.to);
  if (to !== undefined && existsSync(to) && readdirSync(to).length > 0) throw new Error(`${to} must be empty`);
  return { count, to };
}

/** Makes and renders all packages, and prints the time taken. */
async function renderAll(variants: readonly FleetVariant[], limit: number, bin: string): Promise<void> {
  let done = 0;
  const milliseconds = await timed(() =>
    inParallel(variants, limit, async (variant) => {
      copyPackage(variant);
      await renderPackage(variant.folder, { bin, resultsFolder: join(scratch, variant.repository) });
      done += 1;
      if (done % PROGRESS === 0 || done === variants.length) console.log(`${done} of ${variants.length}`);
    }),
  );
  const each = Math.round(milliseconds / variants.length);
  console.log(`${seconds(milliseconds)} for all, which is ${each} ms a variant`);
}

/** Prints the specifics of one variant. */
function show(folder: string, variant: FleetVariant | undefined): void {
  if (variant === undefined) return;
  say(`The first variant beside ${join(folder, 'package')}, without the cluster.yaml that all have`);
  console.log(packageDiff(join(folder, 'package'), variant.folder, ['cluster.yaml']));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function say(text: string): void {
  console.log(`\n# ${text}`);
}
