import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import {
  HOLD_OPTIONS,
  parseHoldArguments,
  parseUnholdArguments,
  UNHOLD_OPTIONS,
} from '../../../cli/fleet/commands/hold-arguments.ts';
import { holdVariants, unholdVariants } from '../../../cli/fleet/commands/hold-command.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { remoteRepository } from '../../support/downstream-fleet.ts';
import { assertNames, found } from '../../support/facts.ts';
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
        sortArguments(['-C', fleet.folder, '--variant', 'far/shop', '--reason', 'waits'], HOLD_OPTIONS),
      );
      const { exitCode, stderr } = await holdVariants({ functions: await allFunctions() }, asked);
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(readdirSync(join(fleet.folder, '.krm-variants/holds')), ['far-deploy-shop.yaml']);
      assert.match(
        fleet.read('.krm-variants/holds/far-deploy-shop.yaml'),
        /variants:\n *- deploy\/shop\n *repo: far\n/,
      );
      fleet.commit({});
      assert.equal((await run('plan', ...ONLY_HERE)).exitCode, 0);
    }));

  it('are told apart by holds from those with the same folder here', () => {
    const own = [repository('own', 'deploy'), packageVariant('own-shop', 'blueprints/shop', 'own/shop')];
    return inFleet({ ...FLEET, 'variants/own.yaml': own.join('---\n') }, async ({ fleet, run }) => {
      const program = { functions: await allFunctions() };
      const held = ['own-shop', 'far-shop'].flatMap((name) => ['--variant', name]);
      const hold = parseHoldArguments(sortArguments(['-C', fleet.folder, ...held, '--reason', 'r'], HOLD_OPTIONS));
      assert.equal((await holdVariants(program, hold)).exitCode, 0);
      const holds = ['far-deploy-shop.yaml', 'own-deploy-shop.yaml'];
      assert.deepEqual(readdirSync(join(fleet.folder, '.krm-variants/holds')).toSorted(), holds);
      const unhold = async (name: string) =>
        await unholdVariants(
          program,
          parseUnholdArguments(sortArguments(['-C', fleet.folder, '--variant', name], UNHOLD_OPTIONS)),
        );
      assert.equal((await unhold('far/shop')).exitCode, 0);
      assert.deepEqual(readdirSync(join(fleet.folder, '.krm-variants/holds')), ['own-deploy-shop.yaml']);
      const { variants } = await run('plan');
      assert.deepEqual(
        variants.map(({ name, action }) => [name, action]),
        [
          ['eu-shop', 'create'],
          ['own-shop', 'held'],
          ['far-shop', 'error'],
        ],
      );
      fleet.write({
        '.krm-variants/holds/own-deploy-shop.yaml':
          'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: a}\nspec: {variants: [deploy/shop], reason: r}\n',
      });
      const planned = await run('plan');
      assert.deepEqual(found(planned), [
        'error not-cached',
        'warning ambiguous-name .krm-variants/holds/own-deploy-shop.yaml spec.variants[0]',
      ]);
      assertNames(planned, 'ambiguous-name', '`repo`', 'own, far');
      const both = await unhold('own/shop');
      assert.equal(both.exitCode, 1);
      assert.deepEqual(found(both), ['error ambiguous-name .krm-variants/holds/own-deploy-shop.yaml']);
      assertNames(both, 'ambiguous-name', '"deploy/shop"', '`repo`');
    });
  });

  it('are not named by their folder alone', () =>
    inFleet(FLEET, async ({ run }) => {
      const outcome = await run('plan', '--variant', 'deploy/shop');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error variant-not-found']);
      assertNames(outcome, 'variant-not-found', '"deploy/shop"', ' https://git.example.com/far.git/deploy/shop');
    }));

  it('are an error of drift if they are not in the cache', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply', ...ONLY_HERE);
      fleet.commit({});
      const drift = await driftIn(fleet.folder);
      const all = await drift();
      assert.equal(all.exitCode, 1);
      assert.deepEqual(found(all), ['error not-cached']);
      assertNames(all, 'not-cached', '1 variant', 'https://git.example.com/far.git', '`--fetch`');
      assert.match(
        all.stdout,
        /^error +https:\/\/git\.example\.com\/far\.git\/deploy\/shop .*\nclean +clusters\/eu\/shop/m,
      );
      assert.equal((await drift('--variant', 'far/shop')).exitCode, 1);
      assert.equal((await drift('--check', ...ONLY_HERE)).exitCode, 0);
    }));

  it('are one error on the page of a plan if they are not in the cache', () =>
    inFleet(FLEET, async ({ run }) => {
      const outcome = await run('plan', '--report', 'html');
      assert.deepEqual(found(outcome), ['error not-cached']);
      assert.match(outcome.stdout, /Errors and warnings <span class="count">1</);
      assert.equal(outcome.stdout.match(/`?--fetch`?/g)?.length, 1);
    }));

  it('are neither pruned nor rolled back', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply', ...ONLY_HERE);
      fleet.commit({});
      const back = await run('rollback', 'far/shop');
      assert.deepEqual(found(back), ['error invalid-argument']);
      assertNames(back, 'invalid-argument', 'https://git.example.com/far.git/deploy/shop', 'PackageVariant "far-shop"');
      fleet.git('rm', '--quiet', 'variants/eu.yaml');
      fleet.commit({});
      const pruned = await run('prune', '--yes');
      assert.equal(pruned.exitCode, 0, pruned.stderr);
      assert.deepEqual(found(pruned), ['warning repository-unreachable']);
      assert.equal(fleet.git('status', '--porcelain', '.krm-variants'), ' D .krm-variants/lock/clusters/eu/shop.lock');
    }));

  it('must not have one folder in a branch that is named once, and once not', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      const branched = remoteRepository('branched', 'https://git.example.com/far', ', branch: main');
      const other = packageVariant('other', 'blueprints/shop', 'branched/shop');
      fleet.commit({ 'variants/other.yaml': `${branched}---\n${other}` });
      const outcome = await run('plan');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), [
        'error not-cached',
        'error not-cached',
        'error variant-overlap variants/far.yaml spec.downstream',
        'error variant-overlap variants/other.yaml spec.downstream',
      ]);
      for (const name of ['other', 'far-shop'])
        assertNames(outcome, 'variant-overlap', '"deploy/shop"', `PackageVariant "${name}"`);
      fleet.commit({
        'variants/other.yaml': `${remoteRepository('branched', 'https://git.example.com/other')}---\n${other}`,
      });
      assert.deepEqual(found(await run('plan')), ['error not-cached', 'error not-cached']);
    }));
});
