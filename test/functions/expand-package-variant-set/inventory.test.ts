import assert from 'node:assert/strict';
import { loadFunction } from '../../../scripts/functions.ts';
import { resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';
import { expand } from './expanded-variants.ts';
import { packageRevision, repository, team, variantSet } from './variant-set-items.ts';

const fn = await loadFunction('expand-package-variant-set');
const TEAM = 'apiVersion: krm-platform.bigco.com/v1, kind: Team';

describe('expand-package-variant-set: objects with the same name', () => {
  for (const [kind, targets, items] of [
    ['Repository', '[{repositorySelector: {}}]', [repository('a'), repository('b'), repository('a', '{}', '')]],
    ['Repository', '[{repositories: [{name: a}]}]', [repository('a'), repository('b'), repository('a')]],
    [
      'Repository',
      '[{repositories: [{name: b}], template: {downstream: {repo: a}}}]',
      [repository('a'), repository('b'), repository('a')],
    ],
    [
      'Repository',
      '[{repositories: [{name: b}, {name: a}, {name: a, packageNames: [x]}]}]',
      ['a', 'b', 'a'].map((name) => repository(name)),
    ],
    ['Team', `[{objectSelector: {${TEAM}}}]`, [team('a'), team('a', '{}', '')]],
    ['Team', `[{objectSelector: {${TEAM}}}, {objectSelector: {${TEAM}, packageNames: [x]}}]`, [team('a'), team('a')]],
  ] as const)
    it(`reports one error for each duplicate: ${kind}, ${targets}`, async () => {
      const { results, pairs } = await expand([variantSet({ targets }), ...items]);
      assert.deepEqual(results, [`error -: duplicate ${kind} "a": the name must be unique`]);
      assert.deepEqual(pairs, []);
    });

  it('rejects duplicates of the upstream', async () => {
    const items = [packageRevision('1', 'v1'), packageRevision('1', 'v1')];
    const { results } = await expand([variantSet({ targets: '[{repositories: [{name: r}]}]' }), ...items]);
    assert.deepEqual(results, ['error -: duplicate PackageRevision "example-repo.foo.v1": the name must be unique']);
  });

  it('accepts duplicate PackageRevisions of other packages', async () => {
    const items = [packageRevision('1', 'v1'), packageRevision('2', 'v2'), packageRevision('2', 'v2')];
    const { pairs } = await expand([variantSet({ targets: '[{repositories: [{name: r}]}]' }), ...items]);
    assert.deepEqual(pairs, ['r/foo']);
  });

  it('accepts duplicate Repositories that no target names', async () => {
    const items = [repository('a'), repository('b'), repository('a'), repository('')];
    const { pairs, results } = await expand([variantSet({ targets: '[{repositories: [{name: b}]}]' }), ...items]);
    assert.deepEqual(pairs, ['b/foo']);
    assert.deepEqual(results, ['info -: PackageVariants as configured: 1: example-b-foo']);
  });

  it('rejects duplicate keys of objects that a selector may match', async () => {
    const lost = team('a').replace('metadata:', 'spec: {}\nspec: {}\nmetadata:');
    const targets = `[{objectSelector: {${TEAM}}}, {objectSelector: {${TEAM}, packageNames: [x]}}]`;
    const list = resourceList([variantSet({ targets }), lost]);
    const { results, list: output } = await runList(fn, list);
    assert.match(results.join('\n'), /^error spec: duplicate key "spec" in lines \d+ and \d+: a key must be unique$/);
    assert.equal(output, list);
  });

  it('accepts duplicates in other namespaces, or that are not selected', async () => {
    const items = [repository('a'), repository('a', '{}', 'lab'), team('a'), team('b', '{x: z}'), team('a')];
    const targets = `[{repositorySelector: {}}, {objectSelector: {${TEAM}, matchLabels: {x: z}}, template: {downstream: {repo: a, package: q}}}]`;
    assert.deepEqual((await expand([variantSet({ targets }), ...items])).pairs, ['a/foo', 'a/q']);
  });
});

describe('expand-package-variant-set: Repositories among the items', () => {
  const listed = '[{repositories: [{name: a}, {name: b}]}]';

  it('accepts any repository if there are none', async () => {
    assert.deepEqual((await expand([variantSet({ targets: listed })])).pairs, ['a/foo', 'b/foo']);
  });

  it('requires the downstream repository if there are some in the namespace', async () => {
    const { results, pairs } = await expand([variantSet({ targets: listed }), repository('a')]);
    assert.deepEqual(results, [
      'error spec.targets[0]: Repository "b", package "foo": repository "b" could not be loaded',
    ]);
    assert.deepEqual(pairs, []);
  });

  it('ignores Repositories in another namespace', async () => {
    const { pairs } = await expand([variantSet({ targets: listed }), repository('c', '{}', 'lab')]);
    assert.deepEqual(pairs, ['a/foo', 'b/foo']);
  });
});

describe('expand-package-variant-set: the upstream', () => {
  const UNKNOWN = `error spec.upstream: could not find upstream package revision`;
  const there = [packageRevision('2', 'v2'), packageRevision('v3', 'v3'), packageRevision('0', 'draft')];
  const upstreams: readonly (readonly [upstream: string, items: readonly string[], result: string | undefined])[] = [
    ['revision: 2', there, 'example-repo.foo.v2'],
    ['revision: v2', there, 'example-repo.foo.v2'],
    ['revision: "2"', there, 'example-repo.foo.v2'],
    ['revision: 3', there, 'example-repo.foo.v3'],
    ['revision: v3', there, 'example-repo.foo.v3'],
    ['workspaceName: draft', there, 'example-repo.foo.draft'],
    ['workspaceName: v2', there, 'example-repo.foo.v2'],
    ['revision: 2, workspaceName: draft', there, 'example-repo.foo.v2'],
    ['revision: 4', there, undefined],
    ['revision: v', there, undefined],
    ['workspaceName: v4', there, undefined],
    ['revision: 2', there.map((item) => item.replace('packageName: foo', 'packageName: bar')), undefined],
    ['revision: 2', there.map((item) => item.replace('repository: ex', 'repository: x')), undefined],
  ];
  const names = '[{repositories: [{name: r}], template: {labelExprs: [{key: name, valueExpr: upstream.name}]}}]';

  for (const [written, items, name] of upstreams)
    it(`finds ${name ?? 'nothing'} for ${written}`, async () => {
      const set = variantSet({ targets: names, upstream: `{repo: example-repo, package: foo, ${written}}` });
      const { variants, results } = await expand([set, ...items]);
      const shown = written.replaceAll(/^\w+: |"|,.*/g, '');
      if (name === undefined) assert.deepEqual(results, [`${UNKNOWN} 'foo/${shown}' in repo 'example-repo'`]);
      else assert.deepEqual(variants[0]?.spec['labels'], { name });
    });

  /** Returns a PackageRevision as v1alpha2 has it: the revision is in the status. */
  const later = (item: string): string =>
    item.replace('/v1alpha1', '/v1alpha2').replace(/, revision: v?(\d)([^]*)$/, '$2status: {revision: $1}\n');

  for (const [written, name] of [
    ['revision: 2', 'example-repo.foo.v2'],
    ['workspaceName: draft', 'example-repo.foo.draft'],
    ['revision: 9', undefined],
  ] as const)
    it(`finds ${name ?? 'nothing'} for ${written} among PackageRevisions of v1alpha2`, async () => {
      const set = variantSet({ targets: names, upstream: `{repo: example-repo, package: foo, ${written}}` });
      assert.match(later(there[0] ?? ''), /packageName: foo, workspaceName: v2\}\nstatus: \{revision: 2\}\n$/);
      const { variants, results } = await expand([set, ...there.map(later)]);
      if (name === undefined) assert.deepEqual(results, [`${UNKNOWN} 'foo/9' in repo 'example-repo'`]);
      else assert.deepEqual(variants[0]?.spec['labels'], { name });
    });

  it('takes a PackageRevision in both versions for one', async () => {
    const { pairs, results } = await expand([
      variantSet({ targets: '[{repositories: [{name: r}]}]' }),
      packageRevision('1', 'v1'),
      later(packageRevision('1', 'v1')),
    ]);
    assert.deepEqual([pairs, results.filter((each) => !each.startsWith('info'))], [['r/foo'], []]);
  });

  it('names a version of PackageRevisions that it does not read', async () => {
    const other = packageRevision('1', 'v1').replace('porch.kpt.dev/v1alpha1', 'porch.kpt.dev/v1beta7');
    const { results } = await expand([variantSet({ targets: names }), repository('r'), other]);
    assert.match(
      results.join('\n'),
      /`upstream` is unset: no PackageRevision is among the items, except of porch\.kpt\.dev\/v1beta7, which is not read$/m,
    );
    const unused = await expand([variantSet({ targets: '[{repositories: [{name: r}]}]' }), other]);
    assert.match(
      unused.results.join('\n'),
      /^warning .*PackageRevisions of porch\.kpt\.dev\/v1beta7 are not read, so the upstream is not checked/m,
    );
  });

  it('does not require the upstream without a PackageRevision of the namespace among the items', async () => {
    const items = there.map((item) => item.replace('namespace: default', 'namespace: lab'));
    const { pairs } = await expand([variantSet({ targets: '[{repositories: [{name: r}]}]' }), ...items]);
    assert.deepEqual(pairs, ['r/foo']);
  });

  it('requires the upstream for an expression that uses it', async () => {
    const { results } = await expand([variantSet({ targets: names }), repository('r')]);
    assert.equal(results.length, 1);
    assert.match(
      results[0] ?? '',
      /^error spec\.targets\[0\]\.template\.labelExprs\[0\]\.valueExpr: .*`upstream` is unset: no PackageRevision is among the items$/,
    );
  });
});
