import assert from 'node:assert/strict';
import { assertNames, found, withCode } from '../../support/facts.ts';
import { inMemoryFleet, repository } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

function setOf(upstream: string, template = ''): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: shop}
spec:
  upstream: {repo: blueprints, package: shop${upstream}}
  targets:
    - repositories: [{name: eu}]
${template}`;
}

function fleetOf(set: string, more: Files = {}): Files {
  return {
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/a.yaml': configMap('a'),
    'fleet/repositories.yaml': [repository('blueprints', 'packages'), repository('eu', 'clusters/eu')].join('---\n'),
    'fleet/set.yaml': set,
    ...more,
  };
}

const REVISION = `apiVersion: porch.kpt.dev/v1alpha1
kind: PackageRevision
metadata:
  name: blueprints.shop.v1
  labels: {tier: gold}
spec: {repository: blueprints, packageName: shop, workspaceName: v1, revision: 1, lifecycle: Published}
`;

const LABELLED = `      template:
        packageContext:
          dataExprs: [{key: tier, valueExpr: "upstream.labels['tier']"}]
`;

describe('the upstream of a PackageVariantSet in a fleet', () => {
  before(function () {
    needTools(this, 'git');
  });

  const upstreams: readonly (readonly [name: string, upstream: string, version: string])[] = [
    ['a tag', ', revision: v1', 'v1'],
    ['a workspace', ', workspaceName: main', 'main'],
    ['the work tree, with revision -1', ', revision: -1', 'work tree'],
  ];
  for (const [name, upstream, version] of upstreams)
    it(`is ${name}`, () =>
      inMemoryFleet(fleetOf(setOf(upstream)), async ({ run }) => {
        const { variants, stderr, exitCode } = await run('plan');
        assert.equal(exitCode, 0, stderr);
        assert.deepEqual(
          variants.map(({ action, folder, to = '' }) => [action, folder, to.replace(/ \([\da-f]{12}\)$/, ' ()')]),
          [['create', 'clusters/eu/shop', `${version} ()`]],
        );
      }));

  it('is named once, with the set and its file, if no variant can have it', () => {
    const set = setOf(', revision: v9').replace('[{name: eu}]', '[{name: eu}, {name: us}]');
    const files = { 'fleet/us.yaml': repository('us', 'clusters/us') };
    return inMemoryFleet(fleetOf(set, files), async ({ run }) => {
      const outcome = await run('plan');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(
        outcome.variants.map(({ action, folder }) => [action, folder]),
        [
          ['error', 'clusters/eu/shop'],
          ['error', 'clusters/us/shop'],
        ],
      );
      assert.deepEqual(found(outcome), ['error revision-not-found', 'error revision-not-found']);
      assertNames(outcome, 'revision-not-found', 'PackageVariantSet "shop" in fleet/set.yaml', '"v9"');
      assert.match(outcome.stderr, /^\[error\].*"v9".*\b2 variants\b/m);
      assert.equal(outcome.stderr.match(/v9/g)?.length, 1);
    });
  });

  it('must name a revision or a workspace, as in Porch', () =>
    inMemoryFleet(fleetOf(setOf('')), async ({ run }) => {
      const outcome = await run('plan');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error invalid-value fleet/set.yaml spec.upstream']);
      // Porch's own words.
      const [{ message } = { message: '' }] = withCode(outcome, 'invalid-value');
      assert.equal(message, 'either `revision` or `workspaceName` must be specified');
    }));

  it('is a variable of expressions if its PackageRevision is among the objects', () =>
    inMemoryFleet(
      fleetOf(setOf(', revision: 1', LABELLED), { 'fleet/objects/revision.yaml': REVISION }),
      async ({ fleet, run }) => {
        const { stderr, exitCode } = await run('apply');
        assert.equal(exitCode, 0, stderr);
        assert.match(fleet.read('clusters/eu/shop/package-context.yaml'), /tier: gold/);
      },
    ));

  it('is an error in expressions without its PackageRevision, which the message names', () =>
    inMemoryFleet(fleetOf(setOf(', revision: v1', LABELLED)), async ({ run }) => {
      const outcome = await run('plan');
      assert.equal(outcome.exitCode, 1);
      const field = 'spec.targets[0].template.packageContext.dataExprs[0].valueExpr';
      assert.deepEqual(found(outcome), [`error invalid-value fleet/set.yaml ${field}`]);
      assertNames(outcome, 'invalid-value', '`upstream`', 'PackageRevision');
    }));
});
