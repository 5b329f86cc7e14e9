import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { inMemoryFleet, packageVariant, repository, web } from '../../support/fleet.ts';
import { kptfile } from '../run-support.ts';

function requests(count: number, revision: string): string {
  const all = Array.from({ length: count }, (_, index) =>
    packageVariant(`shop-${index}`, `packages/shop@${revision}`, `clusters/c${index}`),
  );
  return [repository('packages', 'packages'), repository('clusters', 'clusters'), ...all].join('---\n');
}

const SHOP = { 'packages/shop/Kptfile': kptfile('shop'), 'packages/shop/web.yaml': web(1, 'web:1') };

describe('a fleet in memory', () => {
  it('is planned and applied by the commands', () =>
    inMemoryFleet({ ...SHOP, 'variants.yaml': requests(2, 'v1') }, async ({ fleet, run }) => {
      const planned = await run('plan');
      assert.deepEqual(
        planned.variants.map(({ action }) => action),
        ['create', 'create'],
      );
      assert.equal(fleet.has('clusters/c0/web.yaml'), false);
      assert.equal((await run('apply')).exitCode, 0);
      assert.equal(fleet.read('clusters/c1/web.yaml'), web(1, 'web:1'));
      assert.deepEqual(
        (await run('plan')).variants.map(({ action }) => action),
        ['unchanged', 'unchanged'],
      );
    }));

  it('keeps the edits of people in an upgrade, and leaves a variant with a conflict', () =>
    inMemoryFleet({ ...SHOP, 'variants.yaml': requests(3, 'v1') }, async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({
        'clusters/c0/web.yaml': web(5, 'web:1'),
        'clusters/c1/web.yaml': web(1, 'web:own'),
        'packages/shop/web.yaml': web(1, 'web:2'),
        'variants.yaml': requests(3, 'v2'),
      });
      fleet.tag('v2');
      const { variants } = await run('apply');
      assert.deepEqual(
        variants.map(({ action }) => action),
        ['update', 'conflict', 'update'],
      );
      assert.equal(fleet.read('clusters/c0/web.yaml'), web(5, 'web:2'));
      assert.equal(fleet.read('clusters/c1/web.yaml'), web(1, 'web:own'));
      assert.equal(fleet.read('clusters/c2/web.yaml'), web(1, 'web:2'));
    }));

  it('of 1,000 variants that have not changed is planned from ids alone', () =>
    inMemoryFleet({ ...SHOP, 'variants.yaml': requests(1000, 'v1') }, async ({ run }) => {
      await run('apply');
      const start = process.cpuUsage();
      const { variants } = await run('plan');
      const { user, system } = process.cpuUsage(start);
      if (process.env['SHOW_TIMES'] !== undefined) console.log(`${(user + system) / 1000} ms of CPU for 1,000 plans`);
      assert.ok(variants.every(({ action }) => action === 'unchanged'));
    }));

  it('needs no folder on the disk', () =>
    inMemoryFleet({}, ({ fleet }) => {
      if (process.env['REAL_GIT'] !== '1') assert.throws(() => readdirSync(fleet.folder), /ENOTDIR/);
    }));
});
