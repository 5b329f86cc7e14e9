import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { MOVE_OPTIONS, parseMoveArguments } from '../../../cli/fleet/commands/move-arguments.ts';
import { moveVariant } from '../../../cli/fleet/commands/move-command.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { inFleet, packageVariant, repository, web, type FleetSetting } from '../../support/fleet.ts';
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
function inRenamed(act: (setting: FleetSetting) => Promise<void>): Promise<void> {
  return inFleet(FLEET, async (setting) => {
    const { fleet, run } = setting;
    assert.equal((await run('apply')).exitCode, 0);
    fleet.commit({ [VARIANT]: packageVariant('eu-shop', 'blueprints/shop', 'eu/shop') });
    await act(setting);
  });
}

describe('a variant whose folder is equal to another one but for case', () => {
  before(function () {
    needTools(this, 'git');
  });

  for (const args of [[], ['--variant', 'eu-shop']])
    it(`is not made while the other one has a lock (apply ${args.join(' ')})`, () =>
      inRenamed(async ({ fleet, run }) => {
        const { stdout, stderr, exitCode } = await run('apply', ...args);
        assert.equal(exitCode, 1);
        assert.match(stdout, /^error +clusters\/eu\/shop +eu-shop/m);
        assert.match(
          stderr,
          /^\[error\] variants\/eu\.yaml:\d+:\d+ .*spec\.downstream: the folder "clusters\/eu\/shop" is but for case that of the lock \.krm-variants\/lock\/clusters\/eu\/Shop\.lock: to keep its files, run `krm-variants fleet move clusters\/eu\/Shop clusters\/eu\/shop`; .*`krm-variants fleet prune`/m,
        );
        assert.equal(fleet.git('status', '--porcelain'), '');
      }));

  it('is made once the other one is pruned', () =>
    inRenamed(async ({ fleet, run }) => {
      const pruned = await run('prune', '--yes');
      assert.equal(pruned.exitCode, 0, pruned.stderr);
      assert.match(pruned.stdout, /^prune +clusters\/eu\/Shop/m);
      fleet.commit({});
      const { exitCode, stderr } = await run('apply');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.git('ls-files', '--', 'clusters/eu'), '');
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), web(1));
    }));

  it('is made once the files of the other one are moved', () =>
    inRenamed(async ({ fleet, run }) => {
      fleet.commit({ 'clusters/eu/Shop/web.yaml': web(5) });
      const asked = parseMoveArguments(
        sortArguments(['clusters/eu/Shop', 'clusters/eu/shop', fleet.folder], MOVE_OPTIONS),
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
        cpSync(join(fleet.folder, path), join(fleet.folder, path.replace('Shop', 'shop')), { recursive: true });
      fleet.commit({});
      const { stderr, exitCode } = await run('prune', '--yes');
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /clusters\/eu\/Shop: must not be removed, since .*"clusters\/eu\/shop" is equal to it but for case/,
      );
      assert.equal(fleet.git('status', '--porcelain'), '');
    }));

  it('is not made beside a folder that is of no variant', () =>
    inFleet({ ...FLEET, 'clusters/eu/SHOP/notes.txt': 'mine\n' }, async ({ fleet, run }) => {
      const { stdout, stderr, exitCode } = await run('apply');
      assert.equal(exitCode, 1);
      assert.match(stderr, /the folder "clusters\/eu\/Shop" is but for case "clusters\/eu\/SHOP", which exists: /);
      assert.match(stdout, /^create +clusters\/us\/shop/m);
      rmSync(join(fleet.folder, 'clusters/eu/SHOP'), { recursive: true });
      assert.equal((await run('apply')).exitCode, 0);
    }));

  it('is made in a folder of which only a part is equal to another one', () =>
    inFleet(
      { ...FLEET, 'variants/other.yaml': packageVariant('other', 'blueprints/shop', 'eu/SHOPS') },
      async ({ run }) => {
        const { stderr, exitCode } = await run('apply');
        assert.equal(exitCode, 0, stderr);
        assert.equal((await run('plan', '--check')).exitCode, 0);
      },
    ));
});
