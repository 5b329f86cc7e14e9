import assert from 'node:assert/strict';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { remoteRepository } from '../../support/downstream-fleet.ts';
import { inFleet, packageVariant, repository, web, type FleetSetting } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, writeFiles, type Files } from '../run-support.ts';

const SHOP = 'clusters/eu/shop';
const WEB = `${SHOP}/web.yaml`;
const LOCK = `.krm-variants/lock/${SHOP}.lock`;
const BASE = `.krm-variants/base/${WEB}.base`;
const EU = 'variants/eu.yaml';

function variant(rest = ''): string {
  return packageVariant('eu-shop', 'blueprints/shop', 'eu/shop', rest);
}

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'variants/all.yaml': [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    repository('us', 'clusters/us'),
    packageVariant('us-shop', 'blueprints/shop', 'us/shop'),
  ].join('---\n'),
  [EU]: variant(),
};

interface GoneFleet {
  /** Files of the fleet before the first apply. Default: those of `FLEET`. */
  readonly files?: Files;
  /** Changes that are committed after it. */
  readonly edits?: Files;
}

/** Passes a fleet to a test whose PackageVariant `eu-shop` is gone. */
function inGoneFleet(
  { files = {}, edits = {} }: GoneFleet,
  test: (setting: FleetSetting) => Promise<void>,
): Promise<void> {
  return inFleet({ ...FLEET, ...files }, async (setting) => {
    const { fleet, run } = setting;
    const { stderr, exitCode } = await run('apply');
    assert.equal(exitCode, 0, stderr);
    fleet.commit({});
    writeFiles(fleet.folder, edits);
    rmSync(join(fleet.folder, EU));
    fleet.commit({});
    await test(setting);
  });
}

function has({ fleet }: FleetSetting, path: string): boolean {
  return existsSync(join(fleet.folder, path));
}

const ADDED = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: added}\n';

