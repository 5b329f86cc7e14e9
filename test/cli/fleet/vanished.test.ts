import assert from 'node:assert/strict';
import { assertNames, counts, found } from '../../support/facts.ts';
import {
  fleetArguments,
  type FleetSetting,
  type InFleet,
  inFleet,
  inMemoryFleet,
  repository,
  web,
} from '../../support/fleet.ts';
import { tableIn } from '../../support/page-fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

const CLUSTERS = ['bergen', 'lima', 'oslo', 'quito'];

const SET = `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: shop}
spec:
  upstream: {repo: blueprints, package: shop, revision: v1}
  targets:
    - repositorySelector: {matchLabels: {wave: one}}
`;

const PLACES = CLUSTERS.map((name) => repository(name, `clusters/${name}`, '  labels: {wave: one}\n')).join('---\n');

/** Warning of the set once no Repository has its labels. */
const NO_TARGET = 'warning rule-unmatched variants/shop.yaml spec.targets[0]';

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'variants/blueprints.yaml': repository('blueprints', 'packages'),
  'variants/clusters.yaml': PLACES,
  'variants/shop.yaml': SET,
};

/** Passes a fleet to a test whose variants were applied, and whose inputs have changed since. */
function changedFleetBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return (edits: Files, test: (setting: Setting) => Promise<void>): Promise<void> => {
    return open(FLEET, async (setting) => {
      const { fleet, run } = setting;
      const { stderr, exitCode } = await run('apply');
      assert.equal(exitCode, 0, stderr);
      fleet.commit({});
      if (Object.keys(edits).length > 0) fleet.commit(edits);
      await test(setting);
    });
  };
}

const inChangedFleet = changedFleetBy(inMemoryFleet);
const inGitChangedFleet = changedFleetBy(inFleet);

