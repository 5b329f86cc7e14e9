import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockText, readLock } from '../../../src/fleet/index.ts';
import { inFleet, packageVariant, repository, web, type FleetSetting } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, writeFiles, type Files } from '../run-support.ts';

const FIELD = 'info: {foo: x}\n';
const LOCK = '.krm-variants/lock/clusters/eu.lock';
const KPTFILE = 'clusters/eu/Kptfile';

function asking(revision: string): Files {
  return { 'variants/eu.yaml': packageVariant('eu', `blueprints/shop@${revision}`, 'all/eu') };
}

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  'variants/us.yaml': packageVariant('us', 'blueprints/shop@v1', 'all/us'),
  ...asking('v1'),
};

/** Applies a fleet at `v1`, then commits the version `bad`, which has an unknown field, and asks for it in `eu`. */
function inMisspelt(act: (setting: FleetSetting) => Promise<void>): Promise<void> {
  return inFleet(FLEET, async (setting) => {
    const { fleet, run } = setting;
    assert.equal((await run('apply')).exitCode, 0);
    fleet.commit({ 'packages/shop/Kptfile': `${kptfile('shop')}${FIELD}` });
    fleet.git('tag', 'bad');
    fleet.commit(asking('bad'));
    await act(setting);
  });
}

/** Leaves `eu` as an earlier version of the program did, which accepted the field. */
async function acceptBad({ fleet, run }: FleetSetting): Promise<void> {
  rmSync(join(fleet.folder, LOCK));
  writeFiles(fleet.folder, { [KPTFILE]: `${kptfile('eu')}${FIELD}` });
  const { exitCode, stderr } = await run('adopt', 'clusters/eu');
  assert.equal(exitCode, 0, stderr);
  const read = readLock(fleet.read(LOCK));
  assert.ok(read.kind === 'valid');
  const { adopted: _, ...lock } = read.lock;
  fleet.commit({ [LOCK]: lockText(lock) });
}

describe('unknown fields of a Kptfile in a fleet', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('fail the variant whose upstream has them, and no other', () =>
    inMisspelt(async ({ fleet, run }) => {
      fleet.commit({ 'variants/new.yaml': packageVariant('new', 'blueprints/shop@v1', 'all/new') });
      const before = fleet.read(LOCK);
      for (const action of ['plan', 'apply'] as const) {
        const { exitCode, stdout, stderr } = await run(action);
        assert.equal(exitCode, 1);
        assert.match(
          stderr,
          /^\[error\].* upstream package "packages\/shop" at bad \(\S+\): Kptfile: unknown field, which kpt refuses; known fields: `site`/m,
        );
        assert.match(stderr, / info\.foo: /);
        assert.match(stdout, /^error +clusters\/eu /m);
        assert.match(stdout, /^create +clusters\/new /m);
      }
      assert.deepEqual([fleet.read(LOCK), fleet.read(KPTFILE)], [before, kptfile('eu')]);
      assert.equal(fleet.read('clusters/new/Kptfile'), kptfile('new'));
    }));

  it('fail a variant whose folder has them, if its Kptfile is written', () =>
    inMisspelt(async ({ fleet, run }) => {
      fleet.commit({ 'packages/shop/Kptfile': `${kptfile('shop')}info: {site: x}\n` });
      fleet.git('tag', 'v2');
      fleet.commit({ ...asking('v2'), [KPTFILE]: `${kptfile('eu')}inventory: {foo: x}\n` });
      const { exitCode, stderr } = await run('apply');
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /^\[error\] clusters\/eu\/Kptfile\S* \S+ inventory\.foo: unknown field, which kpt refuses;/m,
      );
    }));

  it('of the version in use do not keep a variant from the next one, which warns', () =>
    inMisspelt(async (setting) => {
      const { fleet, run } = setting;
      await acceptBad(setting);
      fleet.commit({ 'clusters/eu/web.yaml': web(5) });
      fleet.commit({ 'packages/shop/Kptfile': kptfile('shop'), 'packages/shop/web.yaml': web(2, 'web:2') });
      fleet.git('tag', 'v2');
      fleet.commit(asking('v2'));
      const { exitCode, stderr } = await run('apply');
      assert.equal(exitCode, 0, stderr);
      assert.match(
        stderr,
        /^\[warning\] clusters\/eu: the version that it came from has fields that kpt refuses, and that had no effect: `info\.foo` of Kptfile$/m,
      );
      assert.deepEqual([fleet.read(KPTFILE), fleet.read('clusters/eu/web.yaml')], [kptfile('eu'), web(5, 'web:2')]);
      assert.doesNotMatch((await run('plan')).stderr, /refuses/);
    }));

  it('of an earlier version do not prevent a rollback to it, which warns', () =>
    inMisspelt(async (setting) => {
      const { fleet, run } = setting;
      await acceptBad(setting);
      fleet.commit({ 'packages/shop/Kptfile': kptfile('shop') });
      fleet.git('tag', 'v2');
      fleet.commit(asking('v2'));
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      const { exitCode, stderr } = await run('rollback', 'eu');
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /^\[warning\] clusters\/eu\/Kptfile \S+ info\.foo: unknown field, which kpt refuses;/m);
      assert.equal(fleet.read(KPTFILE), `${kptfile('eu')}${FIELD}`);
    }));
});
