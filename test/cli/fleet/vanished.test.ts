import assert from 'node:assert/strict';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { driftIn, fleetArguments, inFleet, repository, web, type FleetSetting } from '../../support/fleet.ts';
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

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'variants/blueprints.yaml': repository('blueprints', 'packages'),
  'variants/clusters.yaml': PLACES,
  'variants/shop.yaml': SET,
};

/** Passes a fleet to a test whose variants were applied, and whose inputs have changed since. */
function inChangedFleet(edits: Files, test: (setting: FleetSetting) => Promise<void>): Promise<void> {
  return inFleet(FLEET, async (setting) => {
    const { fleet, run } = setting;
    const { stderr, exitCode } = await run('apply');
    assert.equal(exitCode, 0, stderr);
    fleet.commit({});
    if (Object.keys(edits).length > 0) fleet.commit(edits);
    await test(setting);
  });
}

describe('a fleet whose variants are gone by mistake', () => {
  before(function () {
    needTools(this, 'git');
  });

  const misspelt: readonly (readonly [name: string, edits: Files, want: RegExp])[] = [
    [
      'the kind of all Repositories',
      { 'variants/clusters.yaml': PLACES.replaceAll('kind: Repository', 'kind: Repositroy') },
      /^\[error\] variants\/clusters\.yaml:2:7 config\.porch\.kpt\.dev\/v1alpha1\/Repositroy\/bergen kind: unknown kind in this API group; did you mean "Repository"\?/m,
    ],
    [
      'the case of the kind of a set',
      { 'variants/shop.yaml': SET.replace('PackageVariantSet', 'PackageVariantset') },
      /^\[error\] variants\/shop\.yaml.* kind: unknown kind in this API group; did you mean "PackageVariantSet"\?/m,
    ],
    [
      'the kind of a PackageVariant in a list',
      {
        'variants/more.yaml':
          'apiVersion: v1\nkind: List\nitems:\n- apiVersion: config.porch.kpt.dev/v1alpha1\n  kind: PackageVarint\n  metadata: {name: x}\n',
      },
      /^\[error\] variants\/more\.yaml.* kind: unknown kind in this API group; did you mean "PackageVariant"\?/m,
    ],
    [
      'the group of all Repositories',
      { 'variants/clusters.yaml': PLACES.replaceAll('config.porch.kpt.dev', 'config.proch.kpt.dev') },
      /^\[error\] variants\/clusters\.yaml.* apiVersion: unknown API version of this kind; did you mean "config\.porch\.kpt\.dev\/v1alpha1"\?/m,
    ],
    [
      'the version of all Repositories',
      { 'variants/clusters.yaml': PLACES.replaceAll('v1alpha1', 'v1alpha3') },
      /^\[error\] variants\/clusters\.yaml.* apiVersion: unknown API version of this kind; did you mean "config\.porch\.kpt\.dev\/v1alpha1"\?/m,
    ],
  ];
  for (const [name, edits, want] of misspelt)
    it(`refuses to plan, apply and prune, and shows as an error, if ${name} is misspelt`, () =>
      inChangedFleet(edits, async ({ fleet, run }) => {
        for (const args of [['plan'], ['apply'], ['prune', '--yes', '--all'], ['status']] as const) {
          const [action, ...rest] = args;
          const { stdout, stderr, exitCode } = await run(action, ...rest);
          assert.match(stderr, want, action);
          assert.match(stderr, /if the file is not for the fleet, name it in \.krmignore/);
          assert.equal(exitCode, 1);
          assert.doesNotMatch(stdout, /gone/i);
        }
        assert.equal(fleet.git('status', '--porcelain'), '');
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

  const lost: readonly (readonly [name: string, change: (setting: FleetSetting) => void])[] = [
    [
      'the selector of the set matches nothing',
      ({ fleet }) => fleet.commit({ 'variants/shop.yaml': SET.replace('wave: one', 'wave: won') }),
    ],
    [
      'the file of the set was renamed',
      ({ fleet }) => renameSync(join(fleet.folder, 'variants/shop.yaml'), join(fleet.folder, 'variants/shop.txt')),
    ],
  ];
  for (const [name, change] of lost)
    it(`fails plan --check, status and apply if ${name}`, () =>
      inChangedFleet({}, async (setting) => {
        const { fleet, run } = setting;
        change(setting);
        const before = fleet.git('status', '--porcelain');
        const planned = await run('plan', '--check');
        assert.match(planned.stderr, /^4 gone: no file would change/m);
        assert.equal(planned.exitCode, 4);
        assert.equal((await run('plan')).exitCode, 0);
        for (const action of ['status', 'apply'] as const) {
          const { stdout, stderr, exitCode } = await run(action);
          assert.equal(exitCode, 1);
          assert.match(stdout, /gone/i);
          assert.match(
            stderr,
            /must ask for a variant, but all that have a lock are gone \(4\): look for a selector that matches nothing, .*`krm-variants fleet prune --yes --all`/,
          );
        }
        const pruned = await run('prune', '--yes');
        assert.equal(pruned.exitCode, 1);
        assert.match(
          pruned.stderr,
          /prune would remove 4 of 4 variants, which is more than half, so that a file of the fleet may be missing or misspelt: .* pass `--yes --all`/,
        );
        assert.equal(fleet.git('status', '--porcelain'), before);
        assert.equal((await run('prune', '--check')).exitCode, 4);
        if (fleet.git('status', '--porcelain') !== '') fleet.commit({});
        const all = await run('prune', '--yes', '--all');
        assert.equal(all.exitCode, 0, all.stderr);
        assert.equal(existsSync(join(fleet.folder, 'clusters')), false);
      }));

  it('counts a variant that is gone as a change for --check, and applies the others', () =>
    inChangedFleet({ 'variants/clusters.yaml': PLACES.replace('wave: one', 'wave: two') }, async ({ run }) => {
      const { stderr, exitCode } = await run('plan', '--check');
      assert.match(stderr, /^3 unchanged, 1 gone: no file would change/m);
      assert.equal(exitCode, 4);
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
    inFleet({ 'packages/shop/Kptfile': kptfile('shop') }, async ({ fleet }) => {
      const drift = await driftIn(fleet.folder);
      for (const args of [[], ['--check']]) {
        const { stderr, exitCode } = await drift(...args);
        assert.match(stderr, /must have a PackageVariant or a PackageVariantSet/);
        assert.equal(exitCode, 1);
      }
      const table = await tableIn(fleet.folder, 'Deployment/web:spec.replicas');
      assert.match(table.stderr, /must have a PackageVariant or a PackageVariantSet/);
      assert.equal(table.exitCode, 1);
    }));
});
