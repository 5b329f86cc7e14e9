import assert from 'node:assert/strict';
import { assertNames, counts, found } from '../../support/facts.ts';
import { type FleetSetting, inFleet, inMemoryFleet, packageVariant, repository } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

const SHOP = 'clusters/eu/shop';

/** References in the order in which they are tried for the revision v9 of the package packages/shop. */
const REFS = ['tags/packages/shop/v9', 'tags/packages/v9', 'tags/v9', 'tags/shop/v9', 'heads/v9'] as const;

function fleetOf(revision: string): Files {
  return {
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/a.yaml': configMap('start'),
    'fleet/variants.yaml': [
      repository('blueprints', 'packages'),
      repository('eu', 'clusters/eu'),
      packageVariant('eu-shop', `blueprints/shop@${revision}`, 'eu/shop'),
    ].join('---\n'),
  };
}

/** Makes each reference a commit whose package has a file with its name. */
function makeRefs({ fleet }: FleetSetting, refs: readonly string[]): void {
  for (const ref of refs) {
    fleet.commit({ 'packages/shop/a.yaml': configMap(ref.replaceAll('/', '-')) });
    fleet.setRef(ref);
  }
}

describe('the revision of an upstream', () => {
  before(function () {
    needTools(this, 'git');
  });

  for (const [index, first] of REFS.entries())
    it(`is ${first} if there is no earlier one of ${REFS.join(', ')}`, () =>
      inMemoryFleet(fleetOf('v9'), async (setting) => {
        makeRefs(setting, REFS.slice(index).toReversed());
        const { stderr, exitCode } = await setting.run('apply');
        assert.equal(exitCode, 0, stderr);
        assert.match(setting.fleet.read(`${SHOP}/a.yaml`), new RegExp(`name: ${first.replaceAll('/', '-')}$`, 'm'));
      }));

  for (const asked of ['9', 'v9'])
    it(`is the tag v9 for ${asked}`, () =>
      inMemoryFleet(fleetOf(asked), async (setting) => {
        makeRefs(setting, ['tags/packages/shop/v9']);
        const { variants } = await setting.run('plan');
        const commit = setting.fleet.commitOf('packages/shop/v9').slice(0, 12);
        assert.deepEqual(
          variants.map(({ action, folder, to }) => [action, folder, to]),
          [['create', SHOP, `v9 (${commit})`]],
        );
      }));

  const pairs: readonly (readonly [first: string, second: string])[] = [
    ['packages/shop/v9', 'packages/v9'],
    ['packages/shop/v9', 'v9'],
    ['packages/v9', 'v9'],
    ['packages/shop/v9', 'shop/v9'],
    ['v9', 'shop/v9'],
  ];
  for (const [first, second] of pairs)
    it(`is ${first}, with a warning that ${second} is another commit`, () =>
      inMemoryFleet(fleetOf('v9'), async (setting) => {
        makeRefs(setting, [`tags/${first}`, `tags/${second}`]);
        const outcome = await setting.run('plan');
        assert.equal(outcome.exitCode, 0);
        assert.deepEqual(found(outcome), ['warning ambiguous-name']);
        assertNames(outcome, 'ambiguous-name', `"v9" is tag ${first} `, `tag ${second} `);
        assert.equal((await setting.run('plan', '--strict')).exitCode, 1);
      }));

  it('has no warning for tags and branches of one commit', () =>
    inMemoryFleet(fleetOf('v9'), async (setting) => {
      makeRefs(setting, ['tags/v9']);
      for (const tag of ['packages/shop/v9', 'packages/v9', 'shop/v9']) setting.fleet.tag(tag);
      setting.fleet.setRef('heads/v9');
      assert.deepEqual(found(await setting.run('plan')), []);
    }));

  it('is a branch, whose new commits are followed', () =>
    inFleet(fleetOf('next'), async (setting) => {
      const { fleet, run } = setting;
      fleet.git('branch', 'next');
      await run('apply');
      fleet.commit({});
      fleet.branch('work', { 'packages/shop/a.yaml': configMap('later') }, 'next');
      fleet.git('branch', '--force', 'next', 'work');
      fleet.git('checkout', '--quiet', 'main');
      assert.deepEqual(counts(await run('apply')), { update: 1 });
      assert.match(fleet.read(`${SHOP}/a.yaml`), /name: later/);
    }));

  it('is a complete commit id', () =>
    inMemoryFleet(fleetOf('v9'), async ({ fleet, run }) => {
      const commit = fleet.commitOf();
      fleet.commit({ 'packages/shop/a.yaml': configMap('later') });
      fleet.commit({ 'fleet/variants.yaml': fleet.read('fleet/variants.yaml').replace('v9', `"${commit}"`) });
      const { exitCode, stderr } = await run('apply');
      assert.equal(exitCode, 0, stderr);
      assert.match(fleet.read(`${SHOP}/a.yaml`), /name: start/);
    }));
});
