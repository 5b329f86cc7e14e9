import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseWith } from '../../../cli/fleet/commands/with-argument.ts';
import { fleetArguments, packageVariant, registryPolicy, replicasPolicy, web } from '../../support/fleet.ts';
import { C, COPY, FLEET, FLOATING, inApplied, set, SHOP, site, tag } from '../../support/what-if-fleet.ts';
import { planBoth, sharedFleet, untouched } from '../../support/what-if.ts';
import { configMap, kptfile, writeFiles, type Files } from '../run-support.ts';

const POLICY = replicasPolicy('mine');

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
    /`--with`: "variants\/c\.yaml" is given twice: name it once/,
  ],
  'a URL as a place': [
    ['--with', 'X=https://a:secret@git.test/x.git/deploy/shop'],
    C,
    /`--with`: "https:\/\/git\.test\/x\.git\/deploy\/shop" must be a path, not a URL: only files of the git repository of the fleet/,
  ],
  'a URL in place of a file': [
    ['--with', 'https://git.test/x.git/deploy/shop=clusters/a'],
    C,
    /`--with`: "https:\/\/git\.test\/x\.git\/deploy\/shop" must be a path, not a URL/,
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
    /nothing in the fleet has the objects of ".*": name what it takes the place of, .* as in `--with .*=packages\/\w+\/x\.yaml`/,
  ],
  'a folder whose Kptfile nothing has': [
    ['--with', 'X'],
    { Kptfile: kptfile('unknown') },
    /nothing in the fleet has the objects of ".*": .* as in `--with .*=packages\/\w+`/,
  ],
  'a new FleetHold without a place': [
    ['--with', 'X'],
    'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: a}\nspec: {variants: [a], reason: r}\n',
    /as in `--with .*=\.krm-variants\/holds\/x\.yaml`/,
  ],
  'a new MergeResolution without a place': [
    ['--with', 'X'],
    'apiVersion: krm-variants.dev/v1alpha1\nkind: MergeResolution\nmetadata: {name: a}\n',
    /as in `--with .*=\.krm-variants\/resolutions\/x\.yaml`/,
  ],
  'a new PackageVariant without a place': [
    ['--with', 'X'],
    packageVariant('new', 'blueprints/shop@v1', 'c/new'),
    /as in `--with .*=variants\/x\.yaml`/,
  ],
  'a file with more objects than the one in the fleet': [
    ['--with', 'X'],
    `${C}---\n${COPY}`,
    /does not have the same objects as variants\/c\.yaml, variants\/copy\.yaml, only some of them: name .*=variants\/c\.yaml`/,
  ],
  'a file that fits two': [
    ['--with', 'X'],
    registryPolicy('two.example.com'),
    /fits packages\/other\/policy\.yaml, packages\/shop\/policy\.yaml: name .*=packages\/other\/policy\.yaml`/,
  ],
  'a file without objects': [['--with', 'X'], 'text\n', /nothing in the fleet has the objects/],
  'a file that is not YAML': [['--with', 'X=variants/c.yaml'], 'a: [', /variants\/c\.yaml: must be YAML/],
  'a wrong PackageVariant': [
    ['--with', 'X=variants/c.yaml'],
    C.replace('spec:', 'spek:'),
    /variants\/c\.yaml:6:3 .*spek: unknown field/,
  ],
  'an upstream package whose files git ignores': [
    ['--with', 'X=packages/floating'],
    { '.gitignore': '*\n' },
    /"packages\/floating" would not be read, since git ignores all of its files there: name a path/,
  ],
  'a file of a package that git ignores': [
    ['--with', 'X=packages/floating/own.log'],
    'text\n',
    /"packages\/floating\/own\.log" would not be read, since git ignores/,
  ],
  'a file that --objects names': [
    ['--objects', 'objects/north.yaml', '--with', 'X=objects/north.yaml'],
    site('south'),
    /"objects\/north\.yaml" cannot be replaced, since `--objects .*` is .*: give the other file or folder to `--objects`/,
  ],
  'an object while objects come from elsewhere': [
    ['--objects', 'variants/c.yaml', '--with', 'X=objects/north.yaml'],
    site('south'),
    /"objects\/north\.yaml" is not read by `fleet plan`, since it has only objects, and those come from `--objects .*c\.yaml`/,
  ],
  'a new file below --objects': [
    ['--objects', 'objects', '--with', 'X=objects/south.yaml'],
    site('south'),
    /"objects\/south\.yaml" cannot be replaced, since `--objects/,
  ],
  'a file that --policy names': [
    ['--policy', 'policies/mp.yaml', '--with', 'X=policies/mp.yaml'],
    POLICY,
    /"policies\/mp\.yaml" cannot be replaced, since `--policy .*: give the other file or folder to `--policy`/,
  ],
  'a folder with a file that --policy names': [
    ['--policy', 'policies/mp.yaml', '--with', 'X=policies'],
    { 'mp.yaml': POLICY },
    /"policies" cannot be replaced, since `--policy/,
  ],
};

describe('fleet plan --with, refusing', () => {
  const shared = sharedFleet({
    ...FLEET,
    'packages/other/Kptfile': kptfile('other'),
    'packages/other/policy.yaml': registryPolicy('one.example.com'),
    'variants/other.yaml': packageVariant('other', 'blueprints/other', 'c/other'),
    'README.md': 'text\n',
    'policies/mp.yaml': POLICY,
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
      const own = options.map((each) =>
        each.replace(/^X/, named).replace(/^(?=variants|objects(?:\/north\.yaml)?$|policies\/mp\.yaml$)/, `${folder}/`),
      );
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
    replaces(registryPolicy('two'), 'packages/shop/policy.yaml'),
  );
  it('replaces the package of the same name', replaces(FLOATING, 'packages/floating'));

  it('replaces the same path of a file in a clone', async () => {
    const setting = shared();
    const { folder } = setting.fleet;
    const clone = join(dirname(folder), 'clone');
    setting.fleet.git('clone', '--quiet', folder, clone);
    writeFiles(clone, { 'clusters/a/shop/policy.yaml': registryPolicy('two.example.com') });
    const { stdout } = await setting.run('plan', '--with', join(clone, 'clusters/a/shop/policy.yaml'));
    assert.match(stdout, /^WITH .*\n\S+ +clusters\/a\/shop\/policy\.yaml\n/);
  });

  it('needs a name if the inputs are not valid as they are, and then plans with them', () =>
    inApplied(async (setting) => {
      const outside = mkdtempSync(join(dirname(setting.fleet.folder), 'outside-'));
      writeFiles(outside, { 'shops.yaml': set('v1', 'gold') });
      setting.fleet.commit({ 'variants/shops.yaml': 'a: [' });
      const path = join(outside, 'shops.yaml');
      const { stderr, exitCode } = await setting.run('plan', '--with', path);
      assert.equal(exitCode, 1);
      assert.match(stderr, /shops\.yaml" can only take the place of valid inputs, unless `=REPLACED` follows it\n/);
      assert.match(stderr, /variants\/shops\.yaml: must be YAML/);
      const planned = await setting.run('plan', '--with', `${path}=variants/shops.yaml`);
      assert.equal(planned.exitCode, 0, planned.stderr);
      assert.match(planned.stdout, /^update +clusters\/a\/shop /m);
    }));

  it('names itself, not the repository, if it has the text of another apply', () =>
    inApplied(async (setting) => {
      const { fleet, run } = setting;
      const outside = mkdtempSync(join(dirname(fleet.folder), 'outside-'));
      cpSync(join(fleet.folder, 'clusters/c/shop'), outside, { recursive: true });
      fleet.commit({ 'packages/floating/web.yaml': web(6) });
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      const { stderr, exitCode } = await untouched(setting, () => run('plan', '--with', `${outside}=clusters/c/shop`));
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /clusters\/c\/shop\/web\.yaml: is planned with `--with \S+=clusters\/c\/shop`, .*: leave out this/,
      );
      assert.doesNotMatch(stderr, /git restore/);
    }));

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

describe('arguments of --with', () => {
  for (const text of ['', '=a', 'a=', '='])
    it(`refuses "${text}"`, () => {
      assert.throws(() => parseWith(text), /`--with` must be PATH or PATH=REPLACED/);
    });

  it('is not an option of apply', () => {
    assert.throws(() => fleetArguments('apply', ['--with', 'a']), /unknown option "--with"/);
  });
});
