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
import { driftIn, inFleet, packageVariant, repository, web } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, writeFiles, type Files } from '../run-support.ts';

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
      assert.match(stderr, /1 variant held: \.krm-variants\/holds\/far-deploy-shop\.yaml/);
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
      const hold = parseHoldArguments(sortArguments([fleet.folder, ...held, '--reason', 'r'], HOLD_OPTIONS));
      const { stderr } = await holdVariants(program, hold);
      assert.match(stderr, /2 variants held: .*holds\/own-deploy-shop\.yaml, .*holds\/far-deploy-shop\.yaml/);
      const unhold = async (name: string) =>
        await unholdVariants(
          program,
          parseUnholdArguments(sortArguments([fleet.folder, '--variant', name], UNHOLD_OPTIONS)),
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
      writeFiles(fleet.folder, {
        '.krm-variants/holds/own-deploy-shop.yaml':
          'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: a}\nspec: {variants: [deploy/shop], reason: r}\n',
      });
      assert.match((await run('plan')).stderr, /\[warning\].*holds this folder in 2 git repositories: set `repo`/);
      const both = await unhold('own/shop');
      assert.equal(both.exitCode, 1);
      assert.match(both.stderr, /holds "deploy\/shop" in several git repositories: edit this file/);
    });
  });

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

  it('are one error on the page of a plan if they are not in the cache', () =>
    inFleet(FLEET, async ({ run }) => {
      const { stdout } = await run('plan', '--report', 'html');
      assert.match(stdout, /Errors and warnings <span class="count">1</);
      assert.match(stdout, /far\.git must be in the cache/);
      assert.doesNotMatch(stdout, /cannot read/);
    }));

  it('are neither pruned nor rolled back', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply', ...ONLY_HERE);
      fleet.commit({});
      assert.match(
        (await run('rollback', 'far/shop')).stderr,
        /must be of a variant in the fleet's own git repository.*far\.git\/deploy\/shop is in another: name the earlier revision in PackageVariant "far-shop"/,
      );
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
