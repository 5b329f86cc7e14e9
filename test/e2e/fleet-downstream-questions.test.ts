import assert from 'node:assert/strict';
import { sortArguments } from '../../cli/arguments/sort-arguments.ts';
import { diffFleet, FLEET_DIFF_OPTIONS, parseFleetDiff } from '../../cli/fleet/commands/fleet-diff-command.ts';
import { logOf, LOG_OPTIONS, parseLogArguments } from '../../cli/fleet/commands/log-command.ts';
import { resolveConflicts } from '../../cli/fleet/commands/resolve-command.ts';
import { parseResolveArguments, RESOLVE_OPTIONS } from '../../cli/fleet/commands/resolve-arguments.ts';
import { runFleet } from '../../cli/fleet/call/run-fleet.ts';
import { parseTableArguments, TABLE_OPTIONS } from '../../cli/fleet/commands/table-arguments.ts';
import { tableOf } from '../../cli/fleet/commands/table-command.ts';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import { allFunctions } from '../support/all-functions.ts';
import { inDownstreamFleet, type DownstreamFleet } from '../support/downstream-fleet.ts';
import { blameIn, driftIn, fleetArguments, packageVariant, repository, web } from '../support/fleet.ts';
import { needTools } from '../support/kpt.ts';
import { kptfile } from '../cli/run-support.ts';

const WEB = 'deploy/shop/web.yaml';
const PUSH = ['--commit', '--push'];

/**
 * Passes a fleet to a test with a variant here and in two other git repositories, all in the folder `deploy/shop`; `eu`
 * was edited.
 */
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
  const asked = parseTableArguments(sortArguments([...args, '-C', folder], TABLE_OPTIONS));
  return await tableOf({ functions: await allFunctions(), version: '1.2.3' }, asked);
}

async function logIn(folder: string, ...args: readonly string[]): Promise<FolderOutcome> {
  const [name = '', ...options] = args;
  const asked = parseLogArguments(sortArguments([name, '-C', folder, ...options], LOG_OPTIONS));
  return await logOf({ functions: await allFunctions(), version: '1.2.3' }, asked);
}

async function diffIn(folder: string, ...args: readonly string[]): Promise<FolderOutcome> {
  const asked = parseFleetDiff(sortArguments(args, FLEET_DIFF_OPTIONS));
  return await diffFleet({ functions: await allFunctions(), version: '1.2.3' }, { ...asked, folder });
}

