import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { runFleet } from '../../cli/fleet/call/run-fleet.ts';
import { allFunctions } from '../support/all-functions.ts';
import { driftIn, fleetArguments, inFleet, packageVariant, repository, type GitFleet } from '../support/fleet.ts';
import { filesOf, packageVersion, type PackageVersion } from '../support/generated-fleet/package-version.ts';
import { makeEdit, personEdit, type PersonEdit } from '../support/generated-fleet/person-edit.ts';
import { marksOf, VariantEdits } from '../support/generated-fleet/variant-edits.ts';
import { GitRepository } from '../support/git-repository.ts';
import { binFolder, needTools, runKpt } from '../support/kpt.ts';
import { readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { propertyRuns } from '../support/property-runs.ts';

const SHOP = 'clusters/eu/shop';

/** A package that kpt copied, and that people edited. */
interface CopiedPackage {
  readonly version: PackageVersion;
  /** Version of the upgrade. */
  readonly next: PackageVersion;
  readonly edits: readonly PersonEdit[];
  /** True if kpt ran the pipeline of the package. */
  readonly isRendered: boolean;
}

const copiedPackage: fc.Arbitrary<CopiedPackage> = fc.record({
  version: packageVersion,
  next: packageVersion,
  edits: fc.array(personEdit, { maxLength: 5 }),
  isRendered: fc.boolean(),
});

/** Returns the resources of a fleet with a variant of this revision. */
function inputs(revision: string, adopts: boolean): Files {
  const policy = adopts ? '  adoptionPolicy: adoptExisting\n' : '';
  const all = [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    packageVariant('eu-shop', `blueprints/shop@${revision}`, 'eu/shop', policy),
  ];
  return { 'variants/all.yaml': all.join('---\n') };
}

function release({ fleet }: GitFleet, version: PackageVersion, tag: string): void {
  rmSync(join(fleet.folder, 'packages'), { recursive: true, force: true });
  writeFiles(join(fleet.folder, 'packages/shop'), filesOf(version));
  fleet.git('add', '--all', 'packages');
  fleet.git('commit', '--quiet', '--allow-empty', '--message', tag);
  fleet.git('tag', '--force', tag);
}

/** Copies the package with kpt, and runs its pipeline. */
function copy({ fleet }: GitFleet, isRendered: boolean): void {
  mkdirSync(join(fleet.folder, 'clusters/eu'), { recursive: true });
  const from = `file://${fleet.folder}/.git/packages/shop@v1`;
  const functions = ['apply-override-policy', 'overwrite-components'];
  const bin = functions.map((name) => binFolder(`${fleet.folder}-${name}`, name)).join(delimiter);
  const calls = [['pkg', 'get', from, join(fleet.folder, SHOP)]];
  if (isRendered) calls.push(['fn', 'render', '--allow-exec', join(fleet.folder, SHOP)]);
  for (const call of calls) {
    const { stderr, exitCode } = runKpt(call, { PATH: bin });
    assert.equal(exitCode, 0, stderr);
  }
  commit(fleet);
}

function commit(fleet: GitRepository): void {
  fleet.git('add', '--all');
  fleet.git('commit', '--quiet', '--allow-empty', '--message', 'x');
}

/** Edits the copy, and returns its edits. */
function edit({ fleet }: GitFleet, edits: readonly PersonEdit[]): VariantEdits {
  const variant = new VariantEdits(join(fleet.folder, SHOP));
  for (const [index, each] of edits.entries())
    variant.record(each.kind, () => makeEdit(variant.folder, each, `m${1000 + index}`));
  commit(fleet);
  return variant;
}

/** Returns the paths that differ. */
function changed(before: Files, after: Files): readonly string[] {
  return Object.keys({ ...before, ...after }).filter((path) => String(before[path]) !== String(after[path]));
}

/** Inputs of the pipeline: an edit of one leaves the outputs as they were until the next run of the pipeline. */
const INPUTS = /(?:^|\/)(?:Kptfile|policy\.yaml|overwrites\.yaml)$/;

async function checkAdoption(setting: GitFleet, { version, next, edits, isRendered }: CopiedPackage): Promise<void> {
  const { fleet, run } = setting;
  release(setting, version, 'v1');
  fleet.commit(inputs('v1', false));
  copy(setting, isRendered);
  const made = readFiles(join(fleet.folder, SHOP));
  const variant = edit(setting, edits);
  const edited = variant.read();
  await checkPolicy(setting);
  const adopted = await run('adopt', SHOP);
  assert.equal(adopted.exitCode, 0, adopted.stderr);
  assert.deepEqual(variant.read(), edited, 'adopt changes no file of the folder');
  const touched = fleet
    .git('status', '--porcelain', '-uall')
    .split('\n')
    .filter((line) => !line.includes('.krm-variants/'));
  assert.deepEqual(
    touched.filter((line) => line !== ''),
    [],
    'adopt writes only locks and bases',
  );
  const { variants } = JSON.parse((await (await driftIn(fleet.folder))('--report', 'json')).stdout) as {
    readonly variants: readonly { readonly files: readonly { readonly path: string }[] }[];
  };
  const shown = variants[0]?.files.map(({ path }) => path) ?? [];
  const wanted = changed(made, edited);
  for (const path of wanted) if (!isMode(path)) assert.ok(shown.includes(path), `drift shows the edit of ${path}`);
  if (!wanted.some((path) => INPUTS.test(path)))
    assert.deepEqual(
      shown.filter((path) => !wanted.includes(path) && !isMode(path)),
      [],
      'drift shows nothing else',
    );
  commit(fleet);
  release(setting, next, 'v2');
  fleet.commit(inputs('v2', false));
  const upgraded = await run('apply', '--on-conflict', 'local');
  assert.equal(upgraded.exitCode, 0, upgraded.stderr);
  const kept = marksIn(variant.read());
  for (const mark of marksIn(edited)) assert.ok(kept.has(mark), `an upgrade keeps edit ${mark}`);
  assert.equal((await run('plan', '--check')).exitCode, 0);
}

/** Returns the marks of edits. The commits in Kptfiles may have any digits. */
function marksIn(files: Files): ReadonlySet<string> {
  const texts = Object.entries(files).map(
    ([path, text]) => [path, String(text).replaceAll(/commit: .*/g, '')] as const,
  );
  return marksOf(Object.fromEntries(texts));
}

/** Files whose modes people change. */
function isMode(path: string): boolean {
  return /\.(?:md|sh)$/.test(path);
}

async function adoptIn(folder: string): Promise<void> {
  const asked = { ...fleetArguments('adopt', [SHOP]), folder, patience: 0 };
  const { exitCode, stderr } = await runFleet({ functions: await allFunctions(), version: '1.2.3' }, asked);
  assert.equal(exitCode, 0, stderr);
}

/** Checks that an adoption by the PackageVariant gives what `fleet adopt` and an apply give. */
async function checkPolicy({ fleet, run }: GitFleet): Promise<void> {
  const results: Files[] = [];
  for (const isFirst of [true, false]) {
    const folder = `${fleet.folder}-${isFirst ? 'adopt' : 'apply'}`;
    cpSync(fleet.folder, folder, { recursive: true, preserveTimestamps: true });
    try {
      const copied = new GitRepository(folder, join(fleet.folder, '../bin'));
      copied.commit(inputs('v1', true));
      if (isFirst) await adoptIn(folder);
      const { exitCode, stderr } = await run('apply', folder, '--on-conflict', 'local');
      assert.equal(exitCode, 0, stderr);
      const all = Object.entries(readFiles(folder)).filter(([path]) => /^(?:clusters|\.krm-variants)\//.test(path));
      results.push(Object.fromEntries(all));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  assert.deepEqual(results[1], results[0], 'adoptExisting is as fleet adopt');
}

describe('adopted packages', function () {
  before(function () {
    needTools(this, 'git', 'kpt');
  });

  it('stay as they are, show what people edited, and keep that in an upgrade', () =>
    fc.assert(
      fc.asyncProperty(copiedPackage, (copied) =>
        inFleet({ 'README.md': 'fleet\n' }, (setting) => checkAdoption(setting, copied)),
      ),
      { numRuns: propertyRuns(3) },
    ));
});
