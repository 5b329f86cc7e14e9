import assert from 'node:assert/strict';
import { sortArguments } from '../../cli/arguments/sort-arguments.ts';
import { resolveConflicts } from '../../cli/fleet/resolve/resolve-command.ts';
import { parseResolveArguments, RESOLVE_OPTIONS } from '../../cli/fleet/resolve/resolve-arguments.ts';
import { runFleet } from '../../cli/fleet/run-fleet.ts';
import { parseTableArguments, TABLE_OPTIONS } from '../../cli/fleet/values/table-arguments.ts';
import { tableOf } from '../../cli/fleet/values/table-command.ts';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import { allFunctions } from '../support/all-functions.ts';
import { inDownstreamFleet, type DownstreamFleet } from '../support/downstream-fleet.ts';
import { driftIn, fleetArguments, packageVariant, repository, web } from '../support/fleet.ts';
import { needTools } from '../support/kpt.ts';

const WEB = 'deploy/shop/web.yaml';
const PUSH = ['--commit', '--push'];

/** Passes a fleet to a test with a variant here and in two other git repositories, all in the folder `deploy/shop`; `eu` was edited. */
function inEditedFleet(test: (setting: DownstreamFleet) => Promise<void>): Promise<void> {
  return inDownstreamFleet(['eu', 'us'], async (setting) => {
    const { fleet, folder, run, clone } = setting;
    fleet.git('clone', '--quiet', '--bare', '.', `${folder}/home.git`);
    fleet.git('remote', 'add', 'origin', `${folder}/home.git`);
    const own = [repository('own', 'deploy'), packageVariant('own-shop', 'blueprints/shop', 'own/shop')];
    fleet.commit({ 'variants/own.yaml': own.join('---\n') });
    const { exitCode, stderr } = await run('apply', ...PUSH);
    assert.equal(exitCode, 0, stderr);
    const eu = clone('eu');
    eu.commit({ [WEB]: web(7) });
    eu.git('push', '--quiet');
    await test(setting);
  });
}

async function tableIn(folder: string, ...args: readonly string[]): Promise<FolderOutcome> {
  const asked = parseTableArguments(sortArguments([...args, folder], TABLE_OPTIONS));
  return await tableOf({ functions: await allFunctions(), version: '1.2.3' }, asked);
}

describe('questions about variants in git repositories by URL', function () {
  this.timeout(120_000);
  before(function () {
    needTools(this, 'git');
  });

  it('drift shows the edits there, as they were when they were last fetched', () =>
    inEditedFleet(async ({ fleet, url }) => {
      const drift = await driftIn(fleet.folder);
      assert.equal((await drift('--check')).exitCode, 0);
      const { stdout, stderr, exitCode } = await drift('--fetch', '--check');
      assert.equal(exitCode, 4, stderr);
      assert.match(
        stdout,
        /^edited .*u\.git\/deploy\/shop .* 1 .* web\.yaml\nclean {3}deploy\/shop .*\nclean .*us\.git\/deploy\/shop/m,
      );
      assert.equal((await drift('--report', 'names')).stdout, `${url}/eu.git/deploy/shop\n`);
      const named = await drift('--variant', `${url}/eu.git/deploy/shop`, '--diff');
      assert.ok(named.stdout.startsWith(`--- a/${url}/eu.git/${WEB}\n`), named.stdout);
      assert.match(named.stdout, /^-.*replicas: 1\n\+.*replicas: 7$/m);
      const { variants } = JSON.parse((await drift('--report', 'json')).stdout) as {
        readonly variants: readonly Record<string, unknown>[];
      };
      assert.deepEqual(
        variants.map(({ repository: of, folder, state }) => [of, folder, state]),
        [
          [undefined, 'deploy/shop', 'clean'],
          [`${url}/eu.git`, 'deploy/shop', 'edited'],
          [`${url}/us.git`, 'deploy/shop', 'clean'],
        ],
      );
    }));

  it('table has their values', () =>
    inEditedFleet(async ({ fleet, url, run }) => {
      const first = await tableIn(fleet.folder, 'Deployment/web:spec.replicas', '--fetch', '--report', 'json');
      const variant = (name: string) => ({ repository: `${url}/${name}.git`, folder: 'deploy/shop' });
      assert.deepEqual((JSON.parse(first.stdout) as { readonly groups: unknown }).groups, [
        { values: [['1']], count: 2, variants: [{ folder: 'deploy/shop' }, variant('us')] },
        { values: [['7']], count: 1, variants: [variant('eu')] },
      ]);
      const names = await tableIn(fleet.folder, 'Deployment/web:spec.replicas', '--report', 'names');
      assert.equal(names.stdout, `deploy/shop\n${url}/eu.git/deploy/shop\n${url}/us.git/deploy/shop\n`);
      const planned = await run('plan', '--report', 'json', '--variant', names.stdout.trimEnd());
      assert.equal((JSON.parse(planned.stdout) as { readonly variants: readonly unknown[] }).variants.length, 3);
      const own = await run('plan', '--report', 'json', '--variant', 'deploy/shop');
      assert.equal((JSON.parse(own.stdout) as { readonly variants: readonly unknown[] }).variants.length, 1);
    }));

  it('resolve decides for those of one git repository', () =>
    inEditedFleet(async ({ fleet, run, clone, served }) => {
      const us = clone('us');
      us.commit({ [WEB]: web(8) });
      us.git('push', '--quiet');
      fleet.commit({ [WEB]: web(9), 'packages/shop/web.yaml': web(2) });
      const { classes, exitCode } = await runFleet(
        { functions: await allFunctions(), version: '1.2.3' },
        { ...fleetArguments('plan', [fleet.folder, '--fetch']), patience: 0 },
      );
      assert.equal(exitCode, 3);
      const id = classes[0]?.id ?? '';
      const resolve = async (...args: readonly string[]) => {
        const asked = parseResolveArguments(
          sortArguments([id, fleet.folder, '--take', 'local', ...args], RESOLVE_OPTIONS),
        );
        return await resolveConflicts({ functions: await allFunctions(), version: '1.2.3' }, { ...asked, patience: 0 });
      };
      const several = await resolve('--variant', 'eu/shop', '--variant', 'us/shop');
      assert.equal(several.exitCode, 1);
      assert.match(several.stderr, /can name folders of one git repository only/);
      const one = await resolve('--variant', 'eu/shop');
      assert.equal(one.exitCode, 0, one.stderr);
      fleet.commit({});
      const applied = await run('apply', ...PUSH);
      assert.equal(applied.exitCode, 3);
      assert.match(served('eu').git('show', 'main:.krm-variants/lock/deploy/shop.lock'), /^file "web.yaml" \S+ \S+$/m);
      assert.equal(served('us').git('rev-list', '--count', 'main'), '3');
      assert.equal(served('eu').git('rev-list', '--count', 'main'), '4');
      assert.match(applied.stdout, /^conflict {2}deploy\/shop /m);
    }));

  it('drift shows those that are gone', () =>
    inEditedFleet(async ({ fleet }) => {
      const text = fleet.read('variants/all.yaml');
      fleet.commit({ 'variants/all.yaml': text.slice(0, text.lastIndexOf('---')) });
      const { stdout, stderr } = await (await driftIn(fleet.folder))('--report', 'json');
      assert.match(stderr, /us\.git\/\.krm-variants\/lock\/deploy\/shop\.lock.*no PackageVariant asks/);
      assert.match(stdout, /"repository": ".*us\.git",\s*"folder": "deploy\/shop",[^}]*"gone": true/);
    }));
});