describe('a fleet whose variants are gone by mistake', () => {
  before(function () {
    needTools(this, 'git');
  });

  const misspelt: readonly (readonly [
    name: string,
    edits: Files,
    place: string,
    number: number,
    suggested: string,
    warnings: readonly string[],
  ])[] = [
    [
      'the kind of all Repositories',
      { 'variants/clusters.yaml': PLACES.replaceAll('kind: Repository', 'kind: Repositroy') },
      'variants/clusters.yaml kind',
      4,
      '"Repository"',
      [NO_TARGET],
    ],
    [
      'the case of the kind of a set',
      { 'variants/shop.yaml': SET.replace('PackageVariantSet', 'PackageVariantset') },
      'variants/shop.yaml kind',
      1,
      '"PackageVariantSet"',
      [],
    ],
    [
      'the kind of a PackageVariant in a list',
      {
        'variants/more.yaml':
          'apiVersion: v1\nkind: List\nitems:\n- apiVersion: config.porch.kpt.dev/v1alpha1\n  kind: PackageVarint\n  metadata: {name: x}\n',
      },
      'variants/more.yaml kind',
      1,
      '"PackageVariant"',
      ['warning unknown-kind variants/more.yaml kind'],
    ],
    [
      'the group of all Repositories',
      { 'variants/clusters.yaml': PLACES.replaceAll('config.porch.kpt.dev', 'config.proch.kpt.dev') },
      'variants/clusters.yaml apiVersion',
      4,
      '"config.porch.kpt.dev/v1alpha1"',
      [NO_TARGET],
    ],
    [
      'the version of all Repositories',
      { 'variants/clusters.yaml': PLACES.replaceAll('v1alpha1', 'v1alpha3') },
      'variants/clusters.yaml apiVersion',
      4,
      '"config.porch.kpt.dev/v1alpha1"',
      [NO_TARGET],
    ],
  ];
  for (const [name, edits, place, number, suggested, warnings] of misspelt)
    it(`refuses to plan, apply and prune, and shows as an error, if ${name} is misspelt`, () =>
      inChangedFleet(edits, async ({ fleet, run }) => {
        for (const args of [['plan'], ['apply'], ['prune', '--yes', '--all'], ['status']] as const) {
          const [action, ...rest] = args;
          const outcome = await run(action, ...rest);
          const errors = Array<string>(number).fill(`error unknown-kind ${place}`);
          // A status reads on.
          assert.deepEqual(found(outcome), [...errors, ...(action === 'status' ? warnings : [])], action);
          assertNames(outcome, 'unknown-kind', suggested, '.krmignore');
          assert.equal(outcome.exitCode, 1);
          assert.equal(counts(outcome).gone, undefined);
          assert.doesNotMatch(outcome.stdout, /gone/i);
        }
        assert.deepEqual(fleet.uncommitted(), []);
      }));

  it('leaves kinds of others alone, such as the Repository of another group', () =>
    inChangedFleet(
      {
        'variants/others.yaml': [
          'apiVersion: infra.nephio.org/v1alpha1\nkind: Repository\nmetadata: {name: bergen}\n',
          'apiVersion: config.porch.kpt.dev/v1alpha1\nkind: Function\nmetadata: {name: f}\n',
        ].join('---\n'),
        '.krmignore': 'ignored.yaml\n',
        'ignored.yaml': PLACES.replaceAll('kind: Repository', 'kind: Repositroy'),
      },
      async ({ run }) => {
        const { stderr, exitCode } = await run('plan', '--check', '--strict');
        assert.equal(exitCode, 0, stderr);
      },
    ));

  const gone = CLUSTERS.map((name) => `warning variant-gone .krm-variants/lock/clusters/${name}/shop.lock`);
  const lost: readonly (readonly [
    name: string,
    warnings: readonly string[],
    change: (setting: FleetSetting) => void,
  ])[] = [
    [
      'the selector of the set matches nothing',
      [NO_TARGET],
      ({ fleet }) => fleet.commit({ 'variants/shop.yaml': SET.replace('wave: one', 'wave: won') }),
    ],
    ['the file of the set was renamed', [], ({ fleet }) => fleet.move('variants/shop.yaml', 'variants/shop.txt')],
  ];
  for (const [name, warnings, change] of lost)
    it(`fails plan --check, status and apply if ${name}`, () =>
      inGitChangedFleet({}, async (setting) => {
        const { fleet, run } = setting;
        change(setting);
        const before = fleet.git('status', '--porcelain');
        const planned = await run('plan', '--check');
        assert.deepEqual(counts(planned), { gone: 4 });
        assert.equal(planned.exitCode, 4);
        assert.equal((await run('plan')).exitCode, 0);
        for (const action of ['status', 'apply'] as const) {
          const outcome = await run(action);
          assert.equal(outcome.exitCode, 1);
          assert.deepEqual(counts(outcome), { gone: 4 });
          assert.deepEqual(found(outcome), [`error variant-gone ${fleet.folder}`, ...gone, ...warnings]);
          assertNames(outcome, 'variant-gone', '(4)', '`krm-variants fleet prune --yes --all`');
        }
        const pruned = await run('prune', '--yes');
        assert.equal(pruned.exitCode, 1);
        assert.deepEqual(found(pruned), ['error consent-needed', ...warnings]);
        assertNames(pruned, 'consent-needed', '4 of 4 variants', '`--yes --all`');
        assert.equal(fleet.git('status', '--porcelain'), before);
        assert.equal((await run('prune', '--check')).exitCode, 4);
        if (fleet.git('status', '--porcelain') !== '') fleet.commit({});
        const all = await run('prune', '--yes', '--all');
        assert.equal(all.exitCode, 0, all.stderr);
        assert.equal(fleet.has('clusters'), false);
      }));

  it('counts a variant that is gone as a change for --check, and applies the others', () =>
    inChangedFleet({ 'variants/clusters.yaml': PLACES.replace('wave: one', 'wave: two') }, async ({ run }) => {
      const outcome = await run('plan', '--check');
      assert.deepEqual(counts(outcome), { unchanged: 3, gone: 1 });
      assert.equal(outcome.exitCode, 4);
      assert.equal((await run('apply', '--check')).exitCode, 4);
      assert.equal((await run('apply')).exitCode, 0);
      assert.equal((await run('status')).exitCode, 0);
      assert.equal((await run('plan', '--check', '--strict')).exitCode, 1);
      assert.equal((await run('prune', '--yes')).exitCode, 0);
      assert.equal((await run('plan', '--check')).exitCode, 0);
    }));

  it('refuses --all without --yes', () =>
    assert.throws(() => fleetArguments('prune', ['--all']), /`--all` requires `--yes`/));

  it('fails drift and table in a folder without a fleet', () =>
    inMemoryFleet({ 'packages/shop/Kptfile': kptfile('shop') }, async ({ fleet, drift }) => {
      for (const args of [[], ['--check']]) {
        const outcome = await drift(...args);
        assert.deepEqual(found(outcome), [`error empty-input ${fleet.folder}`]);
        assert.equal(outcome.exitCode, 1);
      }
      const table = await tableIn(fleet, 'Deployment/web:spec.replicas');
      assert.deepEqual(found(table), [`error empty-input ${fleet.folder}`]);
      assert.equal(table.exitCode, 1);
    }));
});
