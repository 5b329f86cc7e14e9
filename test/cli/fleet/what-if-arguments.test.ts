import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseWith } from '../../../cli/fleet/commands/plan.ts';
import { assertNames, counts, found } from '../../support/facts.ts';
import { fleetArguments, packageVariant, registryPolicy, replicasPolicy, web } from '../../support/fleet.ts';
import { C, COPY, FLEET, FLOATING, inApplied, set, SHOP, site, tag, WARNINGS } from '../../support/what-if-fleet.ts';
import { planBoth, sharedFleet, untouched } from '../../support/what-if.ts';
import { configMap, kptfile, writeFiles, type Files } from '../run-support.ts';

const POLICY = replicasPolicy('mine');

/**
 * Rows of errors of the options, with `X` for a file outside of the repository, and its content: the things that the message names, and the words
 * that tell the rule from others, since all have one code.
 */
const ERRORS: Readonly<
  Record<string, readonly [options: readonly string[], content: string | Files, ...named: readonly string[]]>
> = {
  'an empty folder': [['--with', 'X=packages/shop'], {}, 'must have files'],
  'a place outside of the repository': [['--with', 'X=../a.yaml'], set('v1'), '"../a.yaml"', 'top folder'],
  'the whole repository': [['--with', 'X=.'], SHOP, '"."', 'top folder'],
  'a folder of git': [['--with', 'X=.git/config'], '', '".git/config"', 'top folder'],
  'a lock': [['--with', 'X=.krm-variants/lock/clusters/a/shop.lock'], '', 'a/shop.lock"', 'record'],
  'a file in place of a folder': [['--with', 'X=packages/shop'], set('v1'), '"packages/shop"', 'not a folder'],
  'a folder in place of a file': [['--with', 'X=variants/c.yaml'], SHOP, '"variants/c.yaml"', 'not a file'],
  'a place below a file': [['--with', 'X=variants/c.yaml/x.yaml'], C, '"variants/c.yaml"', 'in a folder'],
  'a link': [['--with', 'X=link.yaml'], C, '"link.yaml"', 'a link'],
  'places in each other': [
    ['--with', 'X=packages/shop', '--with', 'X/web.yaml=packages/shop/web.yaml'],
    SHOP,
    '"packages/shop/web.yaml"',
    'together with "packages/shop"',
  ],
  'one place twice': [['--with', 'X=variants/c.yaml', '--with', 'X=variants/c.yaml'], C, '"variants/c.yaml"', 'twice'],
  'a URL as a place': [
    ['--with', 'X=https://a:secret@git.test/x.git/deploy/shop'],
    C,
    '"https://git.test/x.git/deploy/shop"',
    'a URL',
  ],
  'a URL in place of a file': [
    ['--with', 'https://git.test/x.git/deploy/shop=clusters/a'],
    C,
    '"https://git.test/x.git/deploy/shop"',
    'a URL',
  ],
  'a file that nothing reads': [['--with', 'X=README.md'], 'text\n', '"README.md" is not read'],
  'a new file in a folder of packages that no variant has': [
    ['--with', 'X=packages/none/web.yaml'],
    web(1),
    '"packages/none/web.yaml" is not read',
  ],
  'inputs in the folder of a Repository': [['--with', 'X=clusters/a/pv.yaml'], C, '"clusters/a/pv.yaml" is not read'],
  'inputs in another folder than the one to plan': [
    ['objects', '--with', 'X=variants/c.yaml'],
    C,
    '"variants/c.yaml" is not read',
  ],
  'what is in the place already': [['--with', 'variants/c.yaml=variants/c.yaml'], '', 'c.yaml" ', 'anyway'],
  'a file whose objects nothing has': [['--with', 'X'], configMap('unknown'), 'nothing', '/x.yaml=packages/'],
  'a folder whose Kptfile nothing has': [['--with', 'X'], { Kptfile: kptfile('unknown') }, 'nothing', '=packages/'],
  'a new FleetHold without a place': [
    ['--with', 'X'],
    'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: a}\nspec: {variants: [a], reason: r}\n',
    '/x.yaml=.krm-variants/holds/x.yaml`',
  ],
  'a new MergeResolution without a place': [
    ['--with', 'X'],
    'apiVersion: krm-variants.dev/v1alpha1\nkind: MergeResolution\nmetadata: {name: a}\n',
    '/x.yaml=.krm-variants/resolutions/x.yaml`',
  ],
  'a new PackageVariant without a place': [
    ['--with', 'X'],
    packageVariant('new', 'blueprints/shop@v1', 'c/new'),
    '/x.yaml=variants/x.yaml`',
  ],
  'a file with more objects than the one in the fleet': [
    ['--with', 'X'],
    `${C}---\n${COPY}`,
    'variants/c.yaml, variants/copy.yaml, only some',
    '/x.yaml=variants/c.yaml`',
  ],
  'a file that fits two': [
    ['--with', 'X'],
    registryPolicy('two.example.com'),
    'packages/other/policy.yaml, packages/shop/policy.yaml',
    '/x.yaml=packages/other/policy.yaml`',
  ],
  'a file without objects': [['--with', 'X'], 'text\n', 'nothing', '/x.yaml=packages/'],
  'an upstream package whose files git ignores': [
    ['--with', 'X=packages/floating'],
    { '.gitignore': '*\n' },
    '"packages/floating"',
    'git ignores',
  ],
  'a file of a package that git ignores': [
    ['--with', 'X=packages/floating/own.log'],
    'text\n',
    '"packages/floating/own.log"',
    'git ignores',
  ],
  'a file that --objects names': [
    ['--objects', 'objects/north.yaml', '--with', 'X=objects/north.yaml'],
    site('south'),
    '"objects/north.yaml" cannot be replaced',
    'to `--objects`',
  ],
  'an object while objects come from elsewhere': [
    ['--objects', 'variants/c.yaml', '--with', 'X=objects/north.yaml'],
    site('south'),
    '"objects/north.yaml" is not read',
    '`--objects ',
    '/variants/c.yaml`',
  ],
  'a new file below --objects': [
    ['--objects', 'objects', '--with', 'X=objects/south.yaml'],
    site('south'),
    '"objects/south.yaml" cannot be replaced',
    '`--objects ',
  ],
  'a file that --policy names': [
    ['--policy', 'policies/mp.yaml', '--with', 'X=policies/mp.yaml'],
    POLICY,
    '"policies/mp.yaml" cannot be replaced',
    'to `--policy`',
  ],
  'a folder with a file that --policy names': [
    ['--policy', 'policies/mp.yaml', '--with', 'X=policies'],
    { 'mp.yaml': POLICY },
    '"policies" cannot be replaced',
    '`--policy ',
  ],
};

