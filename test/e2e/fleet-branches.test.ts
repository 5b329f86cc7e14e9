import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { driftIn, inFleet, packageVariant, repository, type GitFleet } from '../support/fleet.ts';
import type { GitRepository } from '../support/git-repository.ts';
import { needTools } from '../support/kpt.ts';
import { configMap, kptfile, writeFiles, type Files } from '../cli/run-support.ts';

const SHOP = 'clusters/eu/shop';
const MAP = `${SHOP}/map.yaml`;
const LOCK = `.krm-variants/lock/${SHOP}.lock`;
const VARIANT = 'variants/eu.yaml';

/** Returns a ConfigMap whose keys are apart, so that git merges changes of two of them. */
function map(...values: readonly string[]): string {
  const lines = values.map((value, index) => `  key${index}: ${value}\n  one${index}: same\n  two${index}: same\n`);
  return configMap('map', `data:\n${lines.join('')}`);
}

/** Values of the first keys in each version. Two more are those that only people change. */
const VERSIONS = {
  v1: ['1', '1', '1'],
  v2: ['2', '1', '1'],
  v3: ['1', '3', '1'],
  v4: ['1', '1', '4'],
  v5: ['5', '1', '1'],
};
type Version = keyof typeof VERSIONS;

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'repositories.yaml': [repository('blueprints', 'packages'), repository('eu', 'clusters/eu')].join('---\n'),
};

/** Commits the versions of the package, and applies the first one. */
async function withVersions(setting: GitFleet): Promise<void> {
  const { fleet } = setting;
  for (const [version, values] of Object.entries(VERSIONS)) {
    fleet.commit({ 'packages/shop/map.yaml': map(...values, 'none', 'none') });
    fleet.git('tag', `packages/shop/${version}`);
  }
  await applyVersion(setting, 'v1');
}

/** Passes a fleet with the versions of the package to a test, in a repository in which git joins locks. */
function inVersions(act: (setting: GitFleet) => Promise<void>): Promise<void> {
  return inFleet(FLEET, async (setting) => {
    setUpGit(setting.fleet);
    await withVersions(setting);
    await act(setting);
  });
}

/** Asks for a version, applies it, and commits all. `edit`: the folder with an edit. */
async function applyVersion({ fleet, run }: GitFleet, version: string, edit?: string): Promise<void> {
  writeFiles(fleet.folder, { [VARIANT]: packageVariant('eu-shop', `blueprints/shop@${version}`, 'eu/shop') });
  const { exitCode, stderr } = await run('apply');
  assert.equal(exitCode, 0, stderr);
  fleet.commit({});
  if (edit !== undefined) fleet.commit({ [MAP]: edit });
}

/**
 * Applies `theirs` on a branch and `ours` on main, with an edit on each, and merges the branch. Git has merged the
 * folder, but not what the PackageVariant asks for, for which `asked` is taken.
 */
async function merged(
  setting: GitFleet,
  versions: Readonly<Record<'ours' | 'theirs', Version>>,
  asked: Version = versions.ours,
): Promise<void> {
  const { fleet } = setting;
  fleet.git('checkout', '--quiet', '-b', 'other');
  await applyVersion(setting, versions.theirs, map(...VERSIONS[versions.theirs], 'none', 'theirs'));
  fleet.git('checkout', '--quiet', 'main');
  await applyVersion(setting, versions.ours, map(...VERSIONS[versions.ours], 'ours', 'none'));
  assert.equal(fleet.run('git', 'merge', '--quiet', 'other').exitCode, 1);
  writeFiles(fleet.folder, { [VARIANT]: packageVariant('eu-shop', `blueprints/shop@${asked}`, 'eu/shop') });
  fleet.git('add', VARIANT);
}

