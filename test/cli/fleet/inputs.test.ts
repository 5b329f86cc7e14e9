import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inFleet, packageVariant, repository } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kinds, listOf, withCluster } from '../cluster-stand-in.ts';
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

/** Returns the folders of a table, and the messages. */
async function planned(files: Files, ...args: readonly string[]) {
  return await inFleet({ ...SHOP, ...files }, async ({ run }) => {
    const { stdout, stderr, exitCode } = await run('plan', ...args);
    const rows = (stdout.split('\n\n')[0] ?? '').trimEnd().split('\n').slice(1);
    return { folders: rows.map((row) => row.split(/ +/)[1]), stderr, exitCode, stdout };
  });
}

describe('the inputs of a fleet', () => {
  before(function () {
    needTools(this, 'git');
  });

  const found: readonly (readonly [name: string, files: Files, folders: readonly string[]])[] = [
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
  for (const [name, files, folders] of found)
    it(name, async () => {
      const { folders: given, stderr } = await planned(files);
      assert.deepEqual(given, folders, stderr);
    });

  it('warns of a field of a Repository that Porch does not know, and accepts all that it knows', async () => {
    const git =
      'directory: clusters/us, author: a, email: e, createBranch: true, secretRef: {name: s}, shallowClone: 1';
    const us = `${own('us', git)}  type: git\n  content: Package\n  deployment: true\n  description: d\n  sync: {schedule: "* * * * *"}\nstatus: {}\n`;
    const a = packageVariant('a', 'blueprints/shop@v1', 'us/a');
    const { folders, stderr, exitCode } = await planned({ 'all.yaml': [PLACES, us, a].join('---\n') });
    assert.deepEqual(folders, ['clusters/us/a'], stderr);
    assert.match(
      stderr,
      /^\[warning\] all\.yaml\[2\] \S+\/Repository\/us spec\.git\.shallowClone: unknown field, which is ignored; known fields: .*`secretRef`/m,
    );
    assert.equal(stderr.match(/unknown field/g)?.length, 1, stderr);
    assert.equal(exitCode, 0);
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
          const { stderr } = await run('plan');
          assert.deepEqual(
            stderr
              .split('\n')
              .filter((line) => line.includes('is not read'))
              .map((line) => line.replace(/; links.*/, '')),
            ['[warning] linked.yaml: is not read, nor 1 other: us.YAML'],
            stderr,
          );
        }
        assert.equal((await run('plan', '--strict')).exitCode, 1);
      },
    ));

  it('refuses a Repository whose folder is a symbolic link, or is behind one', () =>
    inFleet({ 'a.yaml': repository('eu', 'link/eu') }, async ({ fleet, run }) => {
      symlinkSync('..', join(fleet.folder, 'link'));
      const { stderr, exitCode } = await run('plan');
      assert.match(stderr, /a\.yaml: the folder of a Repository must not be a symbolic link, as "link" is/);
      assert.equal(exitCode, 1);
    }));

  it('refuses a folder in a package', () =>
    inFleet({ 'shop/Kptfile': kptfile('shop'), 'shop/variants/a.yaml': PLACES }, async ({ fleet, run }) => {
      const { stderr, exitCode } = await run('plan', join(fleet.folder, 'shop/variants'));
      assert.match(stderr, /must not be in a package: PackageVariants in packages are not read/);
      assert.equal(exitCode, 1);
    }));

  it('refuses a folder without PackageVariants, whatever its packages have', () =>
    inFleet({ 'shop/Kptfile': kptfile('shop'), 'shop/a.yaml': packageVariant('a', 'b/c', 'd/e') }, async ({ run }) => {
      const { stdout, stderr, exitCode } = await run('plan');
      assert.match(stderr, /must have a PackageVariant or a PackageVariantSet/);
      assert.deepEqual([stdout, exitCode], ['', 1]);
    }));

  const wrong: readonly (readonly [name: string, files: Files, want: RegExp])[] = [
    [
      'refuses a file that is not YAML',
      { 'a.yaml': PLACES, 'b.yaml': 'a: [\n' },
      /^\[error\] b\.yaml: must be YAML: .* name it in \.krmignore$/m,
    ],
    [
      'refuses a Repository whose folder leads out of the repository',
      { 'a.yaml': repository('eu', '../eu') },
      /spec\.git\.directory: must be a folder of the git repository/,
    ],
    [
      'refuses a Repository whose folder is that of git',
      { 'a.yaml': repository('eu', 'x/.Git/y') },
      /spec\.git\.directory: must be a folder of the git repository/,
    ],
    [
      'refuses a Repository that holds its own file',
      { 'a.yaml': repository('eu', '/') },
      /^\[error\] a\.yaml:\S+ \S+\/Repository\/eu spec\.git\.directory: must not hold a\.yaml/m,
    ],
    [
      'names the Repository without a folder that holds the inputs, and no other',
      { 'a.yaml': `${PLACES}---\n${own('us', 'branch: main')}` },
      /^(?!.*\/Repository\/eu)\[error\] a\.yaml:\S+ \S+\/Repository\/us spec\.git\.directory: must not hold a\.yaml/m,
    ],
    [
      'refuses misspelt fields of a Repository by URL that is not used',
      { 'a.yaml': `${PLACES}---\n${own('us', 'branhc: main, diretory: deploy', 'https://git.example.com/us.git')}` },
      /Repository\/us spec\.git\.branhc: unknown field; did you mean `branch`\?\n.*Repository\/us spec\.git\.diretory: unknown field; did you mean `directory`\?\n/,
    ],
    [
      'refuses a misspelt field of a Repository that is a folder, rather than to take all for its folder',
      { 'a.yaml': `${PLACES}---\n${own('us', 'Directory: clusters/us')}` },
      /^\[error\] a\.yaml:\S+ \S+\/Repository\/us spec\.git\.Directory: unknown field; did you mean `directory`\?/m,
    ],
    [
      'refuses a misspelt field around those of a Repository that are read',
      { 'a.yaml': repository('eu', 'clusters/eu').replace('  git:', '  gti:') },
      /Repository\/eu spec\.gti: unknown field; did you mean `git`\?/,
    ],
    [
      'refuses Repositories that hold the files of each other',
      { 'one/a.yaml': repository('a', 'two'), 'two/b.yaml': repository('b', 'one') },
      /one\/a\.yaml.*\n.*two\/b\.yaml/,
    ],
    [
      'refuses a folder that YAML reads as a boolean',
      { 'a.yaml': repository('eu', 'yes') },
      /spec\.git\.directory: must be a string/,
    ],
    [
      'refuses a set that cannot be expanded',
      { 'a.yaml': PLACES, 's.yaml': set('s', 'repositories: [{name: us}]') },
      /repository "us" could not be loaded/,
    ],
  ];
  for (const [name, files, want] of wrong)
    it(`${name}, and plans nothing`, async () => {
      const { folders, stderr, exitCode } = await planned({
        'v.yaml': packageVariant('a', 'blueprints/shop@v1', 'eu/a'),
        ...files,
      });
      assert.match(stderr, want);
      assert.deepEqual([folders, exitCode], [[], 1]);
    });

  const failing: readonly (readonly [name: string, yaml: string, want: RegExp])[] = [
    [
      'that does not fit its schema',
      packageVariant('b', 'blueprints/shop@v1', 'eu/b', '  injector: []\n'),
      /spec\.injector: unknown field/,
    ],
    [
      'without an upstream',
      packageVariant('b', 'blueprints@v1', 'eu/b'),
      /spec\.upstream\.package: missing required field/,
    ],
    [
      'with an unknown Repository',
      packageVariant('b', 'blueprint/shop@v1', 'eu/b'),
      /no Repository is named "blueprint"; did you mean "blueprints"\?/,
    ],
    [
      'whose Repository is in another namespace',
      packageVariant('b', 'blueprints/shop@v1', 'far/b'),
      /no Repository is named "far" in namespace "default"; 1 would match in namespace "other"/,
    ],
    [
      'whose Repository is ambiguous',
      packageVariant('b', 'blueprints/shop@v1', 'twice/b'),
      /Repository "twice" is ambiguous/,
    ],
    [
      'whose Repository is not a git repository',
      packageVariant('b', 'oci/shop@v1', 'eu/b'),
      /spec\.upstream\.repo: must be a git repository/,
    ],
    [
      'whose package leads out of the Repository',
      packageVariant('b', 'blueprints/shop@v1', 'eu/../b'),
      /spec\.downstream\.package: must be a package of the repository/,
    ],
    [
      'in the folder of git',
      packageVariant('b', 'blueprints/shop@v1', 'eu/.GIT/b'),
      /spec\.downstream\.package: must be a package of the repository/,
    ],
    [
      'of another git repository, without a revision',
      packageVariant('b', 'host/shop', 'eu/b'),
      /`revision` or `workspaceName` must be set/,
    ],
    [
      'with the folder of another',
      packageVariant('b', 'blueprints/shop@v1', 'eu/a/b'),
      /the folder "clusters\/eu\/a\/b" is in that of PackageVariant "a" \(v\.yaml\)/,
    ],
    ['that is made of itself', packageVariant('b', 'eu/b', 'eu/b'), /must be another folder than the upstream package/],
  ];
  const others = [
    PLACES,
    repository('far', 'far', '  namespace: other\n'),
    repository('twice', 'one'),
    repository('twice', 'two'),
    'apiVersion: config.porch.kpt.dev/v1alpha1\nkind: Repository\nmetadata: {name: oci}\nspec: {type: oci, oci: {registry: x}}\n',
    'apiVersion: config.porch.kpt.dev/v1alpha1\nkind: Repository\nmetadata: {name: host}\nspec: {git: {repo: "https://example.com/a.git"}}\n',
  ];
  for (const [name, yaml, want] of failing)
    it(`refuses a PackageVariant ${name}, and plans the others [E1]`, async () => {
      const { stdout, stderr, exitCode } = await planned({
        'all.yaml': others.join('---\n'),
        'b.yaml': yaml,
        'c.yaml': packageVariant('c', 'blueprints/shop@v1', 'eu/c'),
        'v.yaml': packageVariant('a', 'blueprints/shop@v1', 'eu/a'),
      });
      assert.match(stderr, want);
      assert.match(stdout, /^error +\S+ +b /m);
      assert.match(stdout, /^create +clusters\/eu\/c +c /m);
      assert.equal(exitCode, 1);
    });
});
