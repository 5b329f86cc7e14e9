import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { MOVE_OPTIONS, parseMoveArguments } from '../../../cli/fleet/commands/move-arguments.ts';
import { moveVariant } from '../../../cli/fleet/commands/move-command.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { inFleet, packageVariant, repository, type FleetSetting } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, writeFiles, type Files } from '../run-support.ts';

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/a.yaml': configMap('a'),
  'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  'variants/eu.yaml': packageVariant('eu', 'blueprints/shop', 'all/eu'),
  'variants/us.yaml': packageVariant('us', 'blueprints/shop', 'all/us'),
};

const SET = `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata:
  name: all
spec:
  upstream: {repo: blueprints, package: shop, revision: main}
  targets:
    - repositories:
        - name: all
          packageNames: [eu]
    # America
    - repositories:
        - name: all
          packageNames: [us]
`;

const HOLD = `apiVersion: krm-variants.dev/v1alpha1
kind: FleetHold
metadata: {name: eu}
spec:
  variants: [clusters/eu] # for now
  reason: r
`;

async function move({ folder }: FleetSetting['fleet'], from: string, to: string): Promise<FolderOutcome> {
  const asked = parseMoveArguments(sortArguments([from, to, folder], MOVE_OPTIONS));
  return await moveVariant({ functions: await allFunctions() }, { ...asked, patience: 0 });
}

/** Applies the fleet, and commits it. */
function inApplied(act: (setting: FleetSetting) => Promise<void>): Promise<void> {
  return inFleet(FLEET, async (setting) => {
    await setting.run('apply');
    setting.fleet.commit({});
    await act(setting);
  });
}

const ASKING = { 'variants/eu.yaml': packageVariant('eu', 'blueprints/shop', 'all/oslo') };