/** Does the same with edits that were made before each apply. */
async function mergedWithEdits(
  setting: GitFleet,
  versions: Readonly<Record<'ours' | 'theirs', Version>>,
  asked: Version,
): Promise<void> {
  const { fleet } = setting;
  fleet.git('checkout', '--quiet', '-b', 'other');
  fleet.commit({ [MAP]: map(...VERSIONS.v1, 'none', 'theirs') });
  await applyVersion(setting, versions.theirs);
  fleet.git('checkout', '--quiet', 'main');
  fleet.commit({ [MAP]: map(...VERSIONS.v1, 'ours', 'none') });
  await applyVersion(setting, versions.ours);
  assert.equal(fleet.run('git', 'merge', '--quiet', 'other').exitCode, 1);
  writeFiles(fleet.folder, { [VARIANT]: packageVariant('eu-shop', `blueprints/shop@${asked}`, 'eu/shop') });
  fleet.git('add', VARIANT);
}

function setUpGit(fleet: GitRepository): void {
  const { exitCode, stderr } = fleet.run('krm-variants', 'git-setup');
  assert.equal(exitCode, 0, stderr);
}

/**
 * Applies, and checks that the folder has a version with these values of people, and that only these count as edits.
 */
async function settles({ fleet, run }: GitFleet, version: Version, ...edits: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await run('apply');
  assert.equal(exitCode, 0, stderr);
  assert.equal(fleet.read(MAP), map(...VERSIONS[version], ...edits));
  assert.match(fleet.read(LOCK), /^krm-variants fleet lock v1 /);
  if (fleet.git('status', '--porcelain') !== '') fleet.commit({});
  assert.equal((await run('plan', '--check')).exitCode, 0);
}

