import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { assertNames, found } from '../../../support/facts.ts';
import { inFleet, packageVariant, repository, web, type GitFleet } from '../../../support/fleet.ts';
import { GitRepository } from '../../../support/git-repository.ts';
import { needTools } from '../../../support/kpt.ts';
import { kptfile, type Files } from '../../run-support.ts';

const OBJECT = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: region}\n';
const EU = 'variants/eu.yaml';
const US = 'variants/us.yaml';

const REPOSITORIES = ['packages', 'eu', 'us']
  .map((name) => repository(name, name === 'packages' ? name : `clusters/${name}`))
  .join('---\n');

const FLEET: Files = {
  '.gitignore': 'local/\n',
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'repositories.yaml': REPOSITORIES,
  'objects/region.yaml': OBJECT,
  [EU]: packageVariant('eu-shop', 'packages/shop', 'eu/shop'),
  [US]: packageVariant('us-shop', 'packages/shop', 'us/shop'),
};

function hold(name: string): string {
  return `apiVersion: krm-variants.dev/v1alpha1
kind: FleetHold
metadata: {name: ${name}}
spec: {variants: [clusters/${name}/shop], reason: canary first}
`;
}

/** Passes a fleet to a test whose commits have an author. */
function inOwnFleet(test: (setting: GitFleet) => Promise<void>): Promise<void> {
  return inFleet(FLEET, async (setting) => {
    for (const key of ['name', 'email']) setting.fleet.git('config', `user.${key}`, 'a');
    await test(setting);
  });
}

/**
 * Runs a command, which must succeed, and returns what its warning about changes that are not committed names, such as
 * `1 file a.yaml` or `4 files a.yaml, b.yaml, c.yaml and 1 more`; '' without one.
 */
async function warning({ run }: GitFleet, ...args: Parameters<GitFleet['run']>): Promise<string> {
  const outcome = await run(...args);
  assert.equal(outcome.exitCode, 0, outcome.stderr);
  const [warned, ...others] = outcome.results.filter(
    ({ severity, code, file }) => severity === 'warning' && code === 'changes-uncommitted' && file === undefined,
  );
  assert.deepEqual(others, []);
  if (warned === undefined) return '';
  assert.ok(outcome.stderr.includes(warned.message), outcome.stderr);
  const [, number, names] = /^(\d+ (?:file|removed variant)s?) .*?, (.*?):/.exec(warned.message) ?? [];
  return `${number} ${names}`;
}

