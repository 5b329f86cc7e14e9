import assert from 'node:assert/strict';
import { MemoryFleet } from '../../support/memory-fleet.ts';
import { packageVariant, web } from '../../support/fleet.ts';
import { kptfile } from '../run-support.ts';

const VERSIONS = {
  v1: { Kptfile: kptfile('shop'), 'web.yaml': web(1, 'web:1') },
  v2: { Kptfile: kptfile('shop'), 'web.yaml': web(1, 'web:2') },
};

function requests(count: number, revision: string): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    packageVariant(`shop-${index}`, `packages/shop@${revision}`, `clusters/c${index}`),
  );
}

describe('a fleet in memory', () => {
  it('is planned and applied without git and without a disk', async () => {
    const fleet = new MemoryFleet(VERSIONS, requests(2, 'v1'));
    const [first] = await fleet.apply();
    assert.deepEqual(first?.files.map(({ path }) => path).toSorted(), ['Kptfile', 'package-context.yaml', 'web.yaml']);
    assert.equal(fleet.lockOf('clusters/c1').kind, 'valid');
    const [again] = await fleet.plan();
    assert.deepEqual([again?.files.length, again?.lock], [0, undefined]);
  });

  it('keeps the edits of people in an upgrade, and leaves a variant with a conflict', async () => {
    const fleet = new MemoryFleet(VERSIONS, requests(3, 'v1'));
    await fleet.apply();
    fleet.tree.set('clusters/c0/web.yaml', web(5, 'web:1'));
    fleet.tree.set('clusters/c1/web.yaml', web(1, 'web:own'));
    const upgraded = fleet.asking(requests(3, 'v2'));
    const plans = await upgraded.apply();
    assert.deepEqual(
      plans.map(({ conflicts }) => conflicts.length),
      [0, 1, 0],
    );
    assert.ok(fleet.hasText('clusters/c0/web.yaml', web(5, 'web:2')));
    assert.ok(fleet.hasText('clusters/c1/web.yaml', web(1, 'web:own')));
    assert.ok(fleet.hasText('clusters/c2/web.yaml', web(1, 'web:2')));
  });

  it('of 1,000 variants that have not changed is planned from ids alone', async () => {
    const fleet = new MemoryFleet(VERSIONS, requests(1000, 'v1'));
    await fleet.apply();
    const start = process.cpuUsage();
    const plans = await fleet.plan();
    const { user, system } = process.cpuUsage(start);
    if (process.env['SHOW_TIMES'] !== undefined) console.log(`${(user + system) / 1000} ms of CPU for 1,000 plans`);
    assert.ok(plans.every(({ files, lock }) => files.length === 0 && lock === undefined));
  });
});
