import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { assertNames, found, withCode } from '../../support/facts.ts';
import { inFleet, inMemoryFleet, packageVariant, repository } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kinds, listOf, withCluster } from '../cluster-stand-in.ts';
import type { ResultCode } from '../../../src/krm/index.ts';
import { inFolder, kptfile, type Files } from '../run-support.ts';

const SHOP = { 'packages/shop/Kptfile': kptfile('shop') };
const PLACES = [repository('blueprints', 'packages'), repository('eu', 'clusters/eu', labels('eu'))].join('---\n');

function labels(region: string): string {
  return `  labels: {region: ${region}}\n`;
}

/** Returns a Repository with these fields of `spec.git`. */
function own(name: string, fields: string, repo = '.'): string {
  return repository(name, 'x').replace(/\{repo.*\}/, `{repo: "${repo}", ${fields}}`);
}

function set(name: string, rest: string): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: ${name}, labels: {owner: web}}
spec:
  upstream: {repo: blueprints, package: shop, revision: v1}
  targets:
  - ${rest}
`;
}

/** Returns the outcome of a plan, and the folders of its variants. */
async function planned(files: Files, ...args: readonly string[]) {
  return await inMemoryFleet({ ...SHOP, ...files }, async ({ run }) => {
    const outcome = await run('plan', ...args);
    return { ...outcome, folders: outcome.variants.map(({ folder }) => folder) };
  });
}

describe('the inputs of a fleet', () => {
  before(function () {
    needTools(this, 'git');
  });

  const read: readonly (readonly [name: string, files: Files, folders: readonly string[]])[] = [
    [
      'has a variant for each PackageVariant, in any file outside of packages',
      {
        'all.yaml': `${PLACES}---\n${packageVariant('a', 'blueprints/shop@v1', 'eu/a')}`,
        'deep/er/b.yml': packageVariant('b', 'blueprints/shop', 'eu/deep/b'),
        'list.json': '{"apiVersion": "v1", "kind": "List", "items": []}',
      },
      ['clusters/eu/a', 'clusters/eu/deep/b'],
    ],
    [
      'has the variants of sets, for the Repositories of the fleet',
      {
        'all.yaml': PLACES,
        'set.yaml': set('s', 'repositorySelector: {matchLabels: {region: eu}}'),
      },
      ['clusters/eu/shop'],
    ],
    [
      'selects objects of the fleet for a set',
      {
        'all.yaml': PLACES,
        'objects/eu.yaml': 'apiVersion: example.com/v1\nkind: Site\nmetadata: {name: eu, labels: {a: b}}\n',
        'set.yaml': set('s', 'objectSelector: {apiVersion: example.com/v1, kind: Site, matchLabels: {a: b}}'),
      },
      ['clusters/eu/shop'],
    ],
    [
      'ignores PackageVariants in packages, in folders of Repositories and in .krm-variants',
      {
        'all.yaml': `${PLACES}---\n${packageVariant('a', 'blueprints/shop@v1', 'eu/a')}`,
        'packages/shop/in.yaml': packageVariant('b', 'blueprints/shop@v1', 'eu/b'),
        'packages/loose.yaml': packageVariant('c', 'blueprints/shop@v1', 'eu/c'),
        'packages/broken.yaml': 'a: [\n',
        'other/Kptfile': kptfile('other'),
        'other/deep/d.yaml': packageVariant('d', 'blueprints/shop@v1', 'eu/d'),
        '.krm-variants/e.yaml': packageVariant('e', 'blueprints/shop@v1', 'eu/e'),
        'node_modules/f.yaml': packageVariant('f', 'blueprints/shop@v1', 'eu/f'),
      },
      ['clusters/eu/a'],
    ],
    [
      'ignores Repositories in the folder of a Repository',
      {
        'all.yaml': `${PLACES}---\n${packageVariant('a', 'blueprints/shop@v1', 'eu/a')}`,
        'packages/loose.yaml': `${repository('x', '..')}---\n${repository('y', 'variants')}`,
        'variants/b.yaml': packageVariant('b', 'blueprints/shop@v1', 'eu/b'),
      },
      ['clusters/eu/a', 'clusters/eu/b'],
    ],
    [
      'leaves out what .krmignore names',
      {
        'all.yaml': `${PLACES}---\n${packageVariant('a', 'blueprints/shop@v1', 'eu/a')}`,
        '.krmignore': 'charts/\n',
        'charts/broken.yaml': '{{ .Values.a }}: [\n',
      },
      ['clusters/eu/a'],
    ],
  ];
  for (const [name, files, folders] of read)
    it(name, async () => {
      const outcome = await planned(files);
      assert.deepEqual(outcome.folders, folders, outcome.stderr);
      assert.deepEqual(found(outcome), []);
    });

  it('warns of a field of a Repository that Porch does not know, and accepts all that it knows', async () => {
    const git =
      'directory: clusters/us, author: a, email: e, createBranch: true, secretRef: {name: s}, shallowClone: 1';
    const us = `${own('us', git)}  type: git\n  content: Package\n  deployment: true\n  description: d\n  sync: {schedule: "* * * * *"}\nstatus: {}\n`;
    const a = packageVariant('a', 'blueprints/shop@v1', 'us/a');
    const outcome = await planned({ 'all.yaml': [PLACES, us, a].join('---\n') });
    assert.deepEqual(outcome.folders, ['clusters/us/a'], outcome.stderr);
    assert.deepEqual(found(outcome), ['warning unknown-field all.yaml spec.git.shallowClone']);
    assertNames(outcome, 'unknown-field', '`secretRef`');
    const [{ file, resourceRef } = {}] = withCode(outcome, 'unknown-field');
    assert.deepEqual([file?.index, resourceRef?.name], [2, 'us']);
    assert.equal(outcome.exitCode, 0);
  });

  it('selects the variants of a set by its labels', async () => {
    const files = { 'all.yaml': PLACES, 's.yaml': set('s', 'repositories: [{name: eu}]') };
    const { folders } = await planned(files, '--selector', 'owner=web');
    assert.deepEqual(folders, ['clusters/eu/shop']);
  });

  it('selects the objects of --objects for a set, rather than those of the fleet', async () => {
    const site = (name: string): string => `apiVersion: example.com/v1\nkind: Site\nmetadata: {name: ${name}}\n`;
    await inFolder({ 'site.yaml': site('eu') }, async (folder) => {
      const files = {
        'all.yaml': `${PLACES}---\n${repository('us', 'clusters/us')}---\n${site('us')}`,
        's.yaml': set('s', 'objectSelector: {apiVersion: example.com/v1, kind: Site}'),
      };
      assert.deepEqual((await planned(files)).folders, ['clusters/us/shop']);
      assert.deepEqual((await planned(files, '--objects', folder)).folders, ['clusters/eu/shop']);
    });
  });

  it('selects the objects of a live cluster for a set, but the Repositories of the fleet', async () => {
    const answers = {
      '/api/v1': kinds('configmaps ConfigMap'),
      '/api/v1/namespaces/default/configmaps': listOf({ metadata: { name: 'eu' } }),
    };
    const objects = set('s', 'objectSelector: {apiVersion: v1, kind: ConfigMap, matchLabels: {}}');
    const repositories = set('t', 'repositorySelector: {matchLabels: {region: us}}');
    await withCluster(answers, {}, async ({ asked }) => {
      const files = {
        'all.yaml': `${PLACES}---\n${repository('us', 'clusters/us', labels('us'))}`,
        's.yaml': `${objects}---\n${repositories}`,
      };
      const { folders, stderr } = await planned(files, '--context', 'edge');
      assert.deepEqual(folders, ['clusters/eu/shop', 'clusters/us/shop'], stderr);
      assert.ok(!asked.some((path) => path.includes('repositories')), asked.join(' '));
    });
  });

  it('warns once of links and of names in upper case that may hold inputs, outside of Repositories', () =>
    inFleet(
      {
        'all.yaml': `${PLACES}---\n${packageVariant('eu', 'blueprints/shop', 'eu/shop')}`,
        'packages/shop/Kptfile': kptfile('shop'),
        'us.YAML': 'kind: PackageVariant\n',
        'clusters/eu/x.YML': 'a: 1\n',
      },
      async ({ fleet, run }) => {
        symlinkSync('all.yaml', join(fleet.folder, 'clusters/eu/link.yaml'));
        symlinkSync('../other.yaml', join(fleet.folder, 'linked.yaml'));
        for (const _ of ['parsed', 'known']) {
          const outcome = await run('plan');
          assert.deepEqual(found(outcome), ['warning file-skipped linked.yaml']);
          assert.match(outcome.stderr, /^\[warning\] linked\.yaml: .*\b1 other: us\.YAML\b/m);
        }
        assert.equal((await run('plan', '--strict')).exitCode, 1);
      },
    ));

  it('refuses a Repository whose folder is a symbolic link, or is behind one', () =>
    inFleet({ 'a.yaml': repository('eu', 'link/eu') }, async ({ fleet, run }) => {
      symlinkSync('..', join(fleet.folder, 'link'));
      const outcome = await run('plan');
      assert.deepEqual(found(outcome), ['error wrong-file-type a.yaml']);
      assertNames(outcome, 'wrong-file-type', '"link"');
      assert.equal(outcome.exitCode, 1);
    }));

  it('refuses a folder in a package', () =>
    inMemoryFleet({ 'shop/Kptfile': kptfile('shop'), 'shop/variants/a.yaml': PLACES }, async ({ fleet, run }) => {
      const folder = join(fleet.folder, 'shop/variants');
      const outcome = await run('plan', folder);
      assert.deepEqual(found(outcome), [`error inside-package ${folder}`]);
      assert.equal(outcome.exitCode, 1);
    }));

  it('refuses a folder without PackageVariants, whatever its packages have', () =>
    inMemoryFleet(
      { 'shop/Kptfile': kptfile('shop'), 'shop/a.yaml': packageVariant('a', 'b/c', 'd/e') },
      async ({ fleet, run }) => {
        const outcome = await run('plan');
        assert.deepEqual(found(outcome), [`error empty-input ${fleet.folder}`]);
        assert.deepEqual([outcome.variants, outcome.stdout, outcome.exitCode], [[], '', 1]);
      },
    ));

  const wrong: readonly (readonly [
    name: string,
    files: Files,
    code: ResultCode,
    places: readonly string[],
    ...named: readonly string[],
  ])[] = [
    [
      'refuses a file that is not YAML',
      { 'a.yaml': PLACES, 'b.yaml': 'a: [\n' },
      'invalid-yaml',
      ['b.yaml'],
      '.krmignore',
    ],
    [
      'refuses a Repository whose folder leads out of the repository',
      { 'a.yaml': repository('eu', '../eu') },
      'invalid-value',
      ['a.yaml eu spec.git.directory'],
      '".."',
    ],
    [
      'refuses a Repository whose folder is that of git',
      { 'a.yaml': repository('eu', 'x/.Git/y') },
      'invalid-value',
      ['a.yaml eu spec.git.directory'],
      '".git"',
    ],
    [
      'refuses a Repository that holds its own file',
      { 'a.yaml': repository('eu', '/') },
      'invalid-value',
      ['a.yaml eu spec.git.directory'],
      'hold a.yaml',
    ],
    [
      'names the Repository without a folder that holds the inputs, and no other',
      { 'a.yaml': `${PLACES}---\n${own('us', 'branch: main')}` },
      'invalid-value',
      ['a.yaml us spec.git.directory'],
      'hold a.yaml',
    ],
    [
      'refuses misspelt fields of a Repository by URL that is not used',
      { 'a.yaml': `${PLACES}---\n${own('us', 'branhc: main, diretory: deploy', 'https://git.example.com/us.git')}` },
      'unknown-field',
      ['a.yaml us spec.git.branhc', 'a.yaml us spec.git.diretory'],
      '`branch`',
      '`directory`',
    ],
    [
      'refuses a misspelt field of a Repository that is a folder, rather than to take all for its folder',
      { 'a.yaml': `${PLACES}---\n${own('us', 'Directory: clusters/us')}` },
      'unknown-field',
      ['a.yaml us spec.git.Directory'],
      '`directory`',
    ],
    [
      'refuses a misspelt field around those of a Repository that are read',
      { 'a.yaml': repository('eu', 'clusters/eu').replace('  git:', '  gti:') },
      'unknown-field',
      ['a.yaml eu spec.gti'],
      '`git`',
    ],
    [
      'refuses Repositories that hold the files of each other',
      { 'one/a.yaml': repository('a', 'two'), 'two/b.yaml': repository('b', 'one') },
      'invalid-value',
      ['one/a.yaml a spec.git.directory', 'two/b.yaml b spec.git.directory'],
      'hold two/b.yaml',
      'hold one/a.yaml',
    ],
    [
      'refuses a folder that YAML reads as a boolean',
      { 'a.yaml': repository('eu', 'yes') },
      'invalid-value',
      ['a.yaml eu spec.git.directory'],
      'string',
    ],
    [
      'refuses a set that cannot be expanded',
      { 'a.yaml': PLACES, 's.yaml': set('s', 'repositories: [{name: us}]') },
      'unresolved-reference',
      ['s.yaml s spec.targets[0]'],
      '"us"',
    ],
  ];
  for (const [name, files, code, places, ...named] of wrong)
    it(`${name}, and plans nothing`, async () => {
      const outcome = await planned({ 'v.yaml': packageVariant('a', 'blueprints/shop@v1', 'eu/a'), ...files });
      assert.deepEqual(
        outcome.results.map(({ severity, code: is, file, resourceRef, field }) =>
          [severity, is, file?.path, resourceRef?.name, field?.path].filter((part) => part !== undefined).join(' '),
        ),
        places.map((place) => `error ${code} ${place}`),
      );
      for (const { resourceRef, position } of outcome.results)
        assert.equal(position !== undefined, resourceRef !== undefined, 'a field is shown with line and column');
      for (const thing of named) assertNames(outcome, code, thing);
      assert.deepEqual([outcome.folders, outcome.stdout, outcome.exitCode], [[], '', 1]);
    });

  const failing: readonly (readonly [
    name: string,
    yaml: string,
    code: ResultCode,
    places: readonly string[],
    ...named: readonly string[],
  ])[] = [
    [
      'that does not fit its schema',
      packageVariant('b', 'blueprints/shop@v1', 'eu/b', '  injector: []\n'),
      'unknown-field',
      ['b.yaml spec.injector'],
      '`injectors`',
    ],
    [
      'without an upstream',
      packageVariant('b', 'blueprints@v1', 'eu/b'),
      'missing-field',
      ['b.yaml spec.upstream.package'],
    ],
    [
      'with an unknown Repository',
      packageVariant('b', 'blueprint/shop@v1', 'eu/b'),
      'unresolved-reference',
      ['b.yaml spec.upstream.repo'],
      '"blueprint"',
      '"blueprints"',
    ],
    [
      'whose Repository is in another namespace',
      packageVariant('b', 'blueprints/shop@v1', 'far/b'),
      'unresolved-reference',
      ['b.yaml spec.downstream.repo'],
      '"far"',
      '"default"',
      '"other"',
    ],
    [
      'whose Repository is ambiguous',
      packageVariant('b', 'blueprints/shop@v1', 'twice/b'),
      'ambiguous-name',
      ['b.yaml spec.downstream.repo'],
      '"twice"',
    ],
    [
      'whose Repository is not a git repository',
      packageVariant('b', 'oci/shop@v1', 'eu/b'),
      'invalid-value',
      ['b.yaml spec.upstream.repo'],
    ],
    [
      'whose package leads out of the Repository',
      packageVariant('b', 'blueprints/shop@v1', 'eu/../b'),
      'invalid-value',
      ['b.yaml spec.downstream.package'],
    ],
    [
      'in the folder of git',
      packageVariant('b', 'blueprints/shop@v1', 'eu/.GIT/b'),
      'invalid-value',
      ['b.yaml spec.downstream.package'],
    ],
    [
      'of another git repository, without a revision',
      packageVariant('b', 'host/shop', 'eu/b'),
      'missing-field',
      ['b.yaml spec.upstream'],
      '`revision`',
      '`workspaceName`',
    ],
    [
      'with the folder of another',
      packageVariant('b', 'blueprints/shop@v1', 'eu/a/b'),
      'variant-overlap',
      ['b.yaml spec.downstream', 'v.yaml spec.downstream'],
      '"clusters/eu/a/b"',
      'PackageVariant "a" (v.yaml)',
    ],
    ['that is made of itself', packageVariant('b', 'eu/b', 'eu/b'), 'variant-overlap', ['b.yaml spec.downstream']],
  ];
  const others = [
    PLACES,
    repository('far', 'far', '  namespace: other\n'),
    repository('twice', 'one'),
    repository('twice', 'two'),
    'apiVersion: config.porch.kpt.dev/v1alpha1\nkind: Repository\nmetadata: {name: oci}\nspec: {type: oci, oci: {registry: x}}\n',
    'apiVersion: config.porch.kpt.dev/v1alpha1\nkind: Repository\nmetadata: {name: host}\nspec: {git: {repo: "https://example.com/a.git"}}\n',
  ];
  for (const [name, yaml, code, places, ...named] of failing)
    it(`refuses a PackageVariant ${name}, and plans the others [E1]`, async () => {
      const outcome = await planned({
        'all.yaml': others.join('---\n'),
        'b.yaml': yaml,
        'c.yaml': packageVariant('c', 'blueprints/shop@v1', 'eu/c'),
        'v.yaml': packageVariant('a', 'blueprints/shop@v1', 'eu/a'),
      });
      assert.deepEqual(
        found(outcome),
        places.map((place) => `error ${code} ${place}`),
      );
      assertNames(outcome, code, ...named);
      assert.deepEqual(Object.fromEntries(outcome.variants.map((row) => [row.name, row.action])), {
        a: places.length > 1 ? 'error' : 'create',
        b: 'error',
        c: 'create',
      });
      assert.equal(outcome.folders.includes('clusters/eu/c'), true);
      assert.equal(outcome.exitCode, 1);
    });
});
