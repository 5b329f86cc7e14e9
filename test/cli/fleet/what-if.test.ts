import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { parseWith } from '../../../cli/fleet/with-argument.ts';
import { plannedClasses } from '../../../cli/fleet/compare/planned-classes.ts';
import { fleetReportSchema } from '../../../cli/report/fleet-report-schema.ts';
import { fleetArguments, inFleet, packageVariant, repository, web, type FleetSetting } from '../../support/fleet.ts';
import { inCopy, planBoth, sharedFleet, untouched, withPaths, type Replacements } from '../../support/what-if.ts';
import { configMap, kptfile, readFiles, writeFiles, type Files } from '../run-support.ts';

const PIPELINE = `pipeline:
  mutators:
    - exec: apply-override-policy
      configMap: {cluster: eu}
`;

function policy(registry: string, name = 'registry'): string {
  return `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: ${name}
spec:
  resourceSelectors:
    - {apiVersion: apps/v1, kind: Deployment}
  overrideRules:
    - overriders:
        imageOverrider:
          - {component: Registry, operator: replace, value: ${registry}}
`;
}

function set(revision: string, label = ''): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: shops}
spec:
  upstream: {repo: blueprints, package: shop, revision: ${revision}}
  targets:
    - repositorySelector: {matchLabels: {region: eu}}
${label === '' ? '' : `      template: {packageContext: {data: {tier: ${label}}}}\n`}`;
}

function site(host: string): string {
  return `apiVersion: example.com/v1\nkind: Site\nmetadata: {name: north}\nspec: {host: ${host}}\n`;
}

const INJECTED = `apiVersion: example.com/v1
kind: Site
metadata:
  name: site
  annotations: {kpt.dev/config-injection: required}
spec: {host: none}
`;

const SHOP: Files = {
  Kptfile: `${kptfile('shop')}${PIPELINE}`,
  'web.yaml': web(2, 'docker.io/web:1'),
  'policy.yaml': policy('one.example.com'),
};
const FLOATING: Files = { Kptfile: kptfile('floating'), 'web.yaml': web(5), 'site.yaml': INJECTED };

const REGION = '  labels: {region: eu}\n';
const C = packageVariant('c', 'blueprints/floating', 'c/shop', '  injectors: [{kind: Site, name: north}]\n');
const COPY = packageVariant('copy', 'c/shop', 'copies/shop');
const FLEET: Files = {
  '.gitattributes': '* text=auto\n',
  '.gitignore': '*.log\n',
  ...Object.fromEntries(Object.entries(SHOP).map(([path, text]) => [`packages/shop/${path}`, text])),
  ...Object.fromEntries(Object.entries(FLOATING).map(([path, text]) => [`packages/floating/${path}`, text])),
  'variants/places.yaml': [
    repository('blueprints', 'packages'),
    repository('a', 'clusters/a', REGION),
    repository('b', 'clusters/b', REGION),
    repository('c', 'clusters/c'),
    repository('copies', 'copies'),
  ].join('---\n'),
  'variants/shops.yaml': set('v1'),
  'variants/c.yaml': C,
  'variants/copy.yaml': COPY,
  'objects/north.yaml': site('north.example.com'),
};

function hold(folder: string): string {
  return `apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: hold}\nspec: {variants: [${folder}], reason: not yet}\n`;
}

const RESOLUTION = `apiVersion: krm-variants.dev/v1alpha1
kind: MergeResolution
metadata: {name: web}
spec:
  match:
    upstream: {repository: blueprints, package: floating}
    kind: edit/edit
    resource: {apiVersion: apps/v1, kind: Deployment, name: web}
    path: spec.replicas
    base: 5
    new: 6
  take: new
