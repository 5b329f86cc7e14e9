import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { MOVE_OPTIONS, parseMoveArguments } from '../../../cli/fleet/commands/move-arguments.ts';
import { moveVariant } from '../../../cli/fleet/commands/move-command.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { actions, assertNames, found, onlyAction } from '../../support/facts.ts';
import { inFleet, packageVariant, repository, type GitFleet } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

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

async function move({ folder }: GitFleet['fleet'], from: string, to: string): Promise<FolderOutcome> {
  const asked = parseMoveArguments(sortArguments([from, to, '-C', folder], MOVE_OPTIONS));
  return await moveVariant({ functions: await allFunctions() }, { ...asked, patience: 0 });
}

/** Checks that a move succeeded, and asks to change one field at a line, with a message that names these things. */
function assertMoved(moved: FolderOutcome, place: string, line: number, ...things: readonly string[]): void {
  assert.deepEqual([found(moved), moved.exitCode], [[`warning variant-moved ${place}`], 0]);
  assert.equal(moved.results[0]?.position?.line, line);
  assertNames(moved, 'variant-moved', ...things);
}

/** Applies the fleet, and commits it. */
function inApplied(act: (setting: GitFleet) => Promise<void>): Promise<void> {
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
        const outcome = await run(action, '--strict');
        assert.deepEqual(
          [found(outcome), outcome.exitCode],
          [['error strict', 'warning variant-moved clusters/eu'], 1],
        );
        assertNames(outcome, 'variant-moved', ' 1 file (added.yaml)', ' clusters/oslo');
      }
      fleet.git('mv', 'clusters/eu/added.yaml', 'clusters/oslo/added.yaml');
      const planned = await run('plan', '--strict');
      assert.deepEqual([found(planned), planned.exitCode], [[], 0]);
      fleet.write({ 'clusters/eu/again.yaml': configMap('again') });
      fleet.remove('variants/eu.yaml');
      const gone = await run('plan');
      assert.deepEqual(found(gone), ['warning variant-gone .krm-variants/lock/clusters/oslo.lock']);
      assertNames(gone, 'variant-gone', ' clusters/eu,');
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
      for (const action of ['plan', 'apply', 'plan'] as const) {
        const outcome = await run(action);
        assert.deepEqual(found(outcome), ['warning variant-moved clusters/eu']);
        assertNames(outcome, 'variant-moved', ' 1 file (added.yaml)', ' clusters/oslo');
      }
    }));

  it('moves folder and lock, so that the next apply goes on with the edits', () =>
    inApplied(async ({ fleet, run }) => {
      fleet.commit({ 'clusters/eu/a.yaml': configMap('edited') });
      const moved = await move(fleet, 'clusters/eu', './clusters/oslo/');
      assertMoved(moved, 'variants/eu.yaml spec.downstream', 7, '"all"', '"oslo"');
      assert.match(moved.stderr, /^moved clusters\/eu to clusters\/oslo, with its lock$/m);
      assert.ok(fleet.has('.krm-variants/lock/clusters/oslo.lock'));
      assert.ok(!fleet.has('.krm-variants/lock/clusters/eu.lock'));
      fleet.commit({ ...ASKING, 'packages/shop/b.yaml': configMap('b') });
      const applied = await run('apply', '--strict');
      assert.equal(applied.exitCode, 0, applied.stderr);
      assert.equal(fleet.read('clusters/oslo/a.yaml'), configMap('edited'));
      assert.equal(fleet.read('clusters/oslo/b.yaml'), configMap('b'));
      assert.ok(!fleet.has('clusters/eu'));
      assert.equal(onlyAction(await run('plan', '--strict')), 'unchanged');
    }));

  it('names the target of a set that made the PackageVariant', () =>
    inFleet({ ...FLEET, 'variants/eu.yaml': SET, 'variants/us.yaml': '' }, async ({ fleet, run }) => {
      const applied = await run('apply');
      assert.equal(applied.exitCode, 0, applied.stderr);
      fleet.commit({});
      const moved = await move(fleet, 'clusters/us', 'clusters/oslo');
      assertMoved(moved, 'variants/eu.yaml spec.targets[1]', 12, '"all"', '"oslo"');
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
      const moved = await move(fleet, 'clusters/oslo/shop', 'clusters/bergen/shop');
      assertMoved(moved, 'variants/oslo.yaml spec.git.directory', 7, '"clusters/bergen"');
      assert.deepEqual(moved.results[0]?.resourceRef, {
        apiVersion: 'config.porch.kpt.dev/v1alpha1',
        kind: 'Repository',
        name: 'oslo',
      });
      assert.doesNotMatch(moved.stderr, /`fleet move`/);
      fleet.commit({
        'variants/oslo.yaml': fleet.read('variants/oslo.yaml').replace('clusters/oslo', 'clusters/bergen'),
      });
      assert.deepEqual(actions(await run('plan', '--strict')), { 'clusters/bergen/shop': 'unchanged' });
      assert.equal((await run('apply', '--strict')).exitCode, 0);
      assert.deepEqual(readdirSync(join(fleet.folder, 'clusters')), ['bergen']);
    }));

  it('says which other variants a changed Repository takes along', () =>
    inFleet(
      { ...selected('clusters/oslo'), 'variants/cart.yaml': packageVariant('cart', 'blueprints/shop', 'oslo/cart') },
      async ({ fleet, run }) => {
        assert.equal((await run('apply')).exitCode, 0);
        fleet.commit({});
        const moved = await move(fleet, 'clusters/oslo/shop', 'clusters/bergen/shop');
        const place = 'variants/oslo.yaml spec.git.directory';
        assertMoved(moved, place, 7, '"clusters/bergen"', ' 1 other variant ', '`fleet move`');
      },
    ));

  it('names the set if the package gets another name', () =>
    inFleet(selected('clusters/oslo'), async ({ fleet, run }) => {
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      const moved = await move(fleet, 'clusters/oslo/shop', 'clusters/oslo/store');
      assertMoved(moved, 'variants/shop.yaml spec.targets[0].template.downstream', 6, '"oslo"', '"store"');
    }));

  it('stages the whole move, so that a commit of what is staged has all of it', () =>
    inApplied(async ({ fleet, run }) => {
      fleet.commit({ '.krm-variants/holds/eu.yaml': HOLD });
      fleet.write({ 'clusters/eu/new.yaml': configMap('new') });
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
      const planned = await run('plan');
      assert.deepEqual(actions(planned), {
        'clusters/eu': 'create',
        'clusters/oslo': 'gone',
        'clusters/us': 'unchanged',
      });
    }));

  it('moves nothing if a FleetHold that must change has changes that are not staged', () =>
    inApplied(async ({ fleet }) => {
      fleet.commit({ '.krm-variants/holds/eu.yaml': HOLD });
      const edited = { '.krm-variants/holds/eu.yaml': HOLD.replace('reason: r', 'reason: s') };
      fleet.write(edited);
      const refused = await move(fleet, 'clusters/eu', 'clusters/oslo');
      assert.deepEqual(
        [found(refused), refused.exitCode],
        [['error changes-uncommitted .krm-variants/holds/eu.yaml'], 1],
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
      fleet.write({ 'clusters/eu/a.yaml': configMap('staged') });
      fleet.git('add', '.');
      fleet.write({ 'clusters/eu/a.yaml': configMap('edited'), 'clusters/eu/new.yaml': configMap('new') });
      assert.equal((await move(fleet, 'clusters/eu', 'sites/oslo/shop')).exitCode, 0);
      assert.equal(fleet.read('sites/oslo/shop/a.yaml'), configMap('edited'));
      assert.equal(fleet.read('sites/oslo/shop/new.yaml'), configMap('new'));
      assert.equal(fleet.git('show', ':sites/oslo/shop/a.yaml'), configMap('staged').trimEnd());
      assert.deepEqual(fleet.git('ls-files', 'clusters/eu', '.krm-variants/lock/clusters/eu.lock'), '');
    }));

  it('moves kept bases, and the folder in FleetHolds', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      fleet.write({ 'clusters/eu/a.yaml': configMap('edited'), '.krm-variants/holds/eu.yaml': HOLD });
      fleet.remove('.krm-variants/holds');
      await run('apply');
      assert.ok(fleet.has('.krm-variants/base/clusters/eu/a.yaml.base'));
      fleet.commit({ '.krm-variants/holds/eu.yaml': HOLD });
      assert.equal((await move(fleet, 'clusters/eu', 'clusters/oslo')).exitCode, 0);
      assert.ok(fleet.has('.krm-variants/base/clusters/oslo/a.yaml.base'));
      assert.equal(fleet.read('.krm-variants/holds/eu.yaml'), HOLD.replace('clusters/eu', 'clusters/oslo'));
    }));

  it('goes on after a killed call', () =>
    inApplied(async ({ fleet, run }) => {
      fleet.move('clusters/eu', 'clusters/oslo');
      assert.equal((await move(fleet, 'clusters/eu', 'clusters/oslo')).exitCode, 0);
      fleet.commit(ASKING);
      const planned = await run('plan', '--strict');
      assert.deepEqual(actions(planned), { 'clusters/oslo': 'update', 'clusters/us': 'unchanged' });
      const again = await move(fleet, 'clusters/eu', 'clusters/oslo');
      assert.deepEqual([found(again), again.exitCode], [['error lock-missing clusters/eu'], 1]);
    }));

  it('names nothing to change if the PackageVariant names the new folder', () =>
    inApplied(async ({ fleet }) => {
      fleet.commit(ASKING);
      const moved = await move(fleet, 'clusters/eu', 'clusters/oslo');
      assert.deepEqual([found(moved), moved.exitCode], [[], 0]);
    }));

  const refused: readonly (readonly [
    name: string,
    from: string,
    to: string,
    prepare: (fleet: GitFleet['fleet']) => void,
    fact: string,
  ])[] = [
    ['a folder without a lock', 'clusters/fr', 'clusters/oslo', () => {}, 'error lock-missing clusters/fr'],
    ['a folder that exists', 'clusters/eu', 'packages', () => {}, 'error file-exists packages'],
    ['the folder of another variant', 'clusters/eu', 'clusters/us', () => {}, 'error file-exists clusters/us'],
    ['a folder in another variant', 'clusters/eu', 'clusters/us/in', () => {}, 'error variant-overlap clusters/us/in'],
    ['a folder in itself', 'clusters/eu', 'clusters/eu/in', () => {}, 'error invalid-argument clusters/eu/in'],
    ['a folder in a package', 'clusters/eu', 'packages/shop/in', () => {}, 'error inside-package packages/shop'],
    [
      'a folder in another git repository',
      'clusters/eu',
      'other/eu',
      ({ folder }) => void mkdirSync(join(folder, 'other/.git'), { recursive: true }),
      'error wrong-file-type other',
    ],
  ];
  for (const [name, from, to, prepare, fact] of refused)
    it(`refuses ${name}`, () =>
      inApplied(async ({ fleet }) => {
        prepare(fleet);
        const ended = await move(fleet, from, to);
        assert.deepEqual([found(ended), ended.exitCode], [[fact], 1]);
        assert.equal(fleet.git('status', '--porcelain', '-uno'), '');
      }));

  for (const to of ['../eu', '.git/eu', '/eu', '.'])
    it(`refuses the new folder ${to}`, () =>
      inApplied(async ({ fleet }) => {
        const ended = await move(fleet, 'clusters/eu', to);
        assert.deepEqual([found(ended), ended.exitCode], [['error invalid-argument'], 1]);
        assertNames(ended, 'invalid-argument', JSON.stringify(to), 'must be a folder for a variant');
      }));

  it('takes the name of a PackageVariant, and a new folder from the current one', () =>
    inApplied(async ({ fleet }) => {
      const named = await move(fleet, 'eu', 'clusters/rome');
      assert.equal(named.exitCode, 0, named.stderr);
      const asked = parseMoveArguments(
        sortArguments(['us', 'lima', '-C', join(fleet.folder, 'clusters')], MOVE_OPTIONS),
      );
      const moved = await moveVariant({ functions: await allFunctions() }, { ...asked, patience: 0 });
      assert.equal(moved.exitCode, 0, moved.stderr);
      assert.deepEqual(readdirSync(join(fleet.folder, 'clusters')), ['lima', 'rome']);
    }));
});