describe('branches that both applied', () => {
  before(function () {
    needTools(this, 'git');
  });

  const asked: readonly Version[] = ['v2', 'v3', 'v4'];
  for (const version of asked)
    it(`are settled by apply: v2 and v3, where ${version} is asked for`, () =>
      inVersions(async (setting) => {
        const { fleet, run } = setting;
        await merged(setting, { ours: 'v2', theirs: 'v3' }, version);
        assert.equal(fleet.git('diff', '--name-only', '--diff-filter=U'), '');
        fleet.commit({});
        assert.equal(fleet.read(MAP), map('2', '3', '1', 'ours', 'theirs'));
        const { exitCode, stdout } = await run('plan', '--check');
        assert.equal(exitCode, 4);
        assert.match(stdout, /^update .* v2 \(\w+\) and v3 \(\w+\) -> /m);
        await settles(setting, version, 'ours', 'theirs');
        await applyVersion(setting, 'v1');
        assert.equal(fleet.read(MAP), map(...VERSIONS.v1, 'ours', 'theirs'));
      }));

  for (const [decision, value] of [
    ['new', '5'],
    ['local', '2'],
  ] as const)
    it(`have a conflict where it is not known what people edited, which --take ${decision} decides`, () =>
      inVersions(async (setting) => {
        const { fleet, run } = setting;
        await merged(setting, { ours: 'v2', theirs: 'v5' }, 'v5');
        writeFiles(fleet.folder, { [MAP]: map(...VERSIONS.v2, 'ours', 'theirs') });
        fleet.commit({});
        const { exitCode, stderr } = await run('apply');
        assert.equal(exitCode, 3, stderr);
        assert.match(stderr, /ConfigMap\/map data\.key0: conflict edit\/edit: base "?1"?, new "?5"?, local "?2"?/);
        assert.equal(stderr.match(/conflict edit\/edit/g)?.length, 1);
        const decided = await run('apply', '--take', `ConfigMap/map:data.key0=${decision}`);
        assert.equal(decided.exitCode, 0, decided.stderr);
        assert.equal(fleet.read(MAP), map(value, '1', '1', 'ours', 'theirs'));
        fleet.commit({});
        assert.equal((await run('plan', '--check')).exitCode, 0);
      }));

  it('need no decision where people resolved the conflict of git with what is asked for', () =>
    inVersions(async (setting) => {
      const { fleet } = setting;
      await merged(setting, { ours: 'v2', theirs: 'v5' }, 'v5');
      writeFiles(fleet.folder, { [MAP]: map(...VERSIONS.v5, 'ours', 'theirs') });
      fleet.commit({});
      await settles(setting, 'v5', 'ours', 'theirs');
    }));

  for (const [taken, version] of [
    ['main', 'v2'],
    ['main', 'v5'],
    ['main', 'v3'],
    ['other', 'v5'],
    ['other', 'v2'],
    ['other', 'v1'],
  ] as const)
    it(`have the changes of ${version}, and the edits of ${taken}, if people took the file of ${taken} as a whole`, () =>
      inVersions(async (setting) => {
        const { fleet, run } = setting;
        await mergedWithEdits(setting, { ours: 'v2', theirs: 'v5' }, version);
        fleet.git('checkout', taken === 'main' ? '--ours' : '--theirs', '--', MAP);
        fleet.commit({});
        const { stderr } = await run('plan', '--verbose');
        assert.match(
          stderr,
          /\[info\] clusters\/eu\/shop\/map\.yaml: is that of one of the merged branches, as a whole/,
        );
        await settles(setting, version, taken === 'main' ? 'ours' : 'none', taken === 'main' ? 'none' : 'theirs');
      }));

  it('have only the edits of the side whose file people took as a whole, also if they were made after its apply', () =>
    inVersions(async (setting) => {
      const { fleet } = setting;
      await merged(setting, { ours: 'v2', theirs: 'v3' }, 'v3');
      fleet.git('checkout', 'main', '--', MAP);
      fleet.commit({});
      assert.equal(fleet.read(MAP), map(...VERSIONS.v2, 'ours', 'none'));
      await settles(setting, 'v3', 'ours', 'none');
    }));

  for (const [title, isCommitted] of [
    ['before the merge is committed', false],
    ['after the merge', true],
  ] as const)
    it(`have the changes of the only apply if people took the file of the other side as a whole: ${title}`, () =>
      inVersions(async (setting) => {
        const { fleet } = setting;
        fleet.git('checkout', '--quiet', '-b', 'other');
        await applyVersion(setting, 'v2', map(...VERSIONS.v2, 'none', 'theirs'));
        fleet.git('checkout', '--quiet', 'main');
        fleet.commit({ [MAP]: map('9', '1', '1', 'ours', 'none') });
        assert.equal(fleet.run('git', 'merge', '--quiet', 'other').exitCode, 1);
        fleet.git('checkout', '--ours', '--', MAP);
        fleet.git('add', '--all');
        if (isCommitted) fleet.commit({});
        const drift = await (await driftIn(fleet.folder))();
        assert.equal(drift.exitCode, 1);
        assert.match(drift.stderr, /shop: has files of a branch that was merged.*: run `krm-variants fleet apply`/);
        const { run } = setting;
        const refused = await run('apply');
        assert.equal(refused.exitCode, 3, refused.stderr);
        assert.match(refused.stderr, /data\.key0: conflict edit\/edit: base "?1"?, new "?2"?, local "?9"?/);
        assert.equal((await run('apply', '--on-conflict', 'new')).exitCode, 0);
        await settles(setting, 'v2', 'ours', 'none');
      }));

  it('have the changes of the version if people took the whole folder of the other branch, with a file that only ours added', () =>
    inVersions(async (setting) => {
      const { fleet, run } = setting;
      fleet.commit({ 'packages/shop/extra.yaml': configMap('extra') });
      fleet.git('tag', 'packages/shop/v6');
      fleet.git('checkout', '--quiet', '-b', 'other');
      await applyVersion(setting, 'v5');
      fleet.git('checkout', '--quiet', 'main');
      await applyVersion(setting, 'v6');
      assert.equal(fleet.run('git', 'merge', '--quiet', 'other').exitCode, 1);
      fleet.git('rm', '-r', '--quiet', '--force', '--', SHOP);
      fleet.git('checkout', 'other', '--', SHOP);
      writeFiles(fleet.folder, { [VARIANT]: packageVariant('eu-shop', 'blueprints/shop@v6', 'eu/shop') });
      fleet.commit({});
      assert.equal((await run('apply')).exitCode, 0);
      assert.equal(fleet.read(`${SHOP}/extra.yaml`), configMap('extra'));
    }));

  for (const [isKept, version, path, value] of [
    [true, 'v7', 'map.yaml', map('1', '3', '4', 'none', 'none')],
    [true, 'v3', 'map.yaml', map(...VERSIONS.v3, 'none', 'none')],
    [true, 'v6', 'moved.yaml', map('6', '1', '1', 'none', 'none')],
    [false, 'v3', 'map.yaml', map(...VERSIONS.v3, 'none', 'none')],
    [false, 'v8', 'moved.yaml', map('6', '3', '4', 'none', 'none')],
  ] as const)
    it(`have one file of ${version} if its resource is in two after git ${isKept ? 'kept' : 'dropped'} the one that the other side moved`, () =>
      inVersions(async (setting) => {
        const { fleet, run } = setting;
        for (const [each, name, values] of [
          ['v7', 'map.yaml', ['1', '3', '4']],
          ['v6', 'moved.yaml', ['6', '1', '1']],
          ['v8', 'moved.yaml', ['6', '3', '4']],
        ] as const) {
          fleet.git('rm', '--quiet', '-r', 'packages/shop');
          fleet.commit({
            'packages/shop/Kptfile': kptfile('shop'),
            [`packages/shop/${name}`]: map(...values, 'none', 'none'),
          });
          fleet.git('tag', `packages/shop/${each}`);
        }
        setUpGit(fleet);
        fleet.git('checkout', '--quiet', '-b', 'other');
        await applyVersion(setting, 'v6');
        fleet.git('checkout', '--quiet', 'main');
        await applyVersion(setting, 'v3');
        assert.equal(fleet.run('git', 'merge', '--quiet', 'other').exitCode, 1);
        fleet.git(...(isKept ? ['add'] : ['rm', '--quiet']), '--', MAP);
        writeFiles(fleet.folder, { [VARIANT]: packageVariant('eu-shop', `blueprints/shop@${version}`, 'eu/shop') });
        fleet.commit({});
        const { exitCode, stderr } = await run('apply');
        assert.equal(exitCode, 0, stderr);
        const maps = readdirSync(join(fleet.folder, SHOP)).filter((file) => /^(?:map|moved)\.yaml$/.test(file));
        assert.deepEqual(maps, [path]);
        assert.equal(fleet.read(`${SHOP}/${path}`), value);
      }));

  it('keep an edit of a file that people took as a whole in a rebase of two applies', () =>
    inVersions(async (setting) => {
      const { fleet } = setting;
      fleet.git('checkout', '--quiet', '-b', 'other');
      await applyVersion(setting, 'v5');
      await applyVersion(setting, 'v3');
      fleet.git('checkout', '--quiet', 'main');
      fleet.commit({ [MAP]: map(...VERSIONS.v1, 'ours', 'none') });
      await applyVersion(setting, 'v2');
      let ran = fleet.run('git', 'rebase', 'main', 'other');
      for (let count = 0; ran.exitCode !== 0 && count < 4; count++) {
        fleet.run('git', 'checkout', '--ours', '--', MAP);
        fleet.run('git', 'checkout', '--theirs', '--', VARIANT);
        fleet.git('add', '--all');
        ran = fleet.run('git', '-c', 'core.editor=true', 'rebase', '--continue');
      }
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.equal(fleet.read(MAP), map(...VERSIONS.v2, 'ours', 'none'));
      await settles(setting, 'v3', 'ours', 'none');
    }));

  it('are settled, too, if neither had the variant before', () =>
    inVersions(async (setting) => {
      const { fleet } = setting;
      fleet.git('rm', '-r', '--quiet', SHOP, '.krm-variants', VARIANT);
      fleet.commit({});
      fleet.git('checkout', '--quiet', '-b', 'other');
      await applyVersion(setting, 'v3');
      fleet.git('checkout', '--quiet', 'main');
      await applyVersion(setting, 'v2');
      assert.equal(fleet.run('git', 'merge', '--quiet', 'other').exitCode, 1);
      fleet.git('checkout', '--ours', '--', SHOP, VARIANT);
      fleet.commit({});
      assert.match(fleet.read(LOCK), /^base 0\nours \d+\n/m);
      await settles(setting, 'v2', 'none', 'none');
    }));

  it('are settled after merges in both directions, with two merge bases', () =>
    inVersions(async (setting) => {
      const { fleet } = setting;
      await merged(setting, { ours: 'v2', theirs: 'v3' });
      fleet.commit({});
      fleet.git('checkout', '--quiet', 'other');
      assert.equal(fleet.run('git', 'merge', '--quiet', 'main^1').exitCode, 1);
      writeFiles(fleet.folder, { [VARIANT]: packageVariant('eu-shop', 'blueprints/shop@v2', 'eu/shop') });
      fleet.commit({ 'notes.md': 'x\n' });
      fleet.git('checkout', '--quiet', 'main');
      // There are two merge bases.
      fleet.git('merge', '--quiet', '--no-edit', 'other');
      assert.match(fleet.read(LOCK), /^krm-variants fleet lock v2 /);
      await settles(setting, 'v2', 'ours', 'theirs');
    }));

  it('have no conflict about the derived texts that both keep', () =>
    inVersions(async (setting) => {
      const { fleet } = setting;
      const base = `.krm-variants/base/${MAP}.base`;
      fleet.commit({ [MAP]: map(...VERSIONS.v1, 'mine', 'none') });
      fleet.git('checkout', '--quiet', '-b', 'other');
      await applyVersion(setting, 'v3');
      fleet.git('checkout', '--quiet', 'main');
      await applyVersion(setting, 'v2');
      assert.equal(fleet.read(base), map(...VERSIONS.v2, 'none', 'none'));
      assert.equal(fleet.run('git', 'merge', '--quiet', 'other').exitCode, 1);
      assert.equal(fleet.git('diff', '--name-only', '--diff-filter=U'), VARIANT);
      fleet.git('checkout', '--theirs', '--', VARIANT);
      fleet.commit({});
      await settles(setting, 'v3', 'mine', 'none');
      assert.equal(fleet.read(base), map(...VERSIONS.v3, 'none', 'none'));
    }));

  it('are refused by drift and prune until they are settled, and shown by log', () =>
    inVersions(async (setting) => {
      const { fleet, run } = setting;
      await merged(setting, { ours: 'v2', theirs: 'v3' });
      fleet.commit({});
      const drift = await (await driftIn(fleet.folder))();
      assert.equal(drift.exitCode, 1);
      assert.match(drift.stderr, /shop\.lock: must be the lock of one apply.*: run `krm-variants fleet apply`/);
      rmSync(join(fleet.folder, VARIANT));
      const planned = await run('plan');
      assert.match(planned.stderr, /no PackageVariant asks for the folder.*fleet prune/);
      const pruned = await run('prune', '--yes');
      assert.equal(pruned.exitCode, 1);
      assert.match(pruned.stderr, /shop\.lock: must be the lock of one apply.*: restore the PackageVariant/);
    }));

  it('name the remedy for conflict markers in the lock, which works', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await withVersions(setting);
      await merged(setting, { ours: 'v2', theirs: 'v3' });
      assert.match(fleet.read(LOCK), /^<{7} /);
      const { exitCode, stderr } = await run('plan');
      assert.equal(exitCode, 1);
      const [, ...commands] = /: run `([^`]*)` and `([^`]*)` to join the locks/.exec(stderr) ?? [];
      assert.equal(commands.length, 2, stderr);
      for (const command of commands) fleet.run('sh', '-c', command);
      fleet.commit({});
      await settles(setting, 'v2', 'ours', 'theirs');
    }));

  for (const [title, isCommitted] of [
    ['before the merge is committed', false],
    ['after the merge', true],
  ] as const)
    it(`refuse a lock that was taken from one side by hand: ${title}`, () =>
      inFleet(FLEET, async (setting) => {
        const { fleet, run } = setting;
        await withVersions(setting);
        await merged(setting, { ours: 'v2', theirs: 'v3' });
        fleet.git('checkout', '--ours', '--', LOCK);
        fleet.git('add', '--all');
        if (isCommitted) fleet.commit({});
        const planned = await run('plan', '--check');
        assert.equal(planned.exitCode, 1);
        assert.match(planned.stderr, /map\.yaml: has changes of the apply of \w{12}, whose lock a merge dropped/);
        const drift = await (await driftIn(fleet.folder))();
        assert.equal(drift.exitCode, 1);
        assert.match(drift.stderr, /map\.yaml: has changes of the apply of/);
        const [, command = ''] = /: join both locks with `([^`]*)`/.exec(planned.stderr) ?? [];
        assert.equal(fleet.run('bash', '-c', command).exitCode, 0);
        fleet.commit({});
        await settles(setting, 'v2', 'ours', 'theirs');
      }));

  it('refuse the lock of the other side in the same way, also on a branch that was merged then', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await withVersions(setting);
      fleet.git('branch', 'trunk');
      await merged(setting, { ours: 'v2', theirs: 'v3' }, 'v3');
      fleet.git('checkout', '--theirs', '--', LOCK);
      fleet.commit({});
      fleet.git('checkout', '--quiet', 'trunk');
      fleet.commit({ 'notes.md': 'x\n' });
      fleet.git('merge', '--quiet', '--no-edit', 'main');
      const { exitCode, stderr } = await run('plan', '--check');
      assert.equal(exitCode, 1);
      assert.match(stderr, /map\.yaml: has changes of the apply of/);
    }));

  it('refuse a lock of one side also if the other one only added a file or removed one', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await withVersions(setting);
      fleet.commit({ 'packages/shop/a.yaml': configMap('a') });
      fleet.git('tag', 'packages/shop/v6');
      rmSync(join(fleet.folder, 'packages/shop/a.yaml'));
      fleet.commit({ 'packages/shop/c.yaml': configMap('c') });
      fleet.git('tag', 'packages/shop/v7');
      fleet.commit({
        'packages/shop/a.yaml': configMap('a'),
        'packages/shop/map.yaml': map('8', '1', '1', 'none', 'none'),
      });
      fleet.git('rm', '--quiet', 'packages/shop/c.yaml');
      fleet.commit({});
      fleet.git('tag', 'packages/shop/v8');
      await applyVersion(setting, 'v6');
      fleet.git('checkout', '--quiet', '-b', 'other');
      await applyVersion(setting, 'v7');
      fleet.git('checkout', '--quiet', 'main');
      await applyVersion(setting, 'v8');
      assert.equal(fleet.run('git', 'merge', '--quiet', 'other').exitCode, 1);
      fleet.git('checkout', '--ours', '--', LOCK, VARIANT);
      fleet.commit({});
      const { exitCode, stderr } = await run('plan', '--check');
      assert.equal(exitCode, 1);
      assert.match(stderr, /shop\/a\.yaml: has changes of/);
      assert.match(stderr, /shop\/c\.yaml: has changes of/);
    }));

  it('accept the folder and the lock of one side, and later edits of people', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await withVersions(setting);
      await merged(setting, { ours: 'v2', theirs: 'v3' });
      fleet.git('checkout', 'main', '--', LOCK, SHOP);
      fleet.commit({});
      assert.equal((await run('plan', '--check')).exitCode, 0);
      // By chance, a person sets what the other side derived.
      fleet.commit({ [MAP]: map('2', '3', '1', 'ours', 'none') });
      assert.equal((await run('plan', '--check')).exitCode, 0);
      await applyVersion(setting, 'v4');
      assert.equal(fleet.read(MAP), map('1', '3', '4', 'ours', 'none'));
    }));

  it('keep edits that were made before a merge which is reverted', () =>
    inVersions(async (setting) => {
      const { fleet } = setting;
      await merged(setting, { ours: 'v2', theirs: 'v3' });
      fleet.commit({});
      fleet.git('revert', '--no-edit', '--mainline', '1', 'HEAD');
      await settles(setting, 'v2', 'ours', 'none');
    }));
});
