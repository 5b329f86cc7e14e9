import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Ended } from '../support/child.ts';
import { kptfile, readFiles, type Files } from '../cli/run-support.ts';
import { inFleet, packageVariant, repository, web, type GitFleet } from '../support/fleet.ts';
import { describeKpts, needTools, runKpt } from '../support/kpt.ts';

const SHOP = 'clusters/eu/shop';

/** Returns a fleet whose Repository of upstream packages has a URL, which is that of the repository itself. */
function filesOf(url: string): Files {
  return {
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/web.yaml': web(1),
    'packages/shop/inner/Kptfile': kptfile('inner'),
    'packages/shop/inner/web.yaml': web(1, 'web:1', 'inner'),
    'variants/all.yaml': [
      repository('blueprints', 'packages', `  annotations: {krm-variants.dev/url: "${url}"}\n`),
      repository('eu', 'clusters/eu'),
      packageVariant('eu-shop', 'blueprints/shop@v1', 'eu/shop', '  packageContext: {data: {tier: gold}}\n'),
    ].join('---\n'),
  };
}

/** Passes a fleet with a committed variant, and kpt for its folder, to a test. */
function inApplied(act: (setting: GitFleet, kpt: (...args: readonly string[]) => Ended) => Promise<void>) {
  return inFleet({}, async (setting) => {
    const { fleet, run } = setting;
    fleet.commit(filesOf(`file://${fleet.folder}/`));
    fleet.git('tag', '--force', 'v1');
    const { exitCode, stderr } = await run('apply');
    assert.equal(exitCode, 0, stderr);
    fleet.commit({});
    const env = { HOME: join(fleet.folder, '..'), KPT_CACHE_DIR: join(fleet.folder, '../kpt-cache') };
    const folder = join(fleet.folder, SHOP);
    await act(setting, (...args) => {
      const ended = runKpt(args, env, folder);
      assert.equal(ended.exitCode, 0, ended.stderr);
      return ended;
    });
  });
}

describeKpts('variants of a fleet and kpt', function () {
  before(function () {
    needTools(this, 'git', 'kpt');
  });

  it('are packages that kpt lists and renders, without a change', () =>
    inApplied(async ({ fleet, run }, kpt) => {
      const { stdout } = kpt('pkg', 'tree');
      assert.match(stdout, /Package "shop"[^]*\[web\.yaml\] {2}Deployment web[^]*Package "inner"/);
      const before = readFiles(join(fleet.folder, SHOP));
      kpt('fn', 'render');
      const after = readFiles(join(fleet.folder, SHOP));
      assert.deepEqual({ ...after, Kptfile: '' }, { ...before, Kptfile: '' });
      const { exitCode, stderr } = await run('plan', '--check');
      assert.equal(exitCode, 0, stderr);
    }));

  it('are updated by kpt to another version, which apply then reports', () =>
    inApplied(async ({ fleet, run }, kpt) => {
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      fleet.git('tag', 'v2');
      kpt('pkg', 'update', '@v2');
      assert.match(fleet.read(`${SHOP}/web.yaml`), /image: web:2/);
      const updated = readFiles(join(fleet.folder, SHOP));
      const { exitCode, stderr } = await run('apply');
      assert.equal(exitCode, 1, stderr);
      assert.match(stderr, /clusters\/eu\/shop\/Kptfile.*upstream/);
      assert.deepEqual(readFiles(join(fleet.folder, SHOP)), updated);
      fleet.git('restore', '--', 'clusters');
      fleet.commit({ 'variants/all.yaml': fleet.read('variants/all.yaml').replace('revision: v1', 'revision: v2') });
      assert.equal((await run('apply')).exitCode, 0);
      assert.equal(fleet.read(`${SHOP}/web.yaml`), web(1, 'web:2'));
    }));

  it('get the upstream and the lock that kpt itself writes', () =>
    inApplied(async ({ fleet }, kpt) => {
      const [, own = ''] = /^(upstream:\n[^]*?)^(?!upstream|\s)/m.exec(`${fleet.read(`${SHOP}/Kptfile`)}end`) ?? [];
      const copy = join(fleet.folder, '../copy');
      kpt('pkg', 'get', `file://${fleet.folder}/.git/packages/shop@v1`, copy);
      const [, theirs = ''] =
        /^(upstream:\n[^]*?)^(?!upstream|\s)/m.exec(`${readFiles(copy)['Kptfile'] ?? ''}end`) ?? [];
      assert.equal(own, theirs);
    }));
});
