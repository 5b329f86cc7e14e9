import assert from 'node:assert/strict';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { MOVE_OPTIONS, parseMoveArguments } from '../../../cli/fleet/commands/move-arguments.ts';
import { moveVariant } from '../../../cli/fleet/commands/move-command.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { assertNames, counts, found } from '../../support/facts.ts';
import {
  type FleetSetting,
  inFleet,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

const VARIANT = 'variants/eu.yaml';
const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'variants/repositories.yaml': ['blueprints', 'eu', 'us']
    .map((name) => repository(name, name === 'blueprints' ? 'packages' : `clusters/${name}`))
    .join('---\n'),
  'variants/us.yaml': packageVariant('us-shop', 'blueprints/shop', 'us/shop'),
  [VARIANT]: packageVariant('eu-shop', 'blueprints/shop', 'eu/Shop'),
};

/** A fleet whose variant `eu/Shop` is applied, and then asked for as `eu/shop`. */
function renamedBy<Setting extends FleetSetting>(inThis: InFleet<Setting>) {
  return (act: (setting: Setting) => Promise<void>): Promise<void> =>
    inThis(FLEET, async (setting) => {
      const { fleet, run } = setting;
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({ [VARIANT]: packageVariant('eu-shop', 'blueprints/shop', 'eu/shop') });
      await act(setting);
    });
}

const inRenamed = renamedBy(inMemoryFleet);
const inGitRenamed = renamedBy(inFleet);

describe('a variant whose folder is equal to another one but for case', () => {
  before(function () {
    needTools(this, 'git');
  });

  for (const args of [[], ['--variant', 'eu-shop']])
    it(`is not made while the other one has a lock (apply ${args.join(' ')})`, () =>
      inRenamed(async ({ fleet, run }) => {
        const outcome = await run('apply', ...args);
        assert.equal(outcome.exitCode, 1);
        assert.deepEqual(Object.fromEntries(outcome.variants.map((row) => [row.folder, row.action])), {
          'clusters/eu/shop': 'error',
          ...(args.length === 0 && { 'clusters/eu/Shop': 'gone', 'clusters/us/shop': 'unchanged' }),
        });
        const lock = '.krm-variants/lock/clusters/eu/Shop.lock';
        assert.deepEqual(found(outcome), [
          `error variant-overlap ${VARIANT} spec.downstream`,
          ...(args.length === 0 ? [`warning variant-gone ${lock}`] : []),
        ]);
        assertNames(outcome, 'variant-overlap', '"clusters/eu/shop"', lock, '`krm-variants fleet prune`');
        assertNames(outcome, 'variant-overlap', '`krm-variants fleet move clusters/eu/Shop clusters/eu/shop`');
        assert.deepEqual(fleet.uncommitted(), []);
      }));

  it('is made once the other one is pruned', () =>
    inGitRenamed(async ({ fleet, run }) => {
      const pruned = await run('prune', '--yes');
      assert.equal(pruned.exitCode, 0, pruned.stderr);
      assert.deepEqual(
        pruned.variants.map(({ action, folder }) => [action, folder]),
        [['prune', 'clusters/eu/Shop']],
      );
      fleet.commit({});
      const { exitCode, stderr } = await run('apply');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.git('ls-files', '--', 'clusters/eu'), '');
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), web(1));
    }));

  it('is made once the files of the other one are moved', () =>
    inGitRenamed(async ({ fleet, run }) => {
      fleet.commit({ 'clusters/eu/Shop/web.yaml': web(5) });
      const asked = parseMoveArguments(
        sortArguments(['clusters/eu/Shop', 'clusters/eu/shop', '-C', fleet.folder], MOVE_OPTIONS),
      );
      const moved = await moveVariant({ functions: await allFunctions() }, { ...asked, patience: 0 });
      assert.equal(moved.exitCode, 0, moved.stderr);
      const { exitCode, stderr } = await run('apply');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.git('ls-files', '--', 'clusters/eu/Shop'), '');
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), web(5));
    }));

  it('keeps the other one from being pruned if both have a lock', () =>
    inRenamed(async ({ fleet, run }) => {
      for (const path of ['clusters/eu/Shop', '.krm-variants/lock/clusters/eu/Shop.lock'])
        fleet.copy(path, path.replace('Shop', 'shop'));
      fleet.commit({});
      const outcome = await run('prune', '--yes');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error folder-needed clusters/eu/Shop']);
      assertNames(outcome, 'folder-needed', '"clusters/eu/shop"');
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  it('is not made beside a folder that is of no variant', () =>
    inMemoryFleet({ ...FLEET, 'clusters/eu/SHOP/notes.txt': 'mine\n' }, async ({ fleet, run }) => {
      const outcome = await run('apply');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), [`error variant-overlap ${VARIANT} spec.downstream`]);
      assertNames(outcome, 'variant-overlap', '"clusters/eu/Shop"', '"clusters/eu/SHOP"');
      assert.deepEqual(counts(outcome), { create: 1, error: 1 });
      fleet.remove('clusters/eu/SHOP');
      assert.equal((await run('apply')).exitCode, 0);
    }));

  it('is made in a folder of which only a part is equal to another one', () =>
    inMemoryFleet(
      { ...FLEET, 'variants/other.yaml': packageVariant('other', 'blueprints/shop', 'eu/SHOPS') },
      async ({ run }) => {
        const { stderr, exitCode } = await run('apply');
        assert.equal(exitCode, 0, stderr);
        assert.equal((await run('plan', '--check')).exitCode, 0);
      },
    ));
});
