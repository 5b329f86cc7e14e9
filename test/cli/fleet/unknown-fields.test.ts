import assert from 'node:assert/strict';
import { lockText, readLock } from '../../../src/fleet/index.ts';
import { assertNames, counts, found } from '../../support/facts.ts';
import {
  type FleetSetting,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

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
function misspeltBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return (act: (setting: Setting) => Promise<void>): Promise<void> => {
    return open(FLEET, async (setting) => {
      const { fleet, run } = setting;
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({ 'packages/shop/Kptfile': `${kptfile('shop')}${FIELD}` });
      fleet.tag('bad');
      fleet.commit(asking('bad'));
      await act(setting);
    });
  };
}

const inMisspelt = misspeltBy(inMemoryFleet);

/** Leaves `eu` as an earlier version of the program did, which accepted the field. */
async function acceptBad({ fleet, run }: FleetSetting): Promise<void> {
  fleet.remove(LOCK);
  fleet.write({ [KPTFILE]: `${kptfile('eu')}${FIELD}` });
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
        const outcome = await run(action);
        assert.equal(outcome.exitCode, 1);
        assert.deepEqual(found(outcome), ['error unknown-field info.foo']);
        assertNames(outcome, 'unknown-field', '"packages/shop" at bad (', 'Kptfile', '`site`');
        assert.deepEqual(Object.fromEntries(outcome.variants.map((row) => [row.folder, row.action])), {
          'clusters/eu': 'error',
          'clusters/new': 'create',
          'clusters/us': 'unchanged',
        });
      }
      assert.deepEqual([fleet.read(LOCK), fleet.read(KPTFILE)], [before, kptfile('eu')]);
      assert.equal(fleet.read('clusters/new/Kptfile'), kptfile('new'));
    }));

  it('fail a variant whose folder has them, if its Kptfile is written', () =>
    inMisspelt(async ({ fleet, run }) => {
      fleet.commit({ 'packages/shop/Kptfile': `${kptfile('shop')}info: {site: x}\n` });
      fleet.tag('v2');
      fleet.commit({ ...asking('v2'), [KPTFILE]: `${kptfile('eu')}inventory: {foo: x}\n` });
      const outcome = await run('apply');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error unknown-field clusters/eu/Kptfile inventory.foo']);
      assert.deepEqual(counts(outcome), { error: 1, unchanged: 1 });
    }));

  it('of the version in use do not keep a variant from the next one, which warns', () =>
    inMisspelt(async (setting) => {
      const { fleet, run } = setting;
      await acceptBad(setting);
      fleet.commit({ 'clusters/eu/web.yaml': web(5) });
      fleet.commit({ 'packages/shop/Kptfile': kptfile('shop'), 'packages/shop/web.yaml': web(2, 'web:2') });
      fleet.tag('v2');
      fleet.commit(asking('v2'));
      const outcome = await run('apply');
      assert.equal(outcome.exitCode, 0, outcome.stderr);
      assert.deepEqual(found(outcome), ['warning unknown-field clusters/eu']);
      assertNames(outcome, 'unknown-field', '`info.foo` of Kptfile');
      assert.deepEqual([fleet.read(KPTFILE), fleet.read('clusters/eu/web.yaml')], [kptfile('eu'), web(5, 'web:2')]);
      assert.deepEqual(found(await run('plan')), []);
    }));

  it('of an earlier version do not prevent a rollback to it, which warns', () =>
    inMisspelt(async (setting) => {
      const { fleet, run } = setting;
      await acceptBad(setting);
      fleet.commit({ 'packages/shop/Kptfile': kptfile('shop') });
      fleet.tag('v2');
      fleet.commit(asking('v2'));
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      const outcome = await run('rollback', 'eu');
      assert.equal(outcome.exitCode, 0, outcome.stderr);
      assert.deepEqual(found(outcome), ['warning unknown-field clusters/eu/Kptfile info.foo']);
      assert.equal(fleet.read(KPTFILE), `${kptfile('eu')}${FIELD}`);
    }));
});