describe('krm-variants fleet move', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('is followed by a warning while the old folder has files that another branch added', () =>
    inApplied(async ({ fleet, run }) => {
      fleet.git('config', 'merge.directoryRenames', 'false');
      fleet.branch('other', { 'clusters/eu/added.yaml': configMap('added') });
      fleet.git('checkout', '--quiet', 'main');
      await move(fleet, 'clusters/eu', 'clusters/oslo');
      fleet.commit(ASKING);
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      fleet.git('merge', '--quiet', '--no-edit', 'other');
      for (const action of ['plan', 'apply'] as const) {
        const { stderr, exitCode } = await run(action, '--strict');
        assert.equal(exitCode, 1);
        assert.match(
          stderr,
          /^\[warning\] clusters\/eu: has 1 file \(added\.yaml\), but its variant was moved to clusters\/oslo: move the files there, or remove them$/m,
        );
      }
      fleet.git('mv', 'clusters/eu/added.yaml', 'clusters/oslo/added.yaml');
      const { stderr, exitCode } = await run('plan', '--strict');
      assert.equal(exitCode, 0, stderr);
      assert.doesNotMatch(stderr, /was moved to/);
      writeFiles(fleet.folder, { 'clusters/eu/again.yaml': configMap('again') });
      rmSync(join(fleet.folder, 'variants/eu.yaml'));
      const gone = await run('plan');
      assert.match(
        gone.stderr,
        /clusters\/oslo\.lock: no PackageVariant .*; the folder clusters\/eu, from which it was moved, is there again$/m,
      );
    }));

  it('is followed by such a warning about each old folder, also of several moves', () =>
    inApplied(async ({ fleet, run }) => {
      fleet.branch('other', { 'clusters/eu/added.yaml': configMap('added') });
      fleet.git('checkout', '--quiet', 'main');
      for (const [from, to] of [
        ['clusters/eu', 'clusters/rome'],
        ['clusters/rome', 'clusters/oslo'],
      ] as const) {
        await move(fleet, from, to);
        fleet.commit({});
      }
      fleet.commit(ASKING);
      fleet.git('-c', 'merge.directoryRenames=false', 'merge', '--quiet', '--no-edit', 'other');
      for (const action of ['plan', 'apply', 'plan'] as const)
        assert.match(
          (await run(action)).stderr,
          /^\[warning\] clusters\/eu: has 1 file \(added\.yaml\), but its variant was moved to clusters\/oslo/m,
        );
    }));

  it('moves folder and lock, so that the next apply goes on with the edits', () =>
    inApplied(async ({ fleet, run }) => {
      fleet.commit({ 'clusters/eu/a.yaml': configMap('edited') });
      const { exitCode, stderr } = await move(fleet, 'clusters/eu', './clusters/oslo/');
      assert.equal(exitCode, 0, stderr);
      assert.match(
        stderr,
        /^\[warning\] variants\/eu\.yaml:\d+:\d+ .* spec\.downstream: names the old folder: .* the Repository "all" and the package "oslo"$/m,
      );
      assert.match(stderr, /^moved clusters\/eu to clusters\/oslo, with its lock$/m);
      fleet.commit({ ...ASKING, 'packages/shop/b.yaml': configMap('b') });
      const applied = await run('apply', '--strict');
      assert.equal(applied.exitCode, 0, applied.stderr);
      assert.equal(fleet.read('clusters/oslo/a.yaml'), configMap('edited'));
      assert.equal(fleet.read('clusters/oslo/b.yaml'), configMap('b'));
      assert.ok(!existsSync(join(fleet.folder, 'clusters/eu')));
      assert.match((await run('plan', '--strict')).stderr, /^2 unchanged: /m);
    }));

  it('names the target of a set that made the PackageVariant', () =>
    inFleet({ ...FLEET, 'variants/eu.yaml': SET, 'variants/us.yaml': '' }, async ({ fleet, run }) => {
      const applied = await run('apply');
      assert.equal(applied.exitCode, 0, applied.stderr);
      fleet.commit({});
      const { exitCode, stderr } = await move(fleet, 'clusters/us', 'clusters/oslo');
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /^\[warning\] variants\/eu\.yaml:12:\d+ .* spec\.targets\[1\]: names the old folder: /m);
    }));

  const selecting = `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: shop}
spec:
  upstream: {repo: blueprints, package: shop, revision: main}
  targets: [{repositorySelector: {matchLabels: {region: eu}}, packageNames: [PACKAGES]}]
`;
  const selected = (folder: string, packages = 'shop'): Files => ({
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/a.yaml': configMap('a'),
    'variants/repositories.yaml': repository('blueprints', 'packages'),
    'variants/oslo.yaml': repository('oslo', folder, '  labels: {region: eu}\n'),
    'variants/shop.yaml': selecting.replace(
      'packageNames: [PACKAGES]',
      `template: {downstream: {package: ${packages}}}`,
    ),
  });

  it('names the Repository that a set selects, which then holds the package in another folder', () =>
    inFleet(selected('clusters/oslo'), async ({ fleet, run }) => {
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      const { exitCode, stderr } = await move(fleet, 'clusters/oslo/shop', 'clusters/bergen/shop');
      assert.equal(exitCode, 0, stderr);
      assert.match(
        stderr,
        /^\[warning\] variants\/oslo\.yaml:7:\d+ config\.porch\.kpt\.dev\/v1alpha1\/Repository\/oslo spec\.git\.directory: names the old folder: before the next `fleet apply`, change it to "clusters\/bergen"$/m,
      );
      assert.doesNotMatch(stderr, /targets/);
      fleet.commit({
        'variants/oslo.yaml': fleet.read('variants/oslo.yaml').replace('clusters/oslo', 'clusters/bergen'),
      });
      assert.match((await run('plan', '--strict')).stderr, /^1 (?:unchanged|to update): /m);
      assert.equal((await run('apply', '--strict')).exitCode, 0);
      assert.deepEqual(readdirSync(join(fleet.folder, 'clusters')), ['bergen']);
    }));

  it('says which other variants a changed Repository takes along', () =>
    inFleet(
      { ...selected('clusters/oslo'), 'variants/cart.yaml': packageVariant('cart', 'blueprints/shop', 'oslo/cart') },
      async ({ fleet, run }) => {
        assert.equal((await run('apply')).exitCode, 0);
        fleet.commit({});
        const { stderr } = await move(fleet, 'clusters/oslo/shop', 'clusters/bergen/shop');
        assert.match(
          stderr,
          /change it to "clusters\/bergen"; 1 other variant of this Repository is then in another folder, too: move it with `fleet move`$/m,
        );
      },
    ));

  it('names the set if the package gets another name', () =>
    inFleet(selected('clusters/oslo'), async ({ fleet, run }) => {
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      const { stderr } = await move(fleet, 'clusters/oslo/shop', 'clusters/oslo/store');
      assert.match(
        stderr,
        /^\[warning\] variants\/shop\.yaml:\S+ .* spec\.targets\[0\].*: names the old folder: .* the package "store"$/m,
      );
    }));

  it('stages the whole move, so that a commit of what is staged has all of it', () =>
    inApplied(async ({ fleet, run }) => {
      fleet.commit({ '.krm-variants/holds/eu.yaml': HOLD });
      writeFiles(fleet.folder, { 'clusters/eu/new.yaml': configMap('new') });
      assert.equal((await move(fleet, 'clusters/eu', 'clusters/oslo')).exitCode, 0);
      assert.equal(
        fleet
          .git('status', '--porcelain', '--untracked-files=all')
          .replaceAll(/^R. .*$/gm, 'R')
          .trim(),
        ['M  .krm-variants/holds/eu.yaml', 'R', 'R', 'R', 'R', '?? clusters/oslo/new.yaml'].join('\n'),
      );
      fleet.git('commit', '--quiet', '--message', 'Move');
      assert.equal(fleet.git('diff', '--name-only'), '');
      assert.match(fleet.git('show', 'HEAD:.krm-variants/lock/clusters/oslo.lock'), /^moved "clusters\/eu"$/m);
      assert.match((await run('plan')).stdout, /clusters\/eu/);
    }));

  it('moves nothing if a FleetHold that must change has changes that are not staged', () =>
    inApplied(async ({ fleet }) => {
      fleet.commit({ '.krm-variants/holds/eu.yaml': HOLD });
      const edited = { '.krm-variants/holds/eu.yaml': HOLD.replace('reason: r', 'reason: s') };
      writeFiles(fleet.folder, edited);
      const { exitCode, stderr } = await move(fleet, 'clusters/eu', 'clusters/oslo');
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /holds\/eu\.yaml: has changes that are not staged, and must change with the move: stage them/,
      );
      assert.equal(fleet.git('status', '--porcelain').trim(), 'M .krm-variants/holds/eu.yaml');
      fleet.git('add', '.');
      assert.equal((await move(fleet, 'clusters/eu', 'clusters/oslo')).exitCode, 0);
      assert.equal(fleet.git('diff', '--name-only'), '');
    }));

  it('leaves a lock with changes that are not staged as it is staged, as its folder', () =>
    inApplied(async ({ fleet, run }) => {
      fleet.commit({ 'packages/shop/a.yaml': configMap('b') });
      assert.equal((await run('apply')).exitCode, 0);
      const staged = fleet.git('show', ':.krm-variants/lock/clusters/eu.lock');
      assert.equal((await move(fleet, 'clusters/eu', 'clusters/oslo')).exitCode, 0);
      assert.equal(fleet.git('show', ':.krm-variants/lock/clusters/oslo.lock'), staged);
      assert.equal(fleet.git('show', ':clusters/oslo/a.yaml'), configMap('a').trimEnd());
      assert.match(fleet.read('.krm-variants/lock/clusters/oslo.lock'), /^moved "clusters\/eu"$/m);
    }));

  it('keeps what is staged, what is not, and files that git does not know', () =>
    inApplied(async ({ fleet }) => {
      writeFiles(fleet.folder, { 'clusters/eu/a.yaml': configMap('staged') });
      fleet.git('add', '.');
      writeFiles(fleet.folder, { 'clusters/eu/a.yaml': configMap('edited'), 'clusters/eu/new.yaml': configMap('new') });
      assert.equal((await move(fleet, 'clusters/eu', 'sites/oslo/shop')).exitCode, 0);
      assert.equal(fleet.read('sites/oslo/shop/a.yaml'), configMap('edited'));
      assert.equal(fleet.read('sites/oslo/shop/new.yaml'), configMap('new'));
      assert.equal(fleet.git('show', ':sites/oslo/shop/a.yaml'), configMap('staged').trimEnd());
      assert.deepEqual(fleet.git('ls-files', 'clusters/eu', '.krm-variants/lock/clusters/eu.lock'), '');
    }));

  it('moves kept bases, and the folder in FleetHolds', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      writeFiles(fleet.folder, { 'clusters/eu/a.yaml': configMap('edited'), '.krm-variants/holds/eu.yaml': HOLD });
      rmSync(join(fleet.folder, '.krm-variants/holds'), { recursive: true });
      await run('apply');
      assert.ok(existsSync(join(fleet.folder, '.krm-variants/base/clusters/eu/a.yaml.base')));
      fleet.commit({ '.krm-variants/holds/eu.yaml': HOLD });
      assert.equal((await move(fleet, 'clusters/eu', 'clusters/oslo')).exitCode, 0);
      assert.ok(existsSync(join(fleet.folder, '.krm-variants/base/clusters/oslo/a.yaml.base')));
      assert.equal(fleet.read('.krm-variants/holds/eu.yaml'), HOLD.replace('clusters/eu', 'clusters/oslo'));
    }));

  it('goes on after a killed call', () =>
    inApplied(async ({ fleet, run }) => {
      renameSync(join(fleet.folder, 'clusters/eu'), join(fleet.folder, 'clusters/oslo'));
      assert.equal((await move(fleet, 'clusters/eu', 'clusters/oslo')).exitCode, 0);
      fleet.commit(ASKING);
      assert.match((await run('plan', '--strict')).stderr, /^1 unchanged, 1 |^2 unchanged|^1 to update, 1 unchanged/m);
      assert.equal((await move(fleet, 'clusters/eu', 'clusters/oslo')).exitCode, 1);
    }));

  it('names nothing to change if the PackageVariant names the new folder', () =>
    inApplied(async ({ fleet }) => {
      fleet.commit(ASKING);
      assert.doesNotMatch((await move(fleet, 'clusters/eu', 'clusters/oslo')).stderr, /warning/);
    }));

  const refused: readonly (readonly [
    name: string,
    from: string,
    to: string,
    prepare: (fleet: FleetSetting['fleet']) => void,
    stderr: RegExp,
  ])[] = [
    [
      'a folder without a lock',
      'clusters/fr',
      'clusters/oslo',
      () => {},
      /must be the folder of a variant, but has no lock/,
    ],
    ['a folder that exists', 'clusters/eu', 'packages', () => {}, /packages: must not exist/],
    ['the folder of another variant', 'clusters/eu', 'clusters/us', () => {}, /clusters\/us: must not exist/],
    [
      'a folder in another variant',
      'clusters/eu',
      'clusters/us/in',
      () => {},
      /neither in the folder of the variant "clusters\/us"/,
    ],
    [
      'a folder in itself',
      'clusters/eu',
      'clusters/eu/in',
      () => {},
      /must be neither in "clusters\/eu" nor around it/,
    ],
    ['a folder in a package', 'clusters/eu', 'packages/shop/in', () => {}, /packages\/shop: must not be a package/],
    [
      'a folder in another git repository',
      'clusters/eu',
      'other/eu',
      ({ folder }) => void mkdirSync(join(folder, 'other/.git'), { recursive: true }),
      /other: must not be a git repository of its own/,
    ],
  ];
  for (const [name, from, to, prepare, stderr] of refused)
    it(`refuses ${name}`, () =>
      inApplied(async ({ fleet }) => {
        prepare(fleet);
        const ended = await move(fleet, from, to);
        assert.equal(ended.exitCode, 1);
        assert.match(ended.stderr, stderr);
        assert.equal(fleet.git('status', '--porcelain', '-uno'), '');
      }));

  for (const to of ['../eu', '.git/eu', '/eu', '.'])
    it(`refuses the new folder ${to}`, () =>
      assert.throws(
        () => parseMoveArguments(sortArguments(['clusters/eu', to], MOVE_OPTIONS)),
        /must be a folder for a variant, relative to the top/,
      ));
});