describe('questions about variants in git repositories by URL', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('plan repeats the warnings that their locks record, and accepts them with the files of the fleet', () =>
    inDownstreamFleet(['eu'], async ({ fleet, folder, run }) => {
      fleet.git('clone', '--quiet', '--bare', '.', `${folder}/home.git`);
      fleet.git('remote', 'add', 'origin', `${folder}/home.git`);
      const pipeline = 'pipeline: {mutators: [{exec: apply-override-policy}]}\n';
      fleet.commit({ 'packages/shop/Kptfile': `${kptfile('shop')}${pipeline}` });
      const applied = await run('apply', ...PUSH);
      assert.equal(applied.exitCode, 0, applied.stderr);
      const warned = await run('plan', '--strict');
      assert.match(warned.stderr, /^\[warning\].*OverridePolicy/m);
      assert.equal(warned.exitCode, 1);
      fleet.commit({
        '.krm-variants/accepted/none.yaml':
          "apiVersion: krm-variants.dev/v1alpha1\nkind: WarningAcceptance\nmetadata: {name: none}\nspec: {pattern: '*OverridePolicy*', reason: r}\n",
      });
      const { exitCode, stderr } = await run('plan', '--strict', '-v');
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /accepted by \.krm-variants\/accepted\/none\.yaml: r$/m);
      assert.doesNotMatch(stderr, /accepts nothing/);
    }));

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
      assert.equal((await drift('-o', 'name')).stdout, `${url}/eu.git/deploy/shop\n`);
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
      const names = await tableIn(fleet.folder, 'Deployment/web:spec.replicas', '-o', 'name');
      assert.equal(names.stdout, `deploy/shop\n${url}/eu.git/deploy/shop\n${url}/us.git/deploy/shop\n`);
      const planned = await run('plan', '--report', 'json', '--variant', names.stdout.trimEnd());
      assert.equal((JSON.parse(planned.stdout) as { readonly variants: readonly unknown[] }).variants.length, 3);
      const where = ['--where', 'Deployment/web:spec.replicas=7'];
      const met = await run('plan', '--report', 'json', ...where);
      const rows = (JSON.parse(met.stdout) as { readonly variants: readonly Record<string, unknown>[] }).variants;
      assert.deepEqual(
        rows.map(({ repository: of }) => of),
        [`${url}/eu.git`],
      );
      assert.match((await tableIn(fleet.folder, ...where)).stdout, /^1 .*eu\.git\/deploy\/shop$/m);
      assert.match((await (await driftIn(fleet.folder))(...where)).stderr, /1 of 1 variant edited/);
      const own = await run('plan', '--report', 'json', '--variant', 'deploy/shop');
      assert.equal((JSON.parse(own.stdout) as { readonly variants: readonly unknown[] }).variants.length, 1);
    }));

  it('blame, diff and table say that a folder there was deleted', () =>
    inEditedFleet(async ({ fleet, clone, url }) => {
      const us = clone('us');
      us.git('rm', '-r', '--quiet', 'deploy/shop');
      us.commit({});
      us.git('push', '--quiet');
      const message = `[error] ${url}/us.git/deploy/shop: must exist, but was deleted: restore it`;
      const blamed = await blameIn(fleet, 'us/shop', '--fetch');
      assert.ok(blamed.stderr.includes(message), blamed.stderr);
      const compared = await diffIn(fleet.folder, 'us/shop', 'eu/shop');
      assert.ok(compared.stderr.includes(message), compared.stderr);
      assert.deepEqual([blamed.exitCode, compared.exitCode], [1, 1]);
      const { stderr } = await tableIn(fleet.folder, 'Deployment/web:spec.replicas');
      assert.ok(
        stderr.includes(`[warning] ${url}/us.git/deploy/shop: is left out: it was deleted; restore it`),
        stderr,
      );
    }));

  it('name a file there that is not YAML, and answer for all other variants', () =>
    inEditedFleet(async ({ fleet, clone, url, run }) => {
      const us = clone('us');
      us.commit({ 'deploy/shop/more.yaml': 'a: [web' });
      us.git('push', '--quiet');
      const where = ['--where', 'Deployment/web:spec.replicas~*'];
      const drift = await driftIn(fleet.folder);
      for (const { stdout, stderr, exitCode } of [
        await tableIn(fleet.folder, 'Deployment/web:spec.replicas', '--fetch'),
        await tableIn(fleet.folder, ...where),
        await run('plan', ...where),
        await run('status', ...where),
        await drift(...where),
      ]) {
        assert.ok(stderr.includes(`[error] ${url}/us.git/deploy/shop/more.yaml: must be YAML`), stderr);
        assert.match(stdout, /eu\.git/);
        assert.equal(exitCode, 1);
      }
      const { variants } = JSON.parse((await run('plan', ...where, '--report', 'json')).stdout) as {
        readonly variants: readonly Record<string, unknown>[];
      };
      assert.deepEqual(
        variants.map(({ repository: of, action }) => [of, action]),
        [
          [undefined, 'unchanged'],
          [`${url}/eu.git`, 'unchanged'],
          [`${url}/us.git`, 'error'],
        ],
      );
    }));

  it('refuses != with a resource that no variant in a git repository has', () =>
    inEditedFleet(async ({ fleet, run, url }) => {
      fleet.commit({ 'variants/own.yaml': repository('own', 'deploy') });
      fleet.git('rm', '-r', '--quiet', 'deploy', '.krm-variants');
      fleet.commit({});
      const where = ['--where', 'Deployment/wbe:spec.replicas!=7'];
      const planned = await run('plan', ...where);
      assert.equal(planned.exitCode, 1);
      assert.ok(planned.stderr.includes('did you mean "Deployment/web"?'), planned.stderr);
      assert.equal((await tableIn(fleet.folder, ...where)).exitCode, 1);
      const right = await tableIn(fleet.folder, '--where', 'Deployment/web:spec.replicas!=7', '-o', 'name', '--fetch');
      assert.equal(right.stdout, `${url}/us.git/deploy/shop\n`, right.stderr);
    }));

  it('they fail if no variant anywhere is as --where asks for', () =>
    inEditedFleet(async ({ fleet, run }) => {
      const where = ['--where', 'Deployment/nosuch:spec.replicas=1'];
      const drift = await driftIn(fleet.folder);
      for (const ask of [
        () => run('plan', '--check', ...where),
        () => run('status', ...where),
        () => run('apply', ...where, ...PUSH),
        () => drift(...where),
        () => tableIn(fleet.folder, ...where),
      ]) {
        const { stderr, exitCode } = await ask();
        assert.equal(exitCode, 1, stderr);
        assert.match(stderr, /no variant is as `--where` and the other options of selection ask for/);
      }
      assert.equal((await run('plan', '--check', '--where', 'Deployment/web:spec.replicas=7')).exitCode, 0);
    }));

  it('resolve decides for those of one git repository', () =>
    inEditedFleet(async ({ fleet, run, clone, served }) => {
      const us = clone('us');
      us.commit({ [WEB]: web(8) });
      us.git('push', '--quiet');
      fleet.commit({ [WEB]: web(9), 'packages/shop/web.yaml': web(2) });
      const { classes, exitCode } = await runFleet(
        { functions: await allFunctions(), version: '1.2.3' },
        { ...fleetArguments('plan', ['-C', fleet.folder, '--fetch']), patience: 0 },
      );
      assert.equal(exitCode, 3);
      const id = classes[0]?.id ?? '';
      const resolve = async (...args: readonly string[]) => {
        const asked = parseResolveArguments(
          sortArguments([id, '-C', fleet.folder, '--take', 'local', ...args], RESOLVE_OPTIONS),
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

  it('log shows their history, also if they are gone', () =>
    inEditedFleet(async ({ fleet, url, run }) => {
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal((await run('apply', ...PUSH)).exitCode, 0);
      const log = await logIn(fleet.folder, 'eu/shop');
      assert.equal(log.exitCode, 0, log.stderr);
      assert.match(log.stdout, /^0 .* upstream, edits +1 .*\n1 .* created /m);
      assert.ok(log.stderr.includes(`${url}/eu.git/deploy/shop: 2 versions`), log.stderr);
      const data = JSON.parse((await logIn(fleet.folder, 'eu-shop', '--report', 'json')).stdout) as Record<
        string,
        unknown
      >;
      assert.deepEqual([data['repository'], data['folder']], [`${url}/eu.git`, 'deploy/shop']);
      const text = fleet.read('variants/all.yaml');
      fleet.commit({ 'variants/all.yaml': text.slice(0, text.lastIndexOf('---')) });
      assert.equal((await logIn(fleet.folder, 'us/shop')).exitCode, 1);
      const gone = await logIn(fleet.folder, `${url}/us.git/deploy/shop`);
      assert.match(gone.stdout, /^0 .* upstream .*\n1 .* created /m, gone.stderr);
      const missing = await logIn(fleet.folder, `${url}/us.git/deploy/shoq`);
      assert.match(missing.stderr, /us\.git\/\.krm-variants\/lock\/deploy\/shoq\.lock: does not exist/);
    }));

  it('blame finds who set a line', () =>
    inEditedFleet(async ({ fleet, url, served }) => {
      const before = await blameIn(fleet, 'eu/shop', '--fetch');
      assert.equal(before.exitCode, 0, before.stderr);
      const lines = before.stdout.split('\n').filter((line) => line.includes('replicas'));
      assert.match(lines.join('\n'), /replicas: 7/);
      const commit = served('eu').git('rev-parse', '--short=8', 'main');
      assert.ok(lines.join('\n').includes(commit), before.stdout);
      const one = await blameIn(fleet, `${url}/eu.git/deploy/shop`, `${url}/eu.git/${WEB}:1`);
      assert.equal(one.exitCode, 0, one.stderr);
      assert.match(one.stdout, /packages\/shop\/web\.yaml/);
      const local = await blameIn(fleet, 'own/shop', 'web.yaml');
      assert.doesNotMatch(local.stdout, /replicas: 7/);
    }));

  it('diff compares two, in one or two git repositories', () =>
    inEditedFleet(async ({ fleet, url }) => {
      const two = await diffIn(fleet.folder, 'us/shop', 'eu/shop', '--fetch', '--report', 'json');
      assert.equal(two.exitCode, 0, two.stderr);
      const { left, right, differences } = JSON.parse(two.stdout) as Record<string, unknown>;
      assert.deepEqual(
        [left, right],
        ['us', 'eu'].map((name) => `${url}/${name}.git/deploy/shop`),
      );
      assert.match(JSON.stringify(differences), /"field":"spec\.replicas".*"by":"person"/);
      const own = await diffIn(fleet.folder, 'own/shop', 'eu/shop');
      assert.match(own.stdout, /spec\.replicas/);
      assert.equal((await diffIn(fleet.folder, 'eu/shop', 'eu/shop')).stdout, '');
      const revisions = await diffIn(fleet.folder, 'HEAD~1..HEAD');
      assert.match(revisions.stderr, /\[warning\].*compares only the git repository of the fleet: .*eu\.git/);
      const earlier = await diffIn(fleet.folder, 'own/shop', 'eu/shop@HEAD');
      assert.equal(earlier.exitCode, 1);
      assert.match(
        earlier.stderr,
        /"eu\/shop@HEAD": `@REVISION` must be for a variant in the git repository of the fleet/,
      );
      const tree = fleet.git('hash-object', '-t', 'tree', '-w', '/dev/null').trim();
      fleet.git('tag', 'empty', fleet.git('commit-tree', '-m', 'empty', tree).trim());
      assert.match(
        (await diffIn(fleet.folder, 'eu/shop@empty', 'us/shop')).stderr,
        /"eu\/shop@empty": `@REVISION` must be for a variant in the git repository of the fleet/,
      );
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
