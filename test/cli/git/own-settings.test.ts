import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OwnSettings } from '../../../cli/git/own-settings.ts';
import { Repository } from '../../../cli/git/repository.ts';
import { parseRepositoryUrl } from '../../../cli/git/repository-url.ts';
import { GitRepository } from '../../support/git-repository.ts';
import { GitServer } from '../../support/git-server.ts';
import { needTools } from '../../support/kpt.ts';
import { diff, get, update } from '../../support/package-commands.ts';
import { inUpstream } from '../../support/upstream-repository.ts';
import { below, configMap, kptfile, writeFiles } from '../run-support.ts';

/** A served repository, and one in whose folder `home` the user works. */
interface Setting {
  /** Folder of all others, which is also the user's home. */
  readonly folder: string;
  readonly home: GitRepository;
  readonly server: GitServer;
  /** Reads the served repository with the settings for a folder, by default that of the user. */
  readonly read: (url: string, folder?: string) => unknown;
}

function served(act: (setting: Setting) => void | Promise<void>, password?: string): Promise<void> {
  return inUpstream(async ({ folder, up }) => {
    up.commit({ 'shop/a.yaml': 'a: 1\n' });
    up.git('clone', '--quiet', '--bare', '.', join(folder, 'served/up.git'));
    writeFiles(folder, { 'home/shop/a.yaml': '' });
    const home = new GitRepository(join(folder, 'home'), folder);
    home.init();
    const server = await GitServer.start(join(folder, 'served'), password);
    const read: Setting['read'] = (url, at = home.folder) => {
      const repository = new Repository(parseRepositoryUrl(url), { isOffline: false, own: new OwnSettings(at) });
      return repository.read(repository.resolve('shop', 'main').commit, 'shop')?.files.get('a.yaml');
    };
    try {
      await act({ folder, home, server, read });
    } finally {
      await server.stop();
    }
  });
}

/** Returns the values of a header that arrived with each request, each once. */
async function arrived({ server }: Setting, header = 'x-own'): Promise<readonly unknown[]> {
  await server.stop();
  assert.ok(server.headers.length >= 2, 'git reads the references, and fetches');
  return [...new Set(server.headers.map((headers) => headers[header]))];
}

const BASIC = `Basic ${btoa('me:sesame')}`;

