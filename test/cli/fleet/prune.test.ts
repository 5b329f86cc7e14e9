import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ResultCode } from '../../../src/krm/index.ts';
import { remoteRepository } from '../../support/downstream-fleet.ts';
import { actions, assertNames, found, versions } from '../../support/facts.ts';
import {
  type FleetSetting,
  type InFleet,
  inFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

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
function goneFleetBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return ({ files = {}, edits = {} }: GoneFleet, test: (setting: Setting) => Promise<void>): Promise<void> => {
    return open({ ...FLEET, ...files }, async (setting) => {
      const { fleet, run } = setting;
      const { stderr, exitCode } = await run('apply');
      assert.equal(exitCode, 0, stderr);
      fleet.commit({});
      fleet.write(edits);
      fleet.remove(EU);
      fleet.commit({});
      await test(setting);
    });
  };
}

const inGoneFleet = goneFleetBy(inMemoryFleet);
const inGitGoneFleet = goneFleetBy(inFleet);

function has({ fleet }: FleetSetting, path: string): boolean {
  return fleet.has(path);
}

const ADDED = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: added}\n';

describe('krm-variants fleet prune', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('removes folder and lock of a PackageVariant that was deleted (deletionPolicy: delete) [E17]', () =>
    inGitGoneFleet({}, async (setting) => {
      const { fleet, run } = setting;
      for (const action of ['plan', 'apply'] as const) {
        const outcome = await run(action);
        assert.deepEqual(found(outcome), [`warning variant-gone ${LOCK}`]);
        assertNames(outcome, 'variant-gone', '`krm-variants fleet prune`', 'removes the folder');
      }
      assert.ok(has(setting, WEB) && has(setting, LOCK));
      const checked = await run('prune', '--check');
      assert.equal(checked.exitCode, 4, checked.stderr);
      assert.ok(has(setting, WEB) && has(setting, LOCK));
      const pruned = await run('prune', '--yes');
      assert.deepEqual([found(pruned), pruned.exitCode], [[], 0]);
      assert.deepEqual(
        [actions(pruned), versions(pruned)],
        [{ [SHOP]: 'prune' }, { [SHOP]: ['work tree (ID)', undefined] }],
      );
      assert.deepEqual(pruned.variants[0]?.files, ['Kptfile', 'package-context.yaml', 'web.yaml']);
      const removed = fleet.git('diff', '--name-status').split('\n');
      assert.deepEqual(
        removed,
        [LOCK, ...['Kptfile', 'package-context.yaml', 'web.yaml'].map((file) => `${SHOP}/${file}`)].map(
          (path) => `D\t${path}`,
        ),
      );
      assert.deepEqual([has(setting, 'clusters/eu'), has(setting, LOCK)], [false, false]);
      assert.ok(has(setting, 'clusters/us/shop/web.yaml'));
      fleet.commit({});
      const again = await run('prune');
      assert.deepEqual([again.variants, found(again), again.exitCode], [[], [], 0]);
    }));

  it('removes only the lock and the kept bases with deletionPolicy orphan, and keeps edits', () =>
    inGoneFleet({ files: { [EU]: variant('  deletionPolicy: orphan\n') } }, async (setting) => {
      const { fleet, run } = setting;
      fleet.write({ [WEB]: web(5), [BASE]: web(1) });
      const planned = await run('plan');
      assert.deepEqual(found(planned), [`warning variant-gone ${LOCK}`]);
      assertNames(planned, 'variant-gone', 'removes only the lock', 'deletionPolicy: orphan');
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
    inMemoryFleet(FLEET, async (setting) => {
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
        const refused = await setting.run('prune', '--yes');
        assert.equal(refused.exitCode, 3, refused.stderr);
        assert.deepEqual(actions(refused), { [SHOP]: 'conflict' });
        assert.deepEqual(found(refused), [`error conflict-delete-change ${SHOP}`]);
        const [edited = ''] = Object.keys(files).map((path) => path.slice(SHOP.length + 1));
        assertNames(refused, 'conflict-delete-change', edited);
        assert.match(refused.stderr, /--take 'clusters\/eu\/shop=local'/);
        assert.deepEqual(setting.fleet.uncommitted(), []);
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
        setting.fleet.write(files);
        const refused = await setting.run('prune', '--yes', '--on-conflict', 'new');
        assert.equal(refused.exitCode, 1, refused.stderr);
        assert.deepEqual(
          found(refused),
          Object.keys(files).map((path) => `error changes-uncommitted ${path}`),
        );
        assert.ok(has(setting, LOCK));
      }));
  }

  it('leaves files that git ignores, and links, and says so', () =>
    inGitGoneFleet({ files: { '.gitignore': '*.env\n' } }, async (setting) => {
      const { fleet, run } = setting;
      fleet.write({ [`${SHOP}/local.env`]: 'A=1\n' });
      symlinkSync('/nowhere', join(fleet.folder, SHOP, 'link'));
      const pruned = await run('prune', '--yes');
      assert.equal(pruned.exitCode, 0, pruned.stderr);
      assert.deepEqual(found(pruned), [`warning files-left ${SHOP}`]);
      assertNames(pruned, 'files-left', ' 1 file ', '(local.env)', ' 1 symbolic link (link)');
      assert.equal(fleet.read(`${SHOP}/local.env`), 'A=1\n');
      assert.equal(has(setting, WEB), false);
    }));

  it('removes nothing behind a link in the folder of bases', () =>
    inGitGoneFleet({}, async (setting) => {
      const { fleet, run } = setting;
      fleet.write({ 'notes/a.txt': 'a\n', [`.krm-variants/base/${SHOP}/.keep`]: '' });
      symlinkSync(join(fleet.folder, 'notes'), join(fleet.folder, `.krm-variants/base/${SHOP}/link`));
      fleet.commit({});
      const { stderr, exitCode } = await run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.read('notes/a.txt'), 'a\n');
      assert.doesNotMatch(fleet.git('status', '--porcelain'), /notes/);
    }));

  it('leaves links and submodules that are committed, and says what they are', () =>
    inGitGoneFleet({}, async (setting) => {
      const { fleet, run } = setting;
      symlinkSync('/nowhere', join(fleet.folder, SHOP, 'link'));
      symlinkSync('..', join(fleet.folder, SHOP, 'folder'));
      fleet.git('init', '--quiet', `${SHOP}/sub`);
      for (const args of [
        ['add', 'a.yaml'],
        ['commit', '--quiet', '-m', 'a'],
      ]) {
        fleet.write({ [`${SHOP}/sub/a.yaml`]: 'a: b\n' });
        fleet.git('-C', `${SHOP}/sub`, ...args);
      }
      fleet.git('add', SHOP);
      fleet.commit({});
      const pruned = await run('prune', '--yes');
      assert.equal(pruned.exitCode, 0, pruned.stderr);
      assert.deepEqual(found(pruned), [`warning files-left ${SHOP}`]);
      assertNames(pruned, 'files-left', ' 2 symbolic links (folder, link)', ' 1 submodule (sub)');
      assert.equal(fleet.git('ls-files', '--', `${SHOP}/link`, `${SHOP}/folder`), `${SHOP}/folder\n${SHOP}/link`);
      assert.doesNotMatch(fleet.git('status', '--porcelain'), /link|folder|sub|us\/shop/);
      assert.equal(fleet.read(`${SHOP}/sub/a.yaml`), 'a: b\n');
      assert.equal(has(setting, WEB), false);
    }));

  const needed = `error folder-needed ${SHOP}`;
  const refused: readonly (readonly [
    name: string,
    files: Files,
    args: readonly string[],
    facts: readonly string[],
    code: ResultCode,
    ...things: readonly string[],
  ])[] = [
    [
      'more than a tenth of the fleet without --yes',
      {},
      [],
      ['error consent-needed'],
      'consent-needed',
      '1 of 2 variants',
      '`--yes`',
    ],
    [
      'the upstream of another variant',
      { 'variants/chain.yaml': packageVariant('chain', 'eu/shop', 'us/chain') },
      ['--yes'],
      [needed],
      'folder-needed',
      '"chain" (variants/chain.yaml)',
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
      [needed, 'warning repository-unreachable'],
      'folder-needed',
      '"far-shop" (variants/far.yaml)',
    ],
    [
      'the upstream of a variant that follows the branch',
      { 'variants/chain.yaml': packageVariant('chain', 'eu/shop@main', 'us/chain') },
      ['--yes'],
      [needed],
      'folder-needed',
      '"chain" (variants/chain.yaml)',
    ],
    [
      'anything while a PackageVariant is wrong',
      { 'variants/bad.yaml': packageVariant('bad', 'blueprints/shop', 'nowhere/shop') },
      ['--yes'],
      ['error unresolved-reference variants/bad.yaml spec.downstream.repo'],
      'unresolved-reference',
      '"nowhere"',
    ],
    [
      'with a damaged lock',
      { [LOCK]: 'krm-variants fleet lock v1 sha256:0\n' },
      ['--yes'],
      [`error lock-damaged ${LOCK}`],
      'lock-damaged',
      '`git restore`',
    ],
    [
      'a variant that is not gone',
      {},
      ['--yes', '--variant', 'us-shop'],
      ['error variant-not-found'],
      'variant-not-found',
      '"us-shop"',
    ],
  ];
  for (const [name, files, args, facts, code, ...things] of refused)
    it(`refuses to prune ${name}`, () =>
      inGoneFleet({ edits: files }, async (setting) => {
        const ended = await setting.run('prune', ...args);
        assert.deepEqual([found(ended), ended.exitCode], [facts, 1]);
        assertNames(ended, code, ...things);
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
      const ended = await run('prune', '--yes', '--on-conflict', 'new');
      assert.deepEqual([found(ended), ended.exitCode], [[needed], 1]);
      assertNames(ended, 'folder-needed', `"${SHOP}/inner"`);
      assert.ok(has(setting, `${SHOP}/inner/web.yaml`) && has(setting, WEB));
    }));

  it('commits what it removes, and nothing else', () =>
    inGitGoneFleet({}, async (setting) => {
      const { fleet, run } = setting;
      fleet.write({ 'README.md': 'mine\n' });
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
      fleet.remove(SHOP);
      fleet.commit({});
      const { stderr, exitCode } = await run('prune', '--yes');
      assert.equal(exitCode, 0, stderr);
      assert.equal(has(setting, LOCK), false);
    }));
});
