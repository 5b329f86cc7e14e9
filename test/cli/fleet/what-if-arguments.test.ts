import assert from 'node:assert/strict';
import { existsSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseWith } from '../../../cli/fleet/commands/plan.ts';
import { assertNames, counts, found } from '../../support/facts.ts';
import {
  fleetArguments,
  inFleet,
  inMemoryFleet,
  packageVariant,
  registryPolicy,
  replicasPolicy,
  web,
  type FleetSetting,
} from '../../support/fleet.ts';
import {
  C,
  COPY,
  FLEET,
  FLOATING,
  GIT_FLEET,
  inApplied,
  inGitApplied,
  set,
  SHOP,
  site,
  tag,
  WARNINGS,
} from '../../support/what-if-fleet.ts';
import type { FleetFolder } from '../../support/fleet-folder.ts';
import { planBoth, sharedFleet, untouched } from '../../support/what-if.ts';
import { configMap, inFolder, kptfile, writeFiles, type Files } from '../run-support.ts';

const POLICY = replicasPolicy('mine');

/**
 * Rows of errors of the options, with `X` for a file outside of the repository, and its content: the things that the
 * message names, and the words that tell the rule from others, since all have one code.
 */
type ErrorRows = Readonly<
  Record<string, readonly [options: readonly string[], content: string | Files, ...named: readonly string[]]>
>;

const ERRORS: ErrorRows = {
  'an empty folder': [['--with', 'X=packages/shop'], {}, 'must have files'],
  'a place outside of the repository': [['--with', 'X=../a.yaml'], set('v1'), '"../a.yaml"', 'top folder'],
  'the whole repository': [['--with', 'X=.'], SHOP, '"."', 'top folder'],
  'a folder of git': [['--with', 'X=.git/config'], '', '".git/config"', 'top folder'],
  'a lock': [['--with', 'X=.krm-variants/lock/clusters/a/shop.lock'], '', 'a/shop.lock"', 'record'],
  'a file in place of a folder': [['--with', 'X=packages/shop'], set('v1'), '"packages/shop"', 'not a folder'],
  'a folder in place of a file': [['--with', 'X=variants/c.yaml'], SHOP, '"variants/c.yaml"', 'not a file'],
  'a place below a file': [['--with', 'X=variants/c.yaml/x.yaml'], C, '"variants/c.yaml"', 'in a folder'],
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
};

