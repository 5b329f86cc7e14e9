import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitServer } from '../../support/git-server.ts';
import { get, update } from '../../support/package-commands.ts';
import { needTools } from '../../support/kpt.ts';
import { inUpstream, type UpstreamSetting } from '../../support/upstream-repository.ts';
import { below, configMap, kptfile, readFiles, shortened, writeFiles, type Files } from '../run-support.ts';

const CIPHERTEXT = Buffer.from('\0GITCRYPT\0\x8e\xff', 'latin1');

const SHOP: Files = { Kptfile: kptfile('shop'), 'db/secret.yaml': CIPHERTEXT, 'web.yaml': configMap('web') };

const CRYPT = 'secret.yaml filter=git-crypt diff=git-crypt\n';

/** Commits files as they are, whatever attributes they have. */
function commit({ up }: UpstreamSetting, files: Files): string {
  writeFiles(up.folder, files);
  up.git('-c', 'filter.git-crypt.clean=cat', 'add', '--all');
  up.git('commit', '--quiet', '--message', 'change');
  return up.git('rev-parse', 'HEAD');
}

/** Gets the package `shop`. Returns its files beside the outcome. */
async function gets({ folder, up }: UpstreamSetting, ...args: readonly string[]) {
  const outcome = await get(`file://${up.folder}/.git/shop@main`, join(folder, 'mine'), ...args);
  return {
    ...outcome,
    stderr: shortened(folder, outcome.stderr),
    files: existsSync(join(folder, 'mine')) ? readFiles(join(folder, 'mine')) : undefined,
  };
}

