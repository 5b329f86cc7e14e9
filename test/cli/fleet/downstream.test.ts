import assert from 'node:assert/strict';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { HOLD_OPTIONS, parseHoldArguments } from '../../../cli/fleet/hold/hold-arguments.ts';
import { holdVariants } from '../../../cli/fleet/hold/hold-command.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { remoteRepository } from '../../support/downstream-fleet.ts';
import { driftIn, inFleet, packageVariant, repository, web } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

/** One variant here, and one in a git repository that no test reads. */
const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'variants/repositories.yaml': [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    remoteRepository('far', 'https://git.example.com/far.git'),
  ].join('---\n'),
  'variants/eu.yaml': packageVariant('eu-shop', 'blueprints/shop', 'eu/shop'),
  'variants/far.yaml': packageVariant('far-shop', 'blueprints/shop', 'far/shop'),
};

const ONLY_HERE = ['--variant', 'eu-shop'];

describe('variants in other git repositories', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('can be held by name', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      const asked = parseHoldArguments(
        sortArguments([fleet.folder, '--variant', 'far/shop', '--reason', 'waits'], HOLD_OPTIONS),
      );
      const { exitCode, stderr } = await holdVariants({ functions: await allFunctions() }, asked);
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /1 variant held: /);
      fleet.commit({});
      assert.equal((await run('plan', ...ONLY_HERE)).exitCode, 0);
    }));

  it('are not named by their folder alone', () =>
    inFleet(FLEET, async ({ run }) => {
      const { stderr, exitCode } = await run('plan', '--variant', 'deploy/shop');
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /"deploy\/shop" is not a folder of the fleet's own.* https:\/\/git\.example\.com\/far\.git\/deploy\/shop$/m,
      );
    }));

  it('are an error of drift if they are not in the cache', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply', ...ONLY_HERE);
      fleet.commit({});
      const drift = await driftIn(fleet.folder);
      const all = await drift();
      assert.equal(all.exitCode, 1);
      assert.match(all.stderr, /cannot read 1 variant in https:\/\/git\.example\.com\/far\.git: .*add `--fetch`/);
      assert.match(
        all.stdout,
        /^error +https:\/\/git\.example\.com\/far\.git\/deploy\/shop .*\nclean +clusters\/eu\/shop/m,
      );
      assert.equal((await drift('--variant', 'far/shop')).exitCode, 1);
      assert.equal((await drift('--check', ...ONLY_HERE)).exitCode, 0);
    }));

  it('are neither pruned nor rolled back', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply', ...ONLY_HERE);
      fleet.commit({});
      assert.match((await run('rollback', 'far/shop')).stderr, /far\.git$/m);
      fleet.git('rm', '--quiet', 'variants/eu.yaml');
      fleet.commit({});
      const { exitCode, stderr } = await run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.git('status', '--porcelain', '.krm-variants'), ' D .krm-variants/lock/clusters/eu/shop.lock');
    }));

  it('must not have one folder in a branch that is named once, and once not', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      const branched = remoteRepository('branched', 'https://git.example.com/far', ', branch: main');
      const other = packageVariant('other', 'blueprints/shop', 'branched/shop');
      fleet.commit({ 'variants/other.yaml': `${branched}---\n${other}` });
      const { exitCode, stderr } = await run('plan');
      assert.equal(exitCode, 1);
      assert.match(stderr, /"deploy\/shop" is also that of PackageVariant "other"/);
      fleet.commit({
        'variants/other.yaml': `${remoteRepository('branched', 'https://git.example.com/other')}---\n${other}`,
      });
      assert.doesNotMatch((await run('plan')).stderr, /is also that of/);
    }));
});