/** Rows of errors about links, ignored files, and files that options read from the disk. */
const ON_DISK: ErrorRows = {
  'a link': [['--with', 'X=link.yaml'], C, '"link.yaml"', 'a link'],
  'what is in the place already': [['--with', 'variants/c.yaml=variants/c.yaml'], '', 'c.yaml" ', 'anyway'],
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
const FOUND: ErrorRows = {
  'a file that is not YAML': [['--with', 'X=variants/c.yaml'], 'a: [', 'error invalid-yaml variants/c.yaml'],
  'a wrong PackageVariant': [
    ['--with', 'X=variants/c.yaml'],
    C.replace('spec:', 'spek:'),
    'error missing-field variants/c.yaml spec',
    'error unknown-field variants/c.yaml spek',
  ],
};

/** Passes the path of a file outside of the repository with this content, or of a folder with these files. */
function withOutside<T>(content: string | Files, act: (path: string) => Promise<T>): Promise<T> {
  const files = typeof content === 'string' ? { 'x.yaml': content } : content;
  return inFolder(files, (folder) => act(typeof content === 'string' ? join(folder, 'x.yaml') : folder));
}

function filesBelow(fleet: FleetFolder, folder: string): Files {
  const files = Object.entries(fleet.files()).filter(([path]) => path.startsWith(`${folder}/`));
  return Object.fromEntries(files.map(([path, text]) => [path.slice(folder.length + 1), text]));
}

describe('fleet plan --with, refusing', () => {
  const files: Files = {
    'packages/other/Kptfile': kptfile('other'),
    'packages/other/policy.yaml': registryPolicy('one.example.com'),
    'variants/other.yaml': packageVariant('other', 'blueprints/other', 'c/other'),
    'README.md': 'text\n',
    'policies/mp.yaml': POLICY,
  };
  const shared = sharedFleet(inMemoryFleet, { ...FLEET, ...files });
  const gitShared = sharedFleet(inFleet, { ...GIT_FLEET, ...files });

  /**
   * Plans with options in which `X` is a file outside of the repository with this content, or a folder; returns its
   * path, too.
   */
  const plan = (setting: FleetSetting, options: readonly string[], content: string | Files) =>
    withOutside(content, async (named) => {
      const { folder } = setting.fleet;
      const own = options.map((each) =>
        each.replace(/^X/, named).replace(/^(?=variants|objects(?:\/north\.yaml)?$|policies\/mp\.yaml$)/, `${folder}/`),
      );
      const outcome = await untouched(setting, () => setting.run('plan', ...own));
      assert.equal(outcome.exitCode, 1);
      return { ...outcome, named };
    });

  const refuses = (rows: ErrorRows, inThis: () => FleetSetting): void => {
    for (const [name, [options, content, ...named]] of Object.entries(rows))
      it(`refuses ${name}, and writes nothing`, async () => {
        const outcome = await plan(inThis(), options, content);
        assert.deepEqual(found(outcome), ['error invalid-argument']);
        assertNames(outcome, 'invalid-argument', '`--with`', ...named);
      });
  };

  refuses(ERRORS, shared);
  refuses(ON_DISK, () => {
    const setting = gitShared();
    const link = join(setting.fleet.folder, 'link.yaml');
    if (!existsSync(link)) symlinkSync('variants/c.yaml', link);
    return setting;
  });

  for (const [name, [options, content, ...errors]] of Object.entries(FOUND))
    it(`refuses ${name}, and writes nothing`, async () => {
      const outcome = await plan(shared(), options, content);
      assert.deepEqual(found(outcome), [...errors, ...(errors.length > 1 ? WARNINGS : [])]);
    });

  it('refuses a path that does not exist, and writes nothing', async () => {
    const outcome = await plan(shared(), ['--with', 'X/none'], { a: '' });
    assert.deepEqual(found(outcome), [`error file-not-found ${outcome.named}/none`]);
  });
});

describe('fleet plan --with, without =REPLACED', () => {
  const shared = sharedFleet(inMemoryFleet, FLEET);

  const replaces = (content: string | Files, want: string) => (): Promise<void> =>
    withOutside(content, async (named) => {
      const setting = shared();
      const { stdout, stderr, exitCode } = await untouched(setting, () => setting.run('plan', '--with', named));
      assert.equal(exitCode, 0, stderr);
      assert.equal(stdout.split('\n')[1]?.split(/ {2,}/)[1], want);
    });

  it('replaces the input with the same objects', replaces(set('v1', 'gold'), 'variants/shops.yaml'));
  it('replaces an object', replaces(site('south'), 'objects/north.yaml'));
  it(
    'replaces the file of an upstream package, not those of its copies',
    replaces(registryPolicy('two'), 'packages/shop/policy.yaml'),
  );
  it('replaces the package of the same name', replaces(FLOATING, 'packages/floating'));

  it('replaces the same path of a file in a clone', () =>
    inGitApplied(async ({ fleet, run }) => {
      const clone = join(dirname(fleet.folder), 'clone');
      fleet.git('clone', '--quiet', fleet.folder, clone);
      writeFiles(clone, { 'clusters/a/shop/policy.yaml': registryPolicy('two.example.com') });
      const { stdout } = await run('plan', '--with', join(clone, 'clusters/a/shop/policy.yaml'));
      assert.match(stdout, /^WITH .*\n\S+ +clusters\/a\/shop\/policy\.yaml\n/);
    }));

  it('needs a name if the inputs are not valid as they are, and then plans with them', () =>
    inApplied((setting) =>
      withOutside(set('v1', 'gold'), async (path) => {
        setting.fleet.commit({ 'variants/shops.yaml': 'a: [' });
        const refused = await setting.run('plan', '--with', path);
        assert.equal(refused.exitCode, 1);
        assert.deepEqual(found(refused), ['error invalid-argument', 'error invalid-yaml variants/shops.yaml']);
        assertNames(refused, 'invalid-argument', path, '`=REPLACED`');
        const planned = await setting.run('plan', '--with', `${path}=variants/shops.yaml`);
        assert.equal(planned.exitCode, 0, planned.stderr);
        assert.deepEqual(counts(planned), { update: 2, unchanged: 2 });
      }),
    ));

  it('names itself, not the repository, if it has the text of another apply', () =>
    inApplied(async (setting) => {
      const { fleet, run } = setting;
      const before = filesBelow(fleet, 'clusters/c/shop');
      fleet.commit({ 'packages/floating/web.yaml': web(6) });
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      await withOutside(before, async (outside) => {
        const option = `${outside}=clusters/c/shop`;
        const outcome = await untouched(setting, () => run('plan', '--with', option));
        assert.equal(outcome.exitCode, 1);
        assert.deepEqual(found(outcome), ['error lock-mismatch clusters/c/shop/web.yaml', ...WARNINGS]);
        assertNames(outcome, 'lock-mismatch', `\`--with ${option}\``);
        assert.doesNotMatch(outcome.stderr, /git restore/);
      });
    }));

  it('plans a revision with the package of the work tree', () =>
    inGitApplied(async (setting) => {
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
    const planned = await planBoth(setting, replaced, [], (copy) => {
      tag(copy);
      copy.tag('v2');
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