describe('files that git converts', () => {
  before(function () {
    needTools(this, 'git');
  });

  const places: Readonly<Record<string, Files>> = {
    'in the top folder': { '.gitattributes': `shop/db/${CRYPT}` },
    'in the package': { 'shop/.gitattributes': CRYPT },
    'in the folder of the file': { 'shop/db/.gitattributes': CRYPT },
    'in a macro': { '.gitattributes': '[attr]crypt filter=git-crypt\nsecret.yaml crypt\n' },
  };
  for (const [place, attributes] of Object.entries(places))
    it(`are refused by get, with attributes ${place}`, () =>
      inUpstream(async (setting) => {
        commit(setting, { ...below('shop', SHOP), ...attributes });
        const { stderr, exitCode, files } = await gets(setting);
        assert.equal(exitCode, 1);
        assert.equal(
          stderr.split('\n')[0],
          '[error] db/secret.yaml: must not have the git attribute `filter=git-crypt`, since a copy is made without the filters and encodings of git: to copy the file as it is, add the line `secret.yaml -filter` to the `.gitattributes` of its folder; to leave it out, add it to the `.krmignore` of its package',
        );
        assert.equal(files, undefined);
      }));

  it('are refused in a repository on a host, of which only needed files are fetched', () =>
    inUpstream(async (setting) => {
      const { folder, up } = setting;
      commit(setting, { ...below('shop', SHOP), '.gitattributes': CRYPT });
      up.git('clone', '--quiet', '--bare', '.', join(folder, 'served/up.git'));
      up.git('-C', join(folder, 'served/up.git'), 'config', 'uploadpack.allowFilter', 'true');
      const server = await GitServer.start(join(folder, 'served'));
      const { stderr, exitCode } = await get(`${server.url}/up.git/shop@main`, join(folder, 'mine'));
      await server.stop();
      assert.match(stderr, /^\[error\] db\/secret\.yaml: must not have the git attribute `filter=git-crypt`/);
      assert.equal(exitCode, 1);
    }));

  it('are refused if the Kptfile is one', () =>
    inUpstream(async (setting) => {
      commit(setting, { 'shop/Kptfile': CIPHERTEXT, 'shop/.gitattributes': 'Kptfile filter=git-crypt\n' });
      const { stderr } = await gets(setting);
      assert.match(stderr, /^\[error\] Kptfile: must not have the git attribute `filter=git-crypt`/);
    }));

  it('are refused in another encoding, and copied as git stores them without it', () =>
    inUpstream(async (setting) => {
      const attributes = 'web.yaml working-tree-encoding=UTF-16LE-BOM\n';
      commit(setting, { 'shop/Kptfile': kptfile('shop'), 'shop/.gitattributes': attributes });
      commit(setting, { 'shop/web.yaml': Buffer.from(`\ufeff${configMap('web')}`, 'utf16le') });
      const { stderr, exitCode } = await gets(setting);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /^\[error\] web\.yaml: .*`working-tree-encoding=UTF-16LE-BOM`.*`web\.yaml !working-tree-encoding`/,
      );
      writeFileSync(join(setting.up.folder, 'shop/.gitattributes'), `${attributes}web.yaml !working-tree-encoding\n`);
      commit(setting, { 'shop/web.yaml': configMap('web') });
      const { files, ...done } = await gets(setting);
      assert.equal(done.exitCode, 0, done.stderr);
      assert.equal(files?.['web.yaml'], configMap('web'));
    }));

  it('are copied as git stores them with the line that the error names', () =>
    inUpstream(async (setting) => {
      commit(setting, {
        ...below('shop', SHOP),
        '.gitattributes': CRYPT,
        'shop/db/.gitattributes': 'secret.yaml -filter\n',
      });
      const { stderr, exitCode } = await gets(setting, '--strict');
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(
        Buffer.from(readFiles(join(setting.folder, 'mine'))['db/secret.yaml'] ?? ''),
        Buffer.from(CIPHERTEXT.toString()),
      );
    }));

  it('are left out with a warning if a .krmignore names them', () =>
    inUpstream(async (setting) => {
      commit(setting, { ...below('shop', SHOP), '.gitattributes': CRYPT, 'shop/.krmignore': 'db\n' });
      const { stderr, exitCode, files = {} } = await gets(setting);
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /^\[warning\] @mine\/db\/secret\.yaml: is left out: git converts it \(`filter=git-crypt`\)/);
      assert.deepEqual(Object.keys(files), ['.krmignore', 'Kptfile', 'web.yaml']);
    }));

  it('are pointers of Git LFS as before', () =>
    inUpstream(async (setting) => {
      const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n';
      setting.up.git('config', 'filter.lfs.clean', 'cat');
      commit(setting, {
        ...below('shop', SHOP),
        '.gitattributes': 'secret.yaml filter=lfs\n',
        'shop/db/secret.yaml': pointer,
      });
      const { stderr, exitCode, files } = await gets(setting);
      assert.equal(exitCode, 0);
      assert.match(stderr, /^\[warning\] @mine\/db\/secret\.yaml: is a pointer of Git LFS/);
      assert.equal(files?.['db/secret.yaml'], pointer);
    }));

  it('are refused by update in a new version, and run no filter', () =>
    inUpstream(async (setting) => {
      const { folder, up } = setting;
      commit(setting, below('shop', { ...SHOP, 'db/secret.yaml': configMap('db') }));
      const before = (await gets(setting)).files;
      commit(setting, { '.gitattributes': CRYPT, 'shop/web.yaml': configMap('new') });
      const ran = join(folder, 'ran');
      for (const key of ['clean', 'smudge', 'process']) up.git('config', `filter.git-crypt.${key}`, `touch ${ran}`);
      const { stderr, exitCode } = await update(join(folder, 'mine'));
      assert.equal(exitCode, 1);
      assert.match(
        shortened(folder, stderr),
        /^\[error\] @mine\/db\/secret\.yaml: must not have the git attribute `filter=git-crypt`/,
      );
      assert.deepEqual(readFiles(join(folder, 'mine')), before);
      assert.equal(existsSync(ran), false);
    }));

  it('may be in the version that a package came from', () =>
    inUpstream(async (setting) => {
      const { folder, up } = setting;
      const files = below('shop', { ...SHOP, 'db/secret.yaml': configMap('db') });
      commit(setting, files);
      await gets(setting);
      const mine = join(folder, 'mine');
      const old = commit(setting, { '.gitattributes': CRYPT });
      writeFileSync(join(mine, 'Kptfile'), (readFiles(mine)['Kptfile'] ?? '').replace(/commit: .*/, `commit: ${old}`));
      commit(setting, { 'shop/.gitattributes': 'secret.yaml -filter\n', 'shop/db/secret.yaml': configMap('new') });
      const { stderr, exitCode } = await update(mine);
      assert.equal(exitCode, 0, stderr);
      assert.equal(readFiles(mine)['db/secret.yaml'], configMap('new'));
      assert.equal(up.git('status', '--porcelain'), '');
    }));
});