/** Rows of errors of files that take the place of others, which are those of the files: codes, files and fields. */
const FOUND: typeof ERRORS = {
  'a file that is not YAML': [['--with', 'X=variants/c.yaml'], 'a: [', 'error invalid-yaml variants/c.yaml'],
  'a wrong PackageVariant': [
    ['--with', 'X=variants/c.yaml'],
    C.replace('spec:', 'spek:'),
    'error missing-field variants/c.yaml spec',
    'error unknown-field variants/c.yaml spek',
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

  /** Plans with options in which `X` is a file outside of the repository with this content, or a folder; returns its path, too. */
  const plan = async (options: readonly string[], content: string | Files) => {
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
    const outcome = await untouched(setting, () => setting.run('plan', ...own));
    assert.equal(outcome.exitCode, 1);
    return { ...outcome, named };
  };

  for (const [name, [options, content, ...named]] of Object.entries(ERRORS))
    it(`refuses ${name}, and writes nothing`, async () => {
      const outcome = await plan(options, content);
      assert.deepEqual(found(outcome), ['error invalid-argument']);
      assertNames(outcome, 'invalid-argument', '`--with`', ...named);
    });

  for (const [name, [options, content, ...errors]] of Object.entries(FOUND))
    it(`refuses ${name}, and writes nothing`, async () => {
      assert.deepEqual(found(await plan(options, content)), [...errors, ...(errors.length > 1 ? WARNINGS : [])]);
    });

  it('refuses a path that does not exist, and writes nothing', async () => {
    const outcome = await plan(['--with', 'X/none'], { a: '' });
    assert.deepEqual(found(outcome), [`error file-not-found ${outcome.named}/none`]);
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
      const refused = await setting.run('plan', '--with', path);
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(found(refused), ['error invalid-argument', 'error invalid-yaml variants/shops.yaml']);
      assertNames(refused, 'invalid-argument', path, '`=REPLACED`');
      const planned = await setting.run('plan', '--with', `${path}=variants/shops.yaml`);
      assert.equal(planned.exitCode, 0, planned.stderr);
      assert.deepEqual(counts(planned), { update: 2, unchanged: 2 });
    }));

  it('names itself, not the repository, if it has the text of another apply', () =>
    inApplied(async (setting) => {
      const { fleet, run } = setting;
      const outside = mkdtempSync(join(dirname(fleet.folder), 'outside-'));
      cpSync(join(fleet.folder, 'clusters/c/shop'), outside, { recursive: true });
      fleet.commit({ 'packages/floating/web.yaml': web(6) });
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      const option = `${outside}=clusters/c/shop`;
      const outcome = await untouched(setting, () => run('plan', '--with', option));
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error lock-mismatch clusters/c/shop/web.yaml', ...WARNINGS]);
      assertNames(outcome, 'lock-mismatch', `\`--with ${option}\``);
      assert.doesNotMatch(outcome.stderr, /git restore/);
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