describe('the settings of the repository that the user works in', () => {
  before(function () {
    needTools(this, 'git');
  });

  // `HOST` and `OTHER` are two names of the same server, which is read as `HOST`.
  const headers: readonly (readonly [name: string, key: string, want: readonly unknown[]])[] = [
    ['of the host', 'http.http://HOST/.extraHeader', ['1']],
    ['of the repository', 'http.http://HOST/up.git.extraHeader', ['1']],
    ['of another host', 'http.http://OTHER/.extraHeader', [undefined]],
    ['of another repository of the host', 'http.http://HOST/down.git.extraHeader', [undefined]],
    ['without a URL', 'http.extraHeader', [undefined]],
    ['with an empty URL', 'http..extraHeader', [undefined]],
    ['of another scheme', 'http.https://HOST/.extraHeader', [undefined]],
  ];
  for (const [name, key, want] of headers)
    it(`${want[0] === undefined ? 'do not send' : 'send'} a header ${name}`, () =>
      served(async (setting) => {
        const { home, server, read } = setting;
        home.git('config', key.replace('HOST', server.host).replace('OTHER', server.otherHost), 'x-own: 1');
        assert.equal(read(`${server.url}/up.git`), 'a: 1\n');
        assert.deepEqual(await arrived(setting), want);
      }));

  it('send a header once, of several, and after those of the user for all repositories', () =>
    served(async (setting) => {
      const { folder, home, server, read } = setting;
      const key = `http.${server.url}/.extraHeader`;
      writeFileSync(join(folder, '.gitconfig'), `[http "${server.url}/"]\nextraHeader = x-own: everywhere\n`);
      home.git('config', '--add', key, 'x-own: 1');
      home.git('config', '--add', key, 'x-own: 2');
      read(`${server.url}/up.git`);
      assert.deepEqual(await arrived(setting), ['everywhere, 1, 2']);
    }));

  it('take back a header of the user for all repositories', () =>
    served(async (setting) => {
      const { folder, home, server, read } = setting;
      writeFileSync(join(folder, '.gitconfig'), `[http "${server.url}/"]\nextraHeader = x-own: everywhere\n`);
      home.git('config', `http.${server.url}/.extraHeader`, '');
      read(`${server.url}/up.git`);
      assert.deepEqual(await arrived(setting), [undefined]);
    }));

  it('follow no redirect to another host', () =>
    served(async ({ home, server, read }) => {
      home.git('config', `http.${server.url}/.followRedirects`, 'true');
      assert.throws(() => read(`${server.url}/moved/${server.otherHost}/up`), /on another host/);
      const requests = await server.stop();
      assert.ok(requests.every((line) => line.includes(` ${server.host}/`)));
    }));

  it('give the address that `url.*.insteadOf` has, with the header of that one', () =>
    served(async (setting) => {
      const { home, server, read } = setting;
      home.git('config', `url.http://${server.otherHost}/.insteadOf`, 'https://git.example.com/');
      home.git('config', `http.http://${server.otherHost}/.extraHeader`, 'x-own: 1');
      home.git('config', 'http.https://git.example.com/.extraHeader', 'x-own: 2');
      assert.equal(read('https://git.example.com/up.git'), 'a: 1\n');
      assert.deepEqual(await arrived(setting), ['1']);
    }));

  describe('with a server that needs a password', () => {
    const helper = (name: string): string => `store --file=${name}`;
    const rows: readonly (readonly [name: string, settings: Readonly<Record<string, string>>, isRead: boolean])[] = [
      ['of a helper', { 'credential.helper': helper('.git/passwords') }, true],
      ['of a helper of the host', { 'credential.http://HOST.helper': helper('.git/passwords') }, true],
      ['of a helper of another host', { 'credential.http://OTHER.helper': helper('.git/passwords') }, false],
      ['of a helper that does not know the host', { 'credential.helper': helper('.git/others') }, false],
      ['in a header of the host', { 'http.http://HOST/.extraHeader': `Authorization: ${BASIC}` }, true],
      ['in a URL in its place', { 'url.http://me:sesame@HOST/.insteadOf': 'http://HOST/' }, true],
    ];
    for (const [name, settings, isRead] of rows)
      it(`${isRead ? 'have' : 'do not have'} the password ${name}`, () =>
        served(async (setting) => {
          const { folder, home, server, read } = setting;
          writeFiles(home.folder, {
            '.git/passwords': `http://me:sesame@${server.host}\n`,
            '.git/others': `http://me:sesame@${server.otherHost}\n`,
          });
          for (const [key, value] of Object.entries(settings))
            home.git(
              'config',
              key.replace('HOST', server.host).replace('OTHER', server.otherHost),
              value.replace('HOST', server.host),
            );
          const url = `${server.url}/up.git`;
          if (isRead) assert.equal(read(url, join(home.folder, 'shop')), 'a: 1\n');
          else assert.throws(() => read(url), /could not read Username/);
          assert.throws(() => read(url, folder), /could not read Username/);
          await server.stop();
          assert.equal(
            server.headers.some(({ authorization }) => authorization !== undefined),
            isRead,
          );
        }, 'me:sesame'));

    it('have the password for `get`, `diff` and `update`', () =>
      served(async ({ folder, home, server }) => {
        const up = new GitRepository(join(folder, 'up'), folder);
        up.commit({ 'shop/Kptfile': kptfile('shop') });
        up.git('tag', 'v1');
        up.commit({ 'shop/a.yaml': configMap('new') });
        up.git('tag', 'v2');
        up.git('push', '--quiet', '--mirror', join(folder, 'served/up.git'));
        const address = `${server.url}/up.git/shop`;
        const copy = join(home.folder, 'copy');
        assert.match((await get(`${address}@v1`, copy)).stderr, /could not read Username/);
        home.git('config', `http.${server.url}/.extraHeader`, `Authorization: ${BASIC}`);
        for (const outcome of [
          await get(`${address}@v1`, copy),
          await diff(`${copy}@v2`),
          await update(copy, '--list', '--allow-dirty'),
          await update(`${copy}@v2`, '--allow-dirty'),
        ])
          assert.equal(outcome.exitCode, 0, outcome.stderr);
        assert.match(home.read('copy/a.yaml'), /name: new/);
      }, 'me:sesame'));

    it('are in the command that the error advises, which fails in the same way', () =>
      served(({ home, server, read }) => {
        home.git('config', 'http.extraHeader', `Authorization: ${BASIC}`);
        assert.throws(
          () => read(`${server.url}/up.git`),
          ({ message }: Error) => {
            assert.match(
              message,
              /check the URL and your access, as with `GIT_TERMINAL_PROMPT=0 git ls-remote http:\/\/127\.0\.0\.1:\d+\/up\.git` in .*\/home; the setting `http\.extraheader` of this git repository does not count, since it names no URL: set `http\.http:\/\/127\.0\.0\.1:\d+\/\.extraheader`$/,
            );
            const [, command = ''] = /`(GIT_TERMINAL_PROMPT=0 git ls-remote [^`]*)`/.exec(message) ?? [];
            home.git('config', '--unset', 'http.extraHeader');
            assert.equal(home.run('sh', '-c', command).exitCode, 128);
            const [, key = ''] = /: set `([^`]*)`$/.exec(message) ?? [];
            home.git('config', key, `Authorization: ${BASIC}`);
            assert.equal(home.run('sh', '-c', command).exitCode, 0);
            assert.equal(read(`${server.url}/up.git`), 'a: 1\n');
            return true;
          },
        );
      }, 'me:sesame'));
  });

  describe('that the user has for some repositories', () => {
    it('count if a condition includes them for this one', () =>
      served(async (setting) => {
        const { folder, server, read } = setting;
        writeFiles(folder, {
          '.gitconfig': `[includeIf "gitdir:${folder}/home/"]\npath = work\n`,
          work: `[http "${server.url}/"]\nextraHeader = x-own: work\n[http]\nextraHeader = x-own: all\n`,
        });
        read(`${server.url}/up.git`);
        assert.deepEqual(await arrived(setting), ['work']);
      }));

    it('do not count if a condition includes them for others', () =>
      served(async (setting) => {
        const { folder, server, read } = setting;
        writeFiles(folder, {
          '.gitconfig': `[includeIf "gitdir:${folder}/other/"]\npath = work\n`,
          work: `[http "${server.url}/"]\nextraHeader = x-own: work\n`,
        });
        read(`${server.url}/up.git`);
        assert.deepEqual(await arrived(setting), [undefined]);
      }));

    it('count in a linked work tree', () =>
      served(async (setting) => {
        const { folder, home, server, read } = setting;
        home.commit({});
        home.git('worktree', 'add', '--quiet', join(folder, 'linked'));
        home.git('config', `http.${server.url}/.extraHeader`, 'x-own: 1');
        read(`${server.url}/up.git`, join(folder, 'linked'));
        assert.deepEqual(await arrived(setting), ['1']);
      }));
  });

  describe('are not those of files in it', () => {
    /** Returns the files of a repository as a package could have them. */
    const fake = (url: string): Readonly<Record<string, string>> => ({
      HEAD: 'ref: refs/heads/main\n',
      'objects/x': '',
      'refs/x': '',
      Kptfile: '',
      config: `[core]\nbare = false\nworktree = .\n[http "${url}/"]\nextraHeader = x-own: stranger\n`,
    });

    it('that git could take for a repository', () =>
      served(async (setting) => {
        const { home, server, read } = setting;
        const files = below('shop', fake(server.url));
        writeFiles(home.folder, files);
        const shop = new GitRepository(join(home.folder, 'shop'), '');
        assert.equal(shop.git('config', `http.${server.url}/.extraHeader`), 'x-own: stranger', 'git does');
        home.git('config', `http.${server.url}/.extraHeader`, 'x-own: 1');
        read(`${server.url}/up.git`, shop.folder);
        assert.deepEqual(await arrived(setting), ['1']);
      }));

    it('nor those of an upstream', () =>
      served(async (setting) => {
        const { folder, server, read } = setting;
        const upstream = new GitRepository(join(folder, 'served/up.git'), folder);
        upstream.git('config', `http.${server.url}/.extraHeader`, 'x-own: stranger');
        upstream.git('config', 'core.sshCommand', 'false');
        read(`${server.url}/up.git`);
        assert.deepEqual(await arrived(setting), [undefined]);
      }));
  });

  describe('over ssh', () => {
    /**
     * Passes a repository to a test whose `ssh` on the PATH, and in the folder of the user, runs the command on this
     * machine.
     */
    function overSsh(
      act: (setting: Pick<Setting, 'folder' | 'home' | 'read'> & { url: string; log: () => string }) => void,
    ) {
      return served(({ folder, home, read }) => {
        mkdirSync(join(folder, 'bin'));
        const program = fileURLToPath(import.meta.resolve('../../support/ssh-stand-in.sh'));
        symlinkSync(program, join(folder, 'bin/ssh'));
        symlinkSync(program, join(home.folder, 'own-ssh'));
        const { PATH: path } = process.env;
        Object.assign(process.env, { PATH: `${folder}/bin:${path}`, SSH_LOG: join(folder, 'log') });
        try {
          const log = (): string => readFileSync(join(folder, 'log'), 'utf8');
          act({ folder, home, read, url: `git@example.com:${folder}/up`, log });
        } finally {
          Object.assign(process.env, { PATH: path });
          delete process.env['SSH_LOG'];
        }
      });
    }

    it('name the command, which is run in the top folder', () =>
      overSsh(({ home, read, url, log }) => {
        home.git('config', 'core.sshCommand', './own-ssh -F mine');
        assert.equal(read(url, join(home.folder, 'shop')), 'a: 1\n');
        assert.match(log(), /^(?:-F mine .*\n)+$/);
      }));

    it('do not take away that ssh never asks, if they are those of another repository', () =>
      overSsh(({ folder, home, read, url, log }) => {
        home.git('config', 'core.sshCommand', './own-ssh -F mine');
        const before = process.cwd();
        process.chdir(home.folder);
        try {
          assert.equal(read(url, folder), 'a: 1\n');
        } finally {
          process.chdir(before);
        }
        assert.match(log(), /^(?:-oBatchMode=yes .*\n)+$/);
      }));

    it('count less than the environment, and than a later setting of the user for all repositories', () =>
      overSsh(({ folder, home, read, url, log }) => {
        home.git('config', 'core.sshCommand', './own-ssh -F mine');
        Object.assign(process.env, {
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: 'core.sshCommand',
          GIT_CONFIG_VALUE_0: 'ssh -F environment',
        });
        read(url);
        assert.match(log(), /^(?:-F environment .*\n)+$/);
        delete process.env['GIT_CONFIG_COUNT'];
        writeFiles(folder, {
          log: '',
          '.gitconfig': `[includeIf "gitdir:${folder}/home/"]\npath = work\n[core]\nsshCommand = ssh -F general\n`,
          work: '[core]\nsshCommand = ssh -F work\n',
        });
        home.git('config', '--unset', 'core.sshCommand');
        read(url);
        assert.match(log(), /^(?:-F general .*\n)+$/);
      }));

    it('are in the command that the error advises', () =>
      overSsh(({ home, read }) => {
        const url = 'git@example.com:/none';
        assert.throws(
          () => read(url),
          /`GIT_SSH_COMMAND='ssh -oBatchMode=yes' git ls-remote git@example\.com:\/none` in /,
        );
        home.git('config', 'core.sshCommand', './own-ssh -F mine');
        assert.throws(() => read(url), /`git ls-remote git@example\.com:\/none` in /);
      }));
  });
});
