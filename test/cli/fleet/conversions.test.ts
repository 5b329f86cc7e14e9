import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { assertNames, found } from '../../support/facts.ts';
import { inFleet, packageVariant, repository, web, type GitFleet } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

const EU = 'clusters/eu/shop';

function secret(token: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata:\n  name: api\ndata:\n  token: ${token}\n`;
}

/** A fleet with a variant of a version, or of the work tree. */
function fleetOf(revision: string): Files {
  return {
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/web.yaml': web(1),
    'variants/all.yaml': [
      repository('blueprints', 'packages'),
      repository('eu', 'clusters/eu'),
      packageVariant('eu-shop', `blueprints/shop${revision}`, 'eu/shop'),
    ].join('---\n'),
  };
}

/** A filter that is installed like git-crypt: the work tree has the text, and git has other bytes. */
function installFilter({ fleet }: GitFleet): void {
  const program = join(fleet.folder, '.git/rot');
  fleet.write({ '.git/rot': `#!/bin/sh\ntr A-Za-z N-ZA-Mn-za-m\n` });
  chmodSync(program, 0o755);
  for (const key of ['clean', 'smudge']) fleet.git('config', `filter.rot.${key}`, program);
}

function uninstallFilter({ fleet }: GitFleet): void {
  for (const key of ['clean', 'smudge']) fleet.git('config', '--unset', `filter.rot.${key}`);
}

const SECRET = 'packages/shop/secret.yaml';

const ATTRIBUTE = '`filter=rot`';

describe('files of an upstream that git converts, in a fleet', () => {
  before(function () {
    needTools(this, 'git');
  });

  const rows: readonly (readonly [where: string, revision: string, error: string, named: string])[] = [
    ['a version', '@v2', 'error file-converted', '"packages/shop" at v2: secret.yaml: '],
    ['the work tree', '', `error file-converted ${SECRET}`, ATTRIBUTE],
  ];
  for (const [where, revision, error, named] of rows)
    it(`are an error in ${where}, with and without the program of the filter`, () =>
      inFleet(fleetOf(revision), async (setting) => {
        const { fleet, run } = setting;
        installFilter(setting);
        fleet.commit({ [SECRET]: secret('b25l'), '.gitattributes': `${SECRET} filter=rot\n` });
        fleet.tag('v2');
        const installed = await run('apply');
        assert.equal(installed.exitCode, 1);
        assert.deepEqual(found(installed), [error]);
        assertNames(installed, 'file-converted', named, ATTRIBUTE);
        assert.equal(fleet.has(EU), false);
        uninstallFilter(setting);
        assert.equal((await run('apply')).stderr, installed.stderr);
      }));

  it('are an error for a variant that has them, until an attribute or a .krmignore says what to do', () =>
    inFleet({ ...fleetOf(''), [SECRET]: secret('b25l') }, async ({ fleet, run }) => {
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({ '.gitattributes': 'secret.yaml filter=rot\n', [`${EU}/own.yaml`]: web(1, 'own:1', 'own') });
      const refused = await run('apply');
      assert.deepEqual(found(refused), [`error file-converted ${SECRET}`]);
      assertNames(refused, 'file-converted', ATTRIBUTE);
      assert.deepEqual(fleet.uncommitted(), []);
      fleet.commit({ 'packages/shop/.gitattributes': 'secret.yaml -filter\n' });
      const copied = await run('apply', '--strict');
      assert.equal(copied.exitCode, 0, copied.stderr);
      assert.equal(fleet.read(`${EU}/secret.yaml`), secret('b25l'));
      fleet.commit({ 'packages/shop/.gitattributes': '', 'packages/shop/.krmignore': 'secret.yaml\n' });
      const ignored = await run('apply');
      assert.deepEqual(found(ignored), [`warning file-converted ${SECRET}`]);
      assert.equal(ignored.exitCode, 0, ignored.stderr);
      assert.equal(fleet.has(`${EU}/secret.yaml`), false);
      assert.equal(fleet.read(`${EU}/own.yaml`), web(1, 'own:1', 'own'));
    }));

  it('are an error if the Kptfile is one', () =>
    inFleet(fleetOf(''), async ({ fleet, run }) => {
      fleet.commit({ '.gitattributes': 'Kptfile filter=rot\n', 'packages/shop/Kptfile': Buffer.from([0x8e]) });
      const outcome = await run('apply');
      assert.deepEqual(found(outcome), ['error file-converted packages/shop/Kptfile']);
      assertNames(outcome, 'file-converted', ATTRIBUTE);
    }));

  it('are named as files of the upstream if they are not YAML as git stores them', () =>
    inFleet({ ...fleetOf(''), [SECRET]: Buffer.from([0, 0x8e]) }, async ({ fleet, run }) => {
      const damage = '0x8e at offset 1';
      const outcome = await run('apply');
      assert.deepEqual(found(outcome), [`error not-utf8 ${SECRET}`]);
      assertNames(outcome, 'not-utf8', damage);
      fleet.tag('v2');
      fleet.commit(fleetOf('@v2'));
      const version = await run('apply');
      assert.deepEqual(found(version), ['error not-utf8']);
      const commit = fleet.commitOf('v2').slice(0, 12);
      assertNames(version, 'not-utf8', `"packages/shop" at v2 (${commit}): secret.yaml: `, damage);
    }));

  it('do not matter in the folder of a variant, where only people have them', () =>
    inFleet(fleetOf(''), async (setting) => {
      const { fleet, run } = setting;
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({ '.gitattributes': `${EU}/own.yaml filter=rot\n`, [`${EU}/own.yaml`]: web(1, 'own:1', 'own') });
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      const { stderr, exitCode } = await run('apply', '--strict');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.read(`${EU}/own.yaml`), web(1, 'own:1', 'own'));
      assert.equal(fleet.read(`${EU}/web.yaml`), web(2));
    }));
});