describe('krm-variants fleet prune', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('removes folder and lock of a PackageVariant that was deleted (deletionPolicy: delete) [E17]', () =>
    inGoneFleet({}, async (setting) => {
      const { fleet, run } = setting;
      const planned = await run('plan');
      assert.match(
        planned.stderr,
        /shop\.lock.*restore the PackageVariant, or run `krm-variants fleet prune`, which removes the folder/,
      );
      const applied = await run('apply');
      assert.match(applied.stderr, /krm-variants fleet prune/);
      assert.ok(has(setting, WEB) && has(setting, LOCK));
      const checked = await run('prune', '--check');
      assert.equal(checked.exitCode, 4, checked.stderr);
      assert.ok(has(setting, WEB) && has(setting, LOCK));
      const { stdout, stderr, exitCode } = await run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.match(stdout, /^prune +clusters\/eu\/shop +- +work tree \([\da-f]{12}\) +3$/m);
      assert.match(stderr, /^1 pruned: 4 files changed$/m);
      assert.deepEqual([has(setting, 'clusters/eu'), has(setting, LOCK)], [false, false]);
      assert.ok(has(setting, 'clusters/us/shop/web.yaml'));
      fleet.commit({});
      assert.match((await run('prune')).stderr, /^no variant: no file changed$/m);
    }));

  it('removes only the lock and the kept bases with deletionPolicy orphan, and keeps edits', () =>
    inGoneFleet({ files: { [EU]: variant('  deletionPolicy: orphan\n') } }, async (setting) => {
      const { fleet, run } = setting;
      writeFiles(fleet.folder, { [WEB]: web(5), [BASE]: web(1) });
      assert.match((await run('plan')).stderr, /removes only the lock \(deletionPolicy: orphan\)/);
      const { stderr, exitCode } = await run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.read(WEB), web(5));
      assert.deepEqual([has(setting, LOCK), has(setting, BASE)], [false, false]);
    }));

  it('takes the policy of the last apply, not of a later edit', () =>
    inGoneFleet({ edits: { [EU]: variant('  deletionPolicy: orphan\n') } }, async (setting) => {
      const { stderr, exitCode } = await setting.run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.equal(has(setting, WEB), false);
    }));

  it('removes the old folder of a PackageVariant with another downstream [E15]', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await run('apply');
      fleet.commit({ [EU]: packageVariant('eu-shop', 'blueprints/shop', 'eu/store') });
      await run('apply');
      fleet.commit({});
      const { stderr, exitCode } = await run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual([has(setting, WEB), has(setting, 'clusters/eu/store/web.yaml')], [false, true]);
    }));

  const edits: readonly (readonly [name: string, files: Files])[] = [
    ['an edited file', { [WEB]: web(5) }],
    ['an added file', { [`${SHOP}/added.yaml`]: ADDED }],
  ];
  for (const [name, files] of edits) {
    it(`reports ${name} as a conflict, and leaves the folder`, () =>
      inGoneFleet({ edits: files }, async (setting) => {
        const { stdout, stderr, exitCode } = await setting.run('prune', '--yes');
        assert.equal(exitCode, 3, stderr);
        assert.match(stdout, /^conflict +clusters\/eu\/shop/m);
        assert.match(
          stderr,
          /clusters\/eu\/shop.*conflict delete\/change: base "folder as the last apply made it", new absent, .*local edits in/,
        );
        assert.match(stderr, /--take 'clusters\/eu\/shop=local'/);
        assert.equal(setting.fleet.git('status', '--porcelain'), '');
      }));

    it(`removes ${name} if that is decided`, () =>
      inGoneFleet({ edits: files }, async (setting) => {
        const { stderr, exitCode } = await setting.run('prune', '--yes', '--on-conflict', 'new');
        assert.equal(exitCode, 0, stderr);
        assert.deepEqual([has(setting, SHOP), has(setting, LOCK)], [false, false]);
      }));

    it(`keeps the folder of ${name}, without its lock, if that is decided`, () =>
      inGoneFleet({ edits: files }, async (setting) => {
        const { stderr, exitCode } = await setting.run('prune', '--yes', '--take', `${SHOP}=local`);
        assert.equal(exitCode, 0, stderr);
        assert.deepEqual([has(setting, WEB), has(setting, LOCK)], [true, false]);
      }));

    it(`never removes ${name} that no commit has`, () =>
      inGoneFleet({}, async (setting) => {
        writeFiles(setting.fleet.folder, files);
        const { stderr, exitCode } = await setting.run('prune', '--yes', '--on-conflict', 'new');
        assert.equal(exitCode, 1, stderr);
        assert.match(stderr, /has an edit that no commit has.*commit it, or remove the file/);
        assert.ok(has(setting, LOCK));
      }));
  }

  it('leaves files that git ignores, and links, and says so', () =>
    inGoneFleet({ files: { '.gitignore': '*.env\n' } }, async (setting) => {
      const { fleet, run } = setting;
      writeFiles(fleet.folder, { [`${SHOP}/local.env`]: 'A=1\n' });
      symlinkSync('/nowhere', join(fleet.folder, SHOP, 'link'));
      const { stderr, exitCode } = await run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.match(
        stderr,
        /\[warning\] clusters\/eu\/shop: keeps (1 file that git does not store \(local\.env\)|1 symbolic link \(link\)| and ){3}: remove/,
      );
      assert.equal(fleet.read(`${SHOP}/local.env`), 'A=1\n');
      assert.equal(has(setting, WEB), false);
    }));

  it('removes nothing behind a link in the folder of bases', () =>
    inGoneFleet({}, async (setting) => {
      const { fleet, run } = setting;
      writeFiles(fleet.folder, { 'notes/a.txt': 'a\n', [`.krm-variants/base/${SHOP}/.keep`]: '' });
      symlinkSync(join(fleet.folder, 'notes'), join(fleet.folder, `.krm-variants/base/${SHOP}/link`));
      fleet.commit({});
      const { stderr, exitCode } = await run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.read('notes/a.txt'), 'a\n');
      assert.doesNotMatch(fleet.git('status', '--porcelain'), /notes/);
    }));

  it('leaves links and submodules that are committed, and says what they are', () =>
    inGoneFleet({}, async (setting) => {
      const { fleet, run } = setting;
      symlinkSync('/nowhere', join(fleet.folder, SHOP, 'link'));
      symlinkSync('..', join(fleet.folder, SHOP, 'folder'));
      fleet.git('init', '--quiet', `${SHOP}/sub`);
      for (const args of [
        ['add', 'a.yaml'],
        ['commit', '--quiet', '-m', 'a'],
      ]) {
        writeFiles(fleet.folder, { [`${SHOP}/sub/a.yaml`]: 'a: b\n' });
        fleet.git('-C', `${SHOP}/sub`, ...args);
      }
      fleet.git('add', SHOP);
      fleet.commit({});
      const { stderr, exitCode } = await run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.match(
        stderr,
        /\[warning\] clusters\/eu\/shop: keeps (2 symbolic links \((link, folder|folder, link)\)|1 submodule \(sub\)| and ){3}: remove/,
      );
      assert.equal(fleet.git('ls-files', '--', `${SHOP}/link`, `${SHOP}/folder`), `${SHOP}/folder\n${SHOP}/link`);
      assert.doesNotMatch(fleet.git('status', '--porcelain'), /link|folder|sub|us\/shop/);
      assert.equal(fleet.read(`${SHOP}/sub/a.yaml`), 'a: b\n');
      assert.equal(has(setting, WEB), false);
    }));

  const refused: readonly (readonly [name: string, files: Files, args: readonly string[], message: RegExp])[] = [
    [
      'more than a tenth of the fleet without --yes',
      {},
      [],
      /prune would remove 1 of 2 variants, which is more than a tenth.*`--yes`/,
    ],
    [
      'the upstream of another variant',
      { 'variants/chain.yaml': packageVariant('chain', 'eu/shop', 'us/chain') },
      ['--yes'],
      /must not be removed, since PackageVariant "chain" \(variants\/chain\.yaml\) is made of it/,
    ],
    [
      'the upstream of a variant in another git repository',
      {
        'variants/far.yaml': [
          remoteRepository('far', 'https://git.example.com/far.git'),
          packageVariant('far-shop', 'eu/shop', 'far/shop'),
        ].join('---\n'),
      },
      ['--yes', '--variant', 'eu-shop'],
      /must not be removed, since PackageVariant "far-shop" \(variants\/far\.yaml\) is made of it/,
    ],
    [
      'the upstream of a variant that follows the branch',
      { 'variants/chain.yaml': packageVariant('chain', 'eu/shop@main', 'us/chain') },
      ['--yes'],
      /must not be removed, since PackageVariant "chain" \(variants\/chain\.yaml\) is made of it/,
    ],
    [
      'anything while a PackageVariant is wrong',
      { 'variants/bad.yaml': packageVariant('bad', 'blueprints/shop', 'nowhere/shop') },
      ['--yes'],
      /nowhere/,
    ],
    [
      'with a damaged lock',
      { [LOCK]: 'krm-variants fleet lock v1 sha256:0\n' },
      ['--yes'],
      /shop\.lock.*must be as the last apply wrote it/,
    ],
    ['a variant that is not gone', {}, ['--yes', '--variant', 'us-shop'], /no variant that is gone is named "us-shop"/],
  ];
  for (const [name, files, args, message] of refused)
    it(`refuses to prune ${name}`, () =>
      inGoneFleet({ edits: files }, async (setting) => {
        const { stderr, exitCode } = await setting.run('prune', ...args);
        assert.equal(exitCode, 1, stderr);
        assert.match(stderr, message);
        assert.ok(has(setting, WEB) && has(setting, LOCK));
      }));

  it('removes a folder that a variant is made of as it is in a tag', () =>
    inGoneFleet(
      { edits: { 'variants/chain.yaml': packageVariant('chain', 'eu/shop@v9', 'us/chain') } },
      async (all) => {
        const { stderr, exitCode } = await all.run('prune', '--yes');
        assert.equal(exitCode, 0, stderr);
        assert.equal(has(all, WEB), false);
      },
    ));

  it('refuses to remove a folder with the folder of another variant in it', () =>
    inGoneFleet({}, async (setting) => {
      const { fleet, run } = setting;
      fleet.commit({ 'variants/inner.yaml': packageVariant('inner', 'blueprints/shop', 'eu/shop/inner') });
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      const { stderr, exitCode } = await run('prune', '--yes', '--on-conflict', 'new');
      assert.equal(exitCode, 1);
      assert.match(stderr, /must not be removed, since the folder "clusters\/eu\/shop\/inner" is in it/);
      assert.ok(has(setting, `${SHOP}/inner/web.yaml`) && has(setting, WEB));
    }));

  it('commits what it removes, and nothing else', () =>
    inGoneFleet({}, async (setting) => {
      const { fleet, run } = setting;
      writeFiles(fleet.folder, { 'README.md': 'mine\n' });
      const { stderr, exitCode } = await run('prune', '--yes', '--commit', '--variant', 'eu-shop');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.git('status', '--porcelain'), '?? README.md');
      assert.deepEqual(
        fleet
          .git('show', '--name-status', '--format=')
          .split('\n')
          .map((line) => line[0]),
        ['D', 'D', 'D', 'D'],
      );
    }));

  it('prunes a variant whose folder somebody deleted', () =>
    inGoneFleet({}, async (setting) => {
      const { fleet, run } = setting;
      rmSync(join(fleet.folder, SHOP), { recursive: true });
      fleet.commit({});
      const { stderr, exitCode } = await run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.equal(has(setting, LOCK), false);
    }));
});