describe('files that fleet --commit depends on, and that are not committed', () => {
  before(function () {
    needTools(this, 'git');
  });

  const edited = packageVariant('eu-shop', 'packages/shop', 'eu/shop', '  labels: {a: b}\n');
  const cases: readonly (readonly [string, Files, string])[] = [
    ['an edited PackageVariant', { [EU]: edited }, `1 file ${EU}`],
    ['an untracked PackageVariant', { 'new.yaml': packageVariant('b', 'packages/shop', 'eu/b') }, '1 file new.yaml'],
    ['an ignored one', { 'local/new.yaml': packageVariant('b', 'packages/shop', 'eu/b') }, '1 file local/new.yaml'],
    ['a Repository', { 'repositories.yaml': `${REPOSITORIES}# a\n` }, '1 file repositories.yaml'],
    ['an object', { 'objects/new.yaml': OBJECT.replace('region', 'new') }, '1 file objects/new.yaml'],
    ['a hold', { '.krm-variants/holds/us.yaml': hold('us') }, '1 file .krm-variants/holds/us.yaml'],
    [
      'several of them',
      Object.fromEntries(['1', '2', '3', '4'].map((name) => [`o/${name}.yaml`, OBJECT.replace('region', `o-${name}`)])),
      '4 files o/1.yaml, o/2.yaml, o/3.yaml and 1 more',
    ],
  ];
  for (const [name, files, expected] of cases)
    it(`are a warning of apply, which names ${name}`, () =>
      inOwnFleet(async (setting) => {
        setting.fleet.write(files);
        assert.equal(await warning(setting, 'plan'), '');
        assert.equal(await warning(setting, 'apply', '--commit'), expected);
      }));

  it('fail a strict call before it writes anything', () =>
    inOwnFleet(async ({ fleet, run }) => {
      fleet.write({ [EU]: edited });
      const outcome = await run('apply', '--commit', '--strict');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error strict', 'warning changes-uncommitted']);
      assertNames(outcome, 'changes-uncommitted', EU);
      assert.equal(fleet.git('status', '--porcelain'), `M ${EU}`.padStart(EU.length + 3));
      assert.equal(fleet.git('rev-list', '--count', 'HEAD'), '1');
    }));

  it('are none that no variant is made of', () =>
    inOwnFleet(async (setting) => {
      setting.fleet.write({
        'compose.yaml': 'services: {}\n',
        'README.md': 'mine\n',
        [EU]: edited,
        'clusters/us/notes.yaml': OBJECT,
      });
      assert.equal(await warning(setting, 'apply', '--commit', '--variant', 'us-shop'), '');
    }));

  it('are none of a submodule, unless its commit is another one', () =>
    inOwnFleet(async (setting) => {
      const { fleet } = setting;
      const inner = new GitRepository(join(fleet.folder, 'inner'), '');
      fleet.git('-c', 'init.defaultBranch=main', 'init', '--quiet', inner.folder);
      inner.commit({ 'new.yaml': packageVariant('b', 'packages/shop', 'eu/b') });
      fleet.git('add', 'inner');
      fleet.commit({
        '.gitmodules': '[submodule "inner"]\n\tpath = inner\n\turl = https://git.example.com/inner.git\n',
      });
      assert.equal(await warning(setting, 'apply', '--commit'), '');
      inner.commit({ 'other.yaml': packageVariant('c', 'packages/shop', 'eu/c') });
      assert.equal(await warning(setting, 'apply', '--commit'), '2 files inner/new.yaml, inner/other.yaml');
    }));

  it('count if they were removed', () =>
    inOwnFleet(async (setting) => {
      const { fleet } = setting;
      assert.equal(await warning(setting, 'apply', '--commit'), '');
      fleet.commit({ '.krm-variants/holds/us.yaml': hold('us') });
      for (const path of [EU, 'objects/region.yaml', '.krm-variants/holds/us.yaml']) fleet.remove(path);
      // A variant that is gone stays as it is.
      const names = 'objects/region.yaml, .krm-variants/holds/us.yaml';
      assert.equal(await warning(setting, 'apply', '--commit'), `2 files ${names}`);
      fleet.git('restore', '.krm-variants', 'objects');
      assert.equal(await warning(setting, 'prune', '--commit', '--yes'), `1 file ${EU}`);
      assert.match(fleet.git('log', '-1', '--format=%s'), /^Prune /);
    }));

  it('include variants that an earlier run removed, unless they are asked for again', () =>
    inOwnFleet(async (setting) => {
      const { fleet, run } = setting;
      await run('apply');
      fleet.git('rm', '--quiet', EU, '--cached');
      fleet.remove(EU);
      fleet.commit({});
      assert.equal((await run('prune', '--yes')).exitCode, 0);
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      fleet.git('reset', '--quiet', '--soft', 'HEAD~1');
      fleet.git('restore', '--staged', '.krm-variants', 'clusters');
      fleet.git('commit', '--quiet', '-m', 'Upgrade');
      assert.equal(await warning(setting, 'apply', '--commit'), '1 removed variant clusters/eu/shop');
      assert.equal(fleet.git('log', '-1', '--format=%s'), 'Apply shop: 2 files');
      assert.equal(await warning(setting, 'plan'), '');
      fleet.write({ [EU]: FLEET[EU] ?? '' });
      fleet.git('add', EU);
      fleet.git('commit', '--quiet', '-m', 'Again');
      assert.equal(await warning(setting, 'apply', '--commit'), '');
    }));

  it('include the files of an adopted folder', () =>
    inOwnFleet(async (setting) => {
      const { fleet } = setting;
      assert.equal(await warning(setting, 'apply', '--commit', '--variant', 'us-shop'), '');
      cpSync(join(fleet.folder, 'clusters/us'), join(fleet.folder, 'clusters/eu'), { recursive: true });
      const names = ['Kptfile', 'package-context.yaml', 'web.yaml']
        .map((name) => `clusters/eu/shop/${name}`)
        .join(', ');
      assert.equal(await warning(setting, 'adopt', 'clusters/eu/shop', '--commit'), `3 files ${names}`);
      assert.equal(fleet.git('log', '-1', '--format=%s'), 'Adopt clusters/eu/shop: 1 file');
    }));
});