`;

function inFolderOf(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}

/** Passes a fleet whose variants are applied and committed. */
function inApplied<T>(act: (setting: FleetSetting) => Promise<T>, files: Files = {}): Promise<T> {
  return inFleet({ ...FLEET, ...files }, async (setting) => {
    const { exitCode, stderr } = await setting.run('apply');
    assert.equal(exitCode, 0, stderr);
    setting.fleet.commit({});
    return await act(setting);
  });
}

/** Commits a package in a copy, and moves the tag v1 to this commit. */
function tag(git: (...words: readonly string[]) => void): void {
  git('add', '--all', 'packages');
  git('commit', '--quiet', '--message', 'x', '--', 'packages');
  git('tag', '--force', 'v1');
}

interface Row {
  readonly replaced: Replacements;
  /** Folders of the variants that change, with their actions. */
  readonly want: Readonly<Record<string, string>>;
  /** A line for each class of changes. */
  readonly classes: readonly string[];
  readonly prepare?: typeof tag;
  readonly args?: readonly string[];
  /** Files that people have edited. */
  readonly edits?: Files;
}

const ROWS: Readonly<Record<string, Row>> = {
  'a policy in an upstream package that variants have at a revision': {
    replaced: { 'packages/shop/policy.yaml': policy('two.example.com') },
    want: { 'clusters/a/shop': 'update', 'clusters/b/shop': 'update' },
    classes: [
      '2 OverridePolicy/registry spec.overrideRules[0].overriders.imageOverrider[0].value: one.example.com -> two.example.com policy.yaml:11',
      '2 Deployment/web spec.template.spec.containers[name=web].image: one.example.com/web:1 -> two.example.com/web:1 web.yaml:11',
    ],
    prepare: tag,
  },
  'an upstream package that variants have at a revision': {
    replaced: { 'packages/shop': { Kptfile: kptfile('shop'), 'web.yaml': web(3, 'docker.io/web:1') } },
    want: { 'clusters/a/shop': 'update', 'clusters/b/shop': 'update' },
    classes: [
      '2 Kptfile pipeline: VALUE Kptfile:6',
      '2 Deployment/web spec.replicas: 2 -> 3 web.yaml:6',
      '2 Deployment/web spec.template.spec.containers[name=web].image: one.example.com/web:1 -> docker.io/web:1 web.yaml:11',
      '2 OverridePolicy/registry : present -> - policy.yaml:1',
    ],
    prepare: tag,
  },
  'an upstream package in the work tree, also for a copy of a variant': {
    replaced: { 'packages/floating': { ...FLOATING, 'web.yaml': web(6) } },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 Deployment/web spec.replicas: 5 -> 6 web.yaml:6'],
  },
  'a file of an upstream package in the work tree': {
    replaced: { 'packages/floating/web.yaml': web(6) },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 Deployment/web spec.replicas: 5 -> 6 web.yaml:6'],
  },
  'a file that an upstream package has not': {
    replaced: { 'packages/floating/more.yaml': configMap('more') },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 ConfigMap/more : - -> present more.yaml:1'],
  },
  'a PackageVariantSet': {
    replaced: { 'variants/shops.yaml': set('v1', 'gold') },
    want: { 'clusters/a/shop': 'update', 'clusters/b/shop': 'update' },
    classes: ['2 ConfigMap/kptfile.kpt.dev data.tier: - -> gold package-context.yaml:10'],
  },
  'a PackageVariant': {
    replaced: { 'variants/c.yaml': C.replace('  injectors', '  packageContext: {data: {tier: gold}}\n  injectors') },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 ConfigMap/kptfile.kpt.dev data.tier: - -> gold package-context.yaml:10'],
  },
  'a PackageVariant that is added': {
    replaced: { 'variants/new.yaml': packageVariant('new', 'blueprints/shop@v1', 'c/new') },
    want: { 'clusters/c/new': 'create' },
    classes: [],
  },
  'a Repository that a set selects': {
    replaced: {
      'variants/places.yaml': `${String(FLEET['variants/places.yaml'])}---\n${repository('d', 'clusters/d', REGION)}`,
    },
    want: { 'clusters/d/shop': 'create' },
    classes: [],
  },
  'a folder of inputs that asks for fewer variants': {
    replaced: { variants: { 'places.yaml': String(FLEET['variants/places.yaml']), 'c.yaml': C, 'copy.yaml': COPY } },
    want: { 'clusters/a/shop': 'gone', 'clusters/b/shop': 'gone' },
    classes: [],
  },
  'an object to inject': {
    replaced: { 'objects/north.yaml': site('south.example.com') },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 Site/site spec.host: north.example.com -> south.example.com site.yaml:6'],
  },
  'a FleetHold that is added, with a change': {
    replaced: { 'variants/shops.yaml': set('v1', 'gold'), '.krm-variants/holds/hold.yaml': hold('clusters/b/shop') },
    want: { 'clusters/a/shop': 'update', 'clusters/b/shop': 'held' },
    classes: ['1 ConfigMap/kptfile.kpt.dev data.tier: - -> gold package-context.yaml:10'],
  },
  'a policy in the folder of a variant': {
    replaced: { 'clusters/a/shop/policy.yaml': policy('two.example.com') },
    want: { 'clusters/a/shop': 'update' },
    classes: [
      '1 Deployment/web spec.template.spec.containers[name=web].image: one.example.com/web:1 -> two.example.com/web:1 web.yaml:11',
    ],
  },
  'the folder of a variant that another one is made of': {
    replaced: { 'clusters/c/shop/web.yaml': web(7) },
    want: { 'copies/shop': 'update' },
    classes: ['1 Deployment/web spec.replicas: 5 -> 7 web.yaml:6'],
  },
  'a selection by a value that only the file has': {
    replaced: { 'clusters/a/shop/policy.yaml': policy('two.example.com') },
    args: ['--where', 'OverridePolicy/registry:metadata.name=registry', '--selector', 'region!=us'],
    want: { 'clusters/a/shop': 'update' },
    classes: [
      '1 Deployment/web spec.template.spec.containers[name=web].image: one.example.com/web:1 -> two.example.com/web:1 web.yaml:11',
    ],
  },
  'a folder of several upstream packages': {
    replaced: {
      packages: {
        ...inFolderOf('shop', { ...SHOP, 'web.yaml': web(3, 'docker.io/web:1') }),
        ...inFolderOf('floating', { ...FLOATING, 'web.yaml': web(6) }),
      },
    },
    want: {
      'clusters/a/shop': 'update',
      'clusters/b/shop': 'update',
      'clusters/c/shop': 'update',
      'copies/shop': 'update',
    },
    classes: ['2 Deployment/web spec.replicas: 2 -> 3 web.yaml:6', '2 Deployment/web spec.replicas: 5 -> 6 web.yaml:6'],
    prepare: tag,
  },
  'files that git ignores in an upstream package': {
    replaced: {
      'packages/floating': { ...FLOATING, '.gitignore': 'sub/\n', 'sub/no.yaml': configMap('no'), 'own.log': 'log\n' },
    },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['2 .gitignore : - -> file of 5 bytes .gitignore:'],
  },
  'a file with the line ends of Windows, which git converts': {
    replaced: { 'clusters/c/shop/web.yaml': web(5).replaceAll('\n', '\r\n') },
    want: {},
    classes: [],
  },
  'a MergeResolution': {
    replaced: { 'packages/floating/web.yaml': web(6), '.krm-variants/resolutions/web.yaml': RESOLUTION },
    edits: { 'clusters/c/shop/web.yaml': web(7) },
    want: { 'clusters/c/shop': 'update', 'copies/shop': 'update' },
    classes: ['1 Deployment/web spec.replicas: 7 -> 6 web.yaml:6', '1 Deployment/web spec.replicas: 5 -> 6 web.yaml:6'],
  },
  'one variant of several, with --check': {
    replaced: { 'variants/shops.yaml': set('v1', 'gold') },
    args: ['--variant', 'b/shop', '--check'],
    want: { 'clusters/b/shop': 'update' },
    classes: ['1 ConfigMap/kptfile.kpt.dev data.tier: - -> gold package-context.yaml:10'],
  },
};

describe('fleet plan --with', () => {
  const shared = sharedFleet(FLEET);

  for (const [name, { replaced, want, classes, prepare, args, edits }] of Object.entries(ROWS))
    it(`plans with ${name}, as if it were there`, async () => {
      const check = async (setting: FleetSetting): Promise<void> => {
        const planned = await planBoth(setting, replaced, args, prepare);
        const changing = planned.variants.filter(({ action }) => action !== 'unchanged');
        assert.deepEqual(
          Object.fromEntries(changing.map(({ folder, action }) => [folder, action])),
          want,
          planned.stderr,
        );
        const lines = plannedClasses(planned.changed).map(({ resource, field, before = '-', after = '-', places }) => {
          const [first] = places;
          const values = before.length + after.length > 60 ? 'VALUE' : `${before} -> ${after}`;
          return `${places.length} ${resource} ${field}: ${values} ${first?.file ?? ''}:${first?.line ?? ''}`;
        });
        assert.deepEqual(lines, classes);
      };
      if (edits === undefined) return await check(shared());
      return await inApplied(async (setting) => {
        setting.fleet.commit(edits);
        await check(setting);
      });
    });
});

/** Rows of errors: options, with `X` for a file outside of the repository, its content, and the message. */
const ERRORS: Readonly<
  Record<string, readonly [options: readonly string[], content: string | Files, message: RegExp]>
> = {
  'a path that does not exist': [['--with', 'X/none'], { a: '' }, /none: does not exist/],
  'an empty folder': [['--with', 'X=packages/shop'], {}, /the folder ".*" must have files/],
  'a place outside of the repository': [
    ['--with', 'X=../a.yaml'],
    set('v1'),
    /"\.\.\/a\.yaml" must be a path in the git repository/,
  ],
  'the whole repository': [
    ['--with', 'X=.'],
    SHOP,
    /"\." must be a path in the git repository, relative to its top folder/,
  ],
  'a folder of git': [['--with', 'X=.git/config'], '', /"\.git\/config" must be a path in the git repository/],
  'a lock': [['--with', 'X=.krm-variants/lock/clusters/a/shop.lock'], '', /must not be a record of `fleet`/],
  'a file in place of a folder': [
    ['--with', 'X=packages/shop'],
    set('v1'),
    /"packages\/shop" must be a file, as ".*" is, not a folder/,
  ],
  'a folder in place of a file': [
    ['--with', 'X=variants/c.yaml'],
    SHOP,
    /"variants\/c\.yaml" must be a folder, as ".*" is, not a file/,
  ],
  'a place below a file': [
    ['--with', 'X=variants/c.yaml/x.yaml'],
    C,
    /must be in a folder, but "variants\/c\.yaml" is a file or a link/,
  ],
  'a link': [['--with', 'X=link.yaml'], C, /"link\.yaml" must not be a link/],
  'places in each other': [
    ['--with', 'X=packages/shop', '--with', 'X/web.yaml=packages/shop/web.yaml'],
    SHOP,
    /"packages\/shop\/web\.yaml" must not be replaced together with "packages\/shop"/,
  ],
  'one place twice': [
    ['--with', 'X=variants/c.yaml', '--with', 'X=variants/c.yaml'],
    C,
    /must not be replaced together/,
  ],
  'a file that nothing reads': [
    ['--with', 'X=README.md'],
    'text\n',
    /"README\.md" is not read by `fleet plan`: it must be/,
  ],
  'a new file in a folder of packages that no variant has': [
    ['--with', 'X=packages/none/web.yaml'],
    web(1),
    /"packages\/none\/web\.yaml" is not read/,
  ],
  'inputs in the folder of a Repository': [
    ['--with', 'X=clusters/a/pv.yaml'],
    C,
    /"clusters\/a\/pv\.yaml" is not read/,
  ],
  'inputs in another folder than the one to plan': [
    ['objects', '--with', 'X=variants/c.yaml'],
    C,
    /"variants\/c\.yaml" is not read/,
  ],
  'what is in the place already': [
    ['--with', 'variants/c.yaml=variants/c.yaml'],
    '',
    /c\.yaml" is what `fleet plan` reads anyway: name a file elsewhere/,
  ],
  'a file whose objects nothing has': [
    ['--with', 'X'],
    configMap('unknown'),
    /nothing in the fleet has the objects of ".*": name what it takes the place of, .* as in `--with .*=policies\/op\.yaml`/,
  ],
  'a file with more objects than the one in the fleet': [
    ['--with', 'X'],
    `${C}---\n${COPY}`,
    /has not the same objects as variants\/c\.yaml, variants\/copy\.yaml, only some of them: name .*=variants\/c\.yaml`/,
  ],
  'a file that fits two': [
    ['--with', 'X'],
    policy('two.example.com'),
    /fits packages\/other\/policy\.yaml, packages\/shop\/policy\.yaml: name .*=packages\/other\/policy\.yaml`/,
  ],
  'a file without objects': [['--with', 'X'], 'text\n', /nothing in the fleet has the objects/],
  'a file that is not YAML': [['--with', 'X=variants/c.yaml'], 'a: [', /variants\/c\.yaml: must be YAML/],
  'a wrong PackageVariant': [
    ['--with', 'X=variants/c.yaml'],
    C.replace('spec:', 'spek:'),
    /variants\/c\.yaml:6:3 .*spek: unknown field/,
  ],
  'an empty upstream package': [
    ['--with', 'X=packages/floating'],
    { '.gitignore': '*\n' },
    /upstream package "packages\/floating" must exist/,
  ],
};

describe('fleet plan --with, refusing', () => {
  const shared = sharedFleet({
    ...FLEET,
    'packages/other/Kptfile': kptfile('other'),
    'packages/other/policy.yaml': policy('one.example.com'),
    'variants/other.yaml': packageVariant('other', 'blueprints/other', 'c/other'),
    'README.md': 'text\n',
  });

  for (const [name, [options, content, message]] of Object.entries(ERRORS))
    it(`refuses ${name}, and writes nothing`, async () => {
      const setting = shared();
      const { folder } = setting.fleet;
      const outside = mkdtempSync(join(dirname(folder), 'outside-'));
      if (typeof content === 'string') writeFiles(outside, { 'x.yaml': content });
      else writeFiles(outside, content);
      const named = typeof content === 'string' ? join(outside, 'x.yaml') : outside;
      if (!existsSync(join(folder, 'link.yaml'))) symlinkSync('variants/c.yaml', join(folder, 'link.yaml'));
      const own = options.map((each) => each.replace(/^X/, named).replace(/^(?=variants|objects$)/, `${folder}/`));
      const { stderr, exitCode } = await untouched(setting, () => setting.run('plan', ...own));
      assert.equal(exitCode, 1);
      assert.match(stderr, message);
    });
});

describe('fleet plan --with, without =REPLACED', () => {
  const shared = sharedFleet(FLEET);

  const replaces = (content: string | Files, want: string) => async (): Promise<void> => {
    const setting = shared();
    const outside = mkdtempSync(join(dirname(setting.fleet.folder), 'outside-'));
    writeFiles(outside, typeof content === 'string' ? { 'x.yaml': content } : content);
    const named = typeof content === 'string' ? join(outside, 'x.yaml') : outside;
    const { stdout, stderr, exitCode } = await untouched(setting, () => setting.run('plan', '--with', named));
    assert.equal(exitCode, 0, stderr);
    assert.equal(stdout.split('\n')[1]?.split(/ {2,}/)[1], want);
  };

  it('replaces the input with the same objects', replaces(set('v1', 'gold'), 'variants/shops.yaml'));
  it('replaces an object', replaces(site('south'), 'objects/north.yaml'));
  it(
    'replaces the file of an upstream package, not those of its copies',
    replaces(policy('two'), 'packages/shop/policy.yaml'),
  );
  it('replaces the package of the same name', replaces(FLOATING, 'packages/floating'));

  it('replaces the same path of a file in a clone', async () => {
    const setting = shared();
    const { folder } = setting.fleet;
    const clone = join(dirname(folder), 'clone');
    setting.fleet.git('clone', '--quiet', folder, clone);
    writeFiles(clone, { 'clusters/a/shop/policy.yaml': policy('two.example.com') });
    const { stdout } = await setting.run('plan', '--with', join(clone, 'clusters/a/shop/policy.yaml'));
    assert.match(stdout, /^WITH .*\n\S+ +clusters\/a\/shop\/policy\.yaml\n/);
  });

  it('plans a revision with the package of the work tree', () =>
    inApplied(async (setting) => {
      const { folder } = setting.fleet;
      setting.fleet.commit({ 'packages/shop/web.yaml': web(9, 'docker.io/web:1') });
      const { stdout, variants } = await setting.run('plan', '--with', join(folder, 'packages/shop'));
      assert.match(stdout, /^WITH .*\n\S+ +packages\/shop\n/);
      assert.match(
        stdout,
        /^2 +Deployment\/web +spec\.replicas +2 +9 +web\.yaml:6 +clusters\/a\/shop, clusters\/b\/shop$/m,
      );
      assert.equal(variants.find(({ folder: each }) => each === 'clusters/a/shop')?.to, 'v1 (--with)');
    }));

  it('plans a version that does not exist yet', async () => {
    const setting = shared();
    const replaced = { 'packages/shop': { ...SHOP, 'web.yaml': web(9) }, 'variants/shops.yaml': set('v2') };
    const planned = await planBoth(setting, replaced, [], (git) => {
      tag(git);
      git('tag', 'v2');
    });
    const row = planned.variants.find(({ folder }) => folder === 'clusters/a/shop');
    assert.deepEqual([row?.action, row?.to, row?.files], ['update', 'v2 (--with)', ['web.yaml']]);
  });
});

describe('fleet plan --with, reporting', () => {
  const shared = sharedFleet(FLEET);

  const REPLACED = {
    'variants/shops.yaml': set('v1', 'gold'),
    'variants/new.yaml': packageVariant('new', 'blueprints/shop@v1', 'c/new'),
  };

  it('shows what is planned with, equal changes once, and no command that would do something else', () =>
    withPaths(shared(), REPLACED, async (options) => {
      const setting = shared();
      const { stdout, stderr } = await setting.run('plan', ...options);
      assert.match(
        stdout,
        /^WITH +IN PLACE OF\n\S+0\.yaml +variants\/shops\.yaml\n\S+1\.yaml +variants\/new\.yaml \(added\)\n\nACTION/,
      );
      assert.match(
        stdout,
        /\n\nVARIANTS +RESOURCE +FIELD +BEFORE +AFTER +LINE +FOLDERS\n2 +ConfigMap\/kptfile\.kpt\.dev +data\.tier +- +gold +package-context\.yaml:10 +clusters\/a\/shop, .*\n$/,
      );
      assert.doesNotMatch(stderr, /next:/);
    }));

  it('names no command that decides a conflict that is not there', () =>
    inApplied(async (setting) => {
      setting.fleet.commit({ 'clusters/c/shop/web.yaml': web(7) });
      const planned = await planBoth(setting, { 'packages/floating/web.yaml': web(6) });
      assert.equal(planned.exitCode, 3);
      assert.match(planned.stderr, /conflict edit\/edit: base 5, new 6, local 7/);
      assert.doesNotMatch(planned.stderr, /fleet resolve|next:/);
    }));

  it('prints a diff that git applies, with the classes after it', () =>
    withPaths(shared(), REPLACED, async (options) => {
      const setting = shared();
      const { stdout } = await setting.run('plan', ...options, '--diff');
      assert.match(stdout, /^--- [^]*\n\nWITH [^]*\n\nVARIANTS /);
      writeFiles(dirname(setting.fleet.folder), { 'what-if.patch': stdout });
      await inCopy(setting, (copy) => {
        setting.fleet.git('-C', copy, 'apply', '../what-if.patch');
        const files = readFiles(copy);
        assert.match(files['clusters/a/shop/package-context.yaml'] ?? '', /tier: gold/);
        assert.match(files['clusters/c/new/web.yaml'] ?? '', /replicas: 2/);
      });
    }));

  it('prints JSON that the schema describes', () =>
    withPaths(shared(), REPLACED, async (options) => {
      const setting = shared();
      const { stdout } = await setting.run('plan', ...options, '--report', 'json');
      const report = JSON.parse(stdout) as Record<string, unknown>;
      const validate = new Ajv({ strict: false }).compile(fleetReportSchema);
      assert.ok(validate(report), JSON.stringify(validate.errors));
      assert.deepEqual(report['with'], [
        { path: options[1]?.split('=')[0], replaced: 'variants/shops.yaml', added: false },
        { path: options[3]?.split('=')[0], replaced: 'variants/new.yaml', added: true },
      ]);
      const variants = ['a', 'b'].map((name) => ({
        folder: `clusters/${name}/shop`,
        file: 'package-context.yaml',
        line: 10,
      }));
      assert.deepEqual(report['changeClasses'], [
        { resource: 'ConfigMap/kptfile.kpt.dev', field: 'data.tier', after: 'gold', variants },
      ]);
      assert.equal('with' in JSON.parse((await setting.run('plan', '--report', 'json')).stdout), false);
    }));

  it('prints Markdown with the same classes', () =>
    withPaths(shared(), REPLACED, async (options) => {
      const setting = shared();
      const { stdout } = await setting.run('plan', ...options, '--report', 'markdown');
      assert.match(stdout, /\| with \| in place of \|\n\| --- \| --- \|\n\| \S+ \| variants\/shops\.yaml \|\n/);
      assert.match(
        stdout,
        /\| 2 variants \| ConfigMap\/kptfile\.kpt\.dev \| data\.tier \|  \| gold \| package-context\.yaml:10 \| clusters\/a\/shop, clusters\/b\/shop \|/,
      );
    }));

  it('marks changes that are planned anyway', () =>
    inApplied(async (setting) => {
      setting.fleet.commit({ 'packages/floating/web.yaml': web(6) });
      await withPaths(setting, { ...REPLACED, 'packages/floating/more.yaml': configMap('more') }, async (options) => {
        const { stdout } = await setting.run('plan', ...options);
        assert.match(stdout, /^VARIANTS +ANYWAY +RESOURCE/m);
        assert.match(stdout, /^2 +2 +Deployment\/web +spec\.replicas +5 +6 /m);
        const report = JSON.parse((await setting.run('plan', ...options, '--report', 'json')).stdout) as {
          readonly changeClasses: readonly {
            readonly field: string;
            readonly variants: readonly { readonly pending?: true }[];
          }[];
        };
        assert.deepEqual(
          report.changeClasses.map(({ field, variants }) => [field, variants.map(({ pending }) => pending)]),
          [
            ['data.tier', [undefined, undefined]],
            ['', [undefined, undefined]],
            ['spec.replicas', [true, true]],
          ],
        );
      });
    }));

  it('does not show the values of Secrets', () =>
    inApplied(async (setting) => {
      const secret = (token: string): string =>
        `apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {token: ${token}}\n`;
      setting.fleet.commit({ 'packages/floating/key.yaml': secret('hunter2') });
      await setting.run('apply');
      await withPaths(setting, { 'packages/floating/key.yaml': secret('swordfish') }, async (options) => {
        for (const report of [[], ['--diff'], ['--report', 'json'], ['--report', 'markdown']]) {
          const { stdout, stderr } = await setting.run('plan', ...options, ...report);
          assert.doesNotMatch(`${stdout}${stderr}`, /hunter2|swordfish/);
        }
        assert.match((await setting.run('plan', ...options)).stdout, /stringData\.token +secret 1 +secret 2 /);
      });
    }));

  it('plans the same in other processes', async () => {
    const setting = shared();
    const replaced = {
      'packages/shop/policy.yaml': policy('two.example.com'),
      'packages/floating/web.yaml': web(6),
      ...REPLACED,
    };
    await withPaths(setting, replaced, async (options) => {
      const inOthers = await untouched(setting, () => setting.runShared('plan', options));
      const one = await setting.run('plan', ...options, '--jobs', '3');
      assert.deepEqual(inOthers.planned, ['clusters/a/shop', 'clusters/b/shop', 'clusters/c/new', 'clusters/c/shop']);
      assert.deepEqual([inOthers.stdout, inOthers.stderr], [one.stdout, one.stderr]);
    });
  });
});

describe('arguments of --with', () => {
  for (const text of ['', '=a', 'a=', '='])
    it(`refuses "${text}"`, () => {
      assert.throws(() => parseWith(text), /`--with` must be PATH or PATH=REPLACED/);
    });

  it('is not an option of apply', () => {
    assert.throws(() => fleetArguments('apply', ['--with', 'a']), /unknown option "--with"/);
  });
});
