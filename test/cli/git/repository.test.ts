import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseRepositoryUrl } from '../../../cli/git/repository-url.ts';
import { findRef, parseRefs } from '../../../cli/git/refs.ts';
import { Repository } from '../../../cli/git/repository.ts';
import { formatResult, KrmError, resultsOf } from '../../../src/krm/index.ts';
import type { GitRepository } from '../../support/git-repository.ts';
import { GitServer } from '../../support/git-server.ts';
import { needTools } from '../../support/kpt.ts';
import { inUpstream } from '../../support/upstream-repository.ts';
import { readFiles } from '../run-support.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

const online = { isOffline: false };

function open(text: string, options = online): Repository {
  return new Repository(parseRepositoryUrl(text), options);
}

function read(repository: Repository, ref: string, directory: string): Record<string, unknown> | undefined {
  const { commit } = repository.resolve(directory, ref);
  const found = repository.read(commit, directory);
  return found && Object.fromEntries(found.files);
}

describe('git repositories', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('name the setting of the cache if it cannot be written', () =>
    inUpstream(({ folder }) => {
      process.env['XDG_CACHE_HOME'] = join(folder, 'up/.keep');
      const message =
        /^\[error\] \S*\.keep\S*: a part of the path is not a folder: .* set `XDG_CACHE_HOME` to a folder$/;
      assert.throws(
        () => open('https://example.com/a.git').resolve('shop', 'v1'),
        (error) => message.test(resultsOf(error).map(formatResult).join()),
      );
    }));

  const urls: readonly (readonly [text: string, host: string, folder?: string])[] = [
    ['https://example.com/a/b', 'example.com'],
    ['https://token@Example.com:8443/a/b', 'example.com:8443'],
    ['ssh://git@example.com:22/a', 'example.com:22'],
    ['git@example.com:a/b.git', 'example.com'],
    ['file:///a%20b/c', '', '/a b/c'],
    ['/a/b', '', '/a/b'],
    ['/a:b/c', '', '/a:b/c'],
  ];
  for (const [text, host, folder] of urls)
    it(`reads the host of ${text}`, () => {
      const url = parseRepositoryUrl(text);
      assert.deepEqual([url.host, url.folder], [host, folder]);
    });

  const refused = [
    '',
    '--upload-pack=touch x',
    'ext::sh -c touch% x',
    'fd::17',
    'ftp://example.com/a',
    'ssh://-oProxyCommand=x/a',
    'git@-oProxyCommand=x:a',
    'host:-x',
    'file://host/a',
    'https://a\nb/c',
    'persistent-https://example.com/a',
  ];
  for (const text of refused)
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseRepositoryUrl(text), /a git repository must be https:\/\/HOST\/PATH/);
    });

  it('refuses a password with a slash, without showing it', () => {
    for (const text of ['http://me:secret/@example.com/a', 'ssh://git:sec/ret@example.com/a'])
      assert.throws(
        () => parseRepositoryUrl(text),
        ({ message }: Error) =>
          /must be a number, unlike that of ".*example\.com\/a": if its password has a slash, write `%2F` for it/.test(
            message,
          ) && !/sec/.test(message),
      );
  });

  it('hides credentials in messages', () => {
    const rows = [
      ["unable to access 'https://me:secret@example.com/a'", "unable to access 'https://example.com/a'"],
      ['https://token@example.com/a', 'https://example.com/a'],
      ['ssh://git:secret@example.com/a', 'ssh://git@example.com/a'],
      ['git@example.com:a', 'git@example.com:a'],
      ['http://me:se/cret@example.com/a.git/p@v1', 'http://example.com/a.git/p@v1'],
      ["unable to access 'http://me:se//cr@et/@example.com/a/'", "unable to access 'http://example.com/a/'"],
      ['http://me:se/cret@example.com', 'http://example.com'],
      ['ssh://git:se/cret@example.com/a', 'ssh://git@example.com/a'],
      ['https://example.com:8443/a.git/p@v1', 'https://example.com:8443/a.git/p@v1'],
      ['http://[::1]:80/a.git/p@v1', 'http://[::1]:80/a.git/p@v1'],
      ['https://me:secret@example.com/a.git/p@f/x', 'https://example.com/a.git/p@f/x'],
    ];
    for (const [text = '', want] of rows) assert.equal(withoutCredentials(text), want);
    assert.equal(withoutCredentials('http://me:secret@a.b/c', '(redacted)'), 'http://(redacted)@a.b/c');
    assert.equal(withoutCredentials('ssh://git:se/cret@a.b/c', '(redacted)'), 'ssh://git:(redacted)@a.b/c');
  });

  it('finds a reference in the order of kpt', () => {
    const id = (digit: string): string => digit.repeat(40);
    const rows = ['tags/a/b/c/v1', 'tags/a/b/v1', 'tags/a/v1', 'tags/v1', 'heads/v1'];
    for (let from = 0; from < rows.length; from++) {
      const text = rows.slice(from).map((name) => `${id(String(rows.indexOf(name)))}\trefs/${name}\n`);
      const found = findRef(parseRefs(text.join('')), 'a/b/c', 'v1');
      assert.deepEqual(found, { ref: rows[from]?.replace(/^[a-z]+\//, ''), commit: id(String(from)) });
    }
    const refs = parseRefs(
      `ref: refs/heads/dev\tHEAD\n${id('1')}\tHEAD\n${id('2')}\trefs/tags/v1\n${id('3')}\trefs/tags/v1^{}\n`,
    );
    assert.equal(findRef(refs, '', 'v1')?.commit, id('3'), 'an annotated tag stands for its commit');
    assert.equal(refs.defaultBranch, 'dev');
    assert.deepEqual(findRef(refs, '', id('4')), { ref: id('4'), commit: id('4') });
    assert.equal(findRef(refs, '', 'v'), undefined);
  });

  const files = { 'shop/a.yaml': 'a: 1\r\n', 'shop/db/b.bin': new Uint8Array([0, 255]), 'shop-more/c.yaml': 'c: 1\n' };

  it('reads a folder of a commit byte for byte from a repository on this machine', () =>
    inUpstream(({ up }) => {
      up.commit({ ...files, '.gitattributes': '* text eol=lf filter=x\n' });
      up.git('tag', 'shop/v1');
      up.commit({ 'shop/a.yaml': 'a: 2\n' });
      for (const name of [up.folder, `file://${up.folder}`, join(up.folder, '.git')]) {
        const repository = open(name);
        assert.deepEqual(read(repository, 'v1', 'shop'), { 'a.yaml': 'a: 1\n', 'db/b.bin': Buffer.from([0, 255]) });
        assert.deepEqual(read(repository, 'main', 'shop')?.['a.yaml'], 'a: 2\n');
        assert.equal(read(repository, 'main', 'sho'), undefined);
        const short = up.git('rev-parse', '--short', 'HEAD');
        assert.equal(repository.resolve('', short).commit, up.git('rev-parse', 'HEAD'));
        assert.throws(
          () => repository.resolve('shop', 'v9'),
          /"v9" must be a tag, a branch or a commit of .*; did you mean "v1"\?$/,
        );
      }
      assert.throws(() => open(join(up.folder, 'shop')), /must be a git repository/);
    }));

  it('reads folders of several levels in the order of git, ahead or not', () =>
    inUpstream(({ up }) => {
      const deep = { 'p/z.yaml': 'z: 1\n', 'p/a/b/c/d.yaml': 'd: 1\n', 'p/a.yaml': 'a: 1\n', 'p/a/e.yaml': 'e: 1\n' };
      up.commit({ ...deep, 'p/a-b/f.yaml': 'd: 1\n', 'q/a.yaml': 'a: 1\n' });
      const first = up.git('rev-parse', 'HEAD');
      up.commit({ 'p/a/b/c/d.yaml': 'd: 2\n', 'p/a/b/g.yaml': 'g: 1\n' });
      const second = up.git('rev-parse', 'HEAD');
      const ahead = open(up.folder);
      ahead.readAhead([
        { commit: first, directory: 'p' },
        { commit: second, directory: 'p' },
        { commit: second, directory: 'p/a.yaml' },
      ]);
      assert.equal(ahead.read(second, 'p/a.yaml'), undefined);
      for (const commit of [first, second])
        for (const directory of ['', 'p', 'p/a/b', 'q']) {
          const want = up.git('ls-tree', '-r', '--name-only', '--full-tree', `${commit}:${directory}`).split('\n');
          for (const repository of [ahead, open(up.folder)]) {
            const found = repository.read(commit, directory);
            assert.ok(found);
            assert.deepEqual([...found.files.keys()], want);
            for (const [path, content] of found.files)
              assert.equal(String(content).trim(), up.git('show', `${commit}:${join(directory, path)}`));
          }
        }
    }));

  it('does not take a line break in a name for the end of the name', () =>
    inUpstream(({ up }) => {
      up.commit({ 'a\nHEAD/b.yaml': 'b: 1\n', 'a/b.yaml': 'b: 2\n' });
      const commit = up.git('rev-parse', 'HEAD');
      assert.deepEqual(read(open(up.folder), commit, 'a\nHEAD'), { 'b.yaml': 'b: 1\n' });
      assert.equal(open(up.folder).find(`${commit}:a\n${commit}`, 'a'), undefined);
    }));

  it('runs no hook, filter or file system monitor of a repository', () =>
    inUpstream(({ up, folder }) => {
      up.commit({ ...files, '.gitattributes': '* filter=x\n' });
      const touch = `touch ${folder}/ran`;
      for (const [key, value] of [
        ['core.fsmonitor', touch],
        ['filter.x.smudge', touch],
        ['uploadpack.packObjectsHook', touch],
        ['core.sshCommand', touch],
      ])
        up.git('config', key ?? '', value ?? '');
      for (const hook of ['pre-auto-gc', 'reference-transaction', 'post-checkout'])
        writeFileSync(join(up.folder, '.git/hooks', hook), `#!/bin/sh\n${touch}\n`, { mode: 0o755 });
      assert.equal(read(open(up.folder), 'main', 'shop')?.['a.yaml'], 'a: 1\r\n');
      assert.equal(existsSync(join(folder, 'ran')), false);
    }));

  it('fails with the reason of git if git refuses to read a repository', () =>
    inUpstream(({ up }) => {
      up.commit(files);
      const commit = up.git('rev-parse', 'HEAD');
      process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER'] = '1';
      try {
        assert.throws(() => open(up.folder).find(commit, 'shop'), /dubious ownership/);
        assert.throws(() => open(up.folder).resolve('shop', 'main'), /dubious ownership/);
        assert.throws(() => open(up.folder).resolve('shop', commit.slice(0, 7)), /dubious ownership/);
      } finally {
        delete process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER'];
      }
      assert.equal(open(up.folder).find(commit.replace(/./g, '0'), 'shop'), undefined);
    }));

  /** Writes a tree with names that git itself refuses. */
  function commitTree(up: GitRepository, entries: readonly string[]): void {
    const blob = up.git('hash-object', '-w', '.keep');
    const lines = entries.map((entry) => entry.replace('BLOB', blob));
    writeFileSync(join(up.folder, 'tree'), lines.map((line) => `${line}\0`).join(''));
    const bytes = lines.map((line) => {
      const [head = '', name = ''] = line.split('\t');
      const [mode = '', , id = ''] = head.split(' ');
      return Buffer.concat([Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`), Buffer.from(id, 'hex')]);
    });
    writeFileSync(join(up.folder, 'tree'), Buffer.concat(bytes));
    const tree = up.git('hash-object', '-w', '-t', 'tree', '--literally', 'tree');
    up.git('update-ref', 'refs/heads/main', up.git('commit-tree', '-m', 'x', tree));
  }

  for (const name of ['..', '.', '.git', '.GIT', 'git~1', '.git ', '.git.', '.g\u200Cit', '.git::$INDEX', 'a\\b'])
    it(`refuses the name ${JSON.stringify(name)} in a tree`, () =>
      inUpstream(({ up }) => {
        commitTree(up, [`100644 blob BLOB\t${name}`]);
        assert.throws(() => read(open(up.folder), 'main', ''), KrmError);
      }));

  it('refuses a name twice', () =>
    inUpstream(({ up }) => {
      commitTree(up, ['100644 blob BLOB\ta', '100644 blob BLOB\ta']);
      assert.throws(() => read(open(up.folder), 'main', ''), /is twice in its folder/);
    }));

  it('skips links, submodules and node_modules, with a warning each', () =>
    inUpstream(({ up }) => {
      up.commit({ ...files, 'node_modules/x': '' });
      up.git('update-index', '--add', '--cacheinfo', `160000,${up.git('rev-parse', 'HEAD')},module`);
      up.git('update-index', '--add', '--cacheinfo', `120000,${up.git('rev-parse', 'HEAD:.keep')},link.yaml`);
      up.git('commit', '-qm', 'x');
      const repository = open(up.folder);
      const found = repository.read(repository.resolve('', 'main').commit, '');
      assert.ok(found);
      assert.deepEqual(
        found.passedOver.map(({ severity, message, file }) => [severity, message, file?.path]),
        [
          ['warning', 'skipped: a symbolic link is not copied', 'link.yaml'],
          ['warning', 'skipped: a submodule is not fetched', 'module'],
          ['warning', 'skipped: `node_modules` is not part of a package', 'node_modules/x'],
        ],
      );
      assert.deepEqual([...found.files.keys()], ['.keep', 'shop-more/c.yaml', 'shop/a.yaml', 'shop/db/b.bin']);
    }));
});

describe('git repositories on a host', function () {
  before(function () {
    needTools(this, 'git');
  });

  /** Serves the repository `up` as `up.git`. */
  function served<T>(
    act: (setting: { up: GitRepository; folder: string; url: string; server: GitServer }) => T | Promise<T>,
    password?: string,
  ): Promise<T> {
    return inUpstream(async ({ up, folder }) => {
      up.commit({ 'shop/a.yaml': 'a: 1\n', 'other/big.txt': 'x\n'.repeat(9999) });
      up.git('tag', 'v1');
      up.commit({ 'shop/a.yaml': 'a: 2\n' });
      up.git('clone', '--quiet', '--bare', '.', join(folder, 'served/up.git'));
      for (const key of ['uploadpack.allowFilter', 'uploadpack.allowAnySHA1InWant'])
        up.git('--git-dir', join(folder, 'served/up.git'), 'config', key, 'true');
      const server = await GitServer.start(join(folder, 'served'), password);
      try {
        return await act({ up, folder, url: `${server.url}/up`, server });
      } finally {
        await server.stop();
      }
    });
  }

  function mirrorsIn(folder: string): readonly string[] {
    return readdirSync(join(folder, 'cache/krm-variants/git')).map((name) =>
      join(folder, 'cache/krm-variants/git', name),
    );
  }

  it('fetches one commit, and the files of one folder', () =>
    served(({ up, folder, url }) => {
      assert.deepEqual(read(open(url), 'v1', 'shop'), { 'a.yaml': 'a: 1\n' });
      const [mirror = ''] = mirrorsIn(folder);
      const stored = up.git('--git-dir', mirror, 'cat-file', '--batch-all-objects', '--batch-check=%(objecttype)');
      assert.deepEqual(stored.split('\n').toSorted(), ['blob', 'commit', 'tree', 'tree', 'tree']);
      assert.deepEqual(read(open(url), 'main', 'shop'), { 'a.yaml': 'a: 2\n' });
      assert.equal(read(open(url), 'main', 'nope'), undefined);
      assert.ok(!readFileSync(join(mirror, 'config'), 'utf8').includes('127.0.0.1'), 'no address in the cache');
    }));

  it('reads what was fetched with --offline, without a server', () =>
    served(async ({ url, server }) => {
      const offline = { isOffline: true };
      assert.throws(() => open(url, offline).refs, /must be in the cache with `--offline`/);
      read(open(url), 'v1', 'shop');
      await server.stop();
      assert.deepEqual(read(open(url, offline), 'v1', 'shop'), { 'a.yaml': 'a: 1\n' });
      assert.throws(() => read(open(url, offline), 'main', 'shop'), /commit [\da-f]+ of http.* must be in the cache/);
      assert.throws(
        () => read(open(url, offline), 'v1', 'other'),
        /some files of this commit of .* must be in the cache/,
      );
    }));

  it('finds the commit with an abbreviated id, and reports a commit that is gone', () =>
    served(({ up, url }) => {
      const short = up.git('rev-parse', '--short', 'v1');
      assert.equal(open(url).resolve('', short).commit, up.git('rev-parse', 'v1'));
      assert.equal(open(url).has('1'.repeat(40)), false);
    }));

  it('fetches from a server that serves only branches and tags', () =>
    served(({ up, folder, url }) => {
      for (const key of ['uploadpack.allowFilter', 'uploadpack.allowAnySHA1InWant'])
        up.git('--git-dir', join(folder, 'served/up.git'), 'config', key, 'false');
      const { GIT_CONFIG_COUNT: count } = process.env;
      Object.assign(process.env, {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'protocol.version',
        GIT_CONFIG_VALUE_0: '0',
      });
      try {
        up.git('--git-dir', join(folder, 'served/up.git'), 'update-ref', '-d', 'refs/tags/v1');
        assert.deepEqual(open(url).read(up.git('rev-parse', 'v1'), 'shop')?.files, new Map([['a.yaml', 'a: 1\n']]));
      } finally {
        if (count === undefined) delete process.env['GIT_CONFIG_COUNT'];
        else process.env['GIT_CONFIG_COUNT'] = count;
      }
    }));

  it('fetches all from a server of files, which does not serve parts', () =>
    served(({ up, folder, server }) => {
      up.git('--git-dir', join(folder, 'served/up.git'), 'update-server-info');
      const url = `${server.url}/static/up`;
      const short = up.git('rev-parse', '--short', 'v1');
      assert.equal(open(url).resolve('', short).commit, up.git('rev-parse', 'v1'));
      assert.deepEqual(read(open(url), 'v1', 'shop'), { 'a.yaml': 'a: 1\n' });
      assert.deepEqual(read(open(url, { isOffline: true }), 'main', 'shop'), { 'a.yaml': 'a: 2\n' });
      assert.equal(open(url).has('1'.repeat(40)), false);
    }));

  it('fetches the commit that a server of files is asked for first', () =>
    served(({ up, folder, server }) => {
      up.git('--git-dir', join(folder, 'served/up.git'), 'update-server-info');
      const repository = open(`${server.url}/static/up`);
      const commit = up.git('rev-parse', 'v1');
      assert.equal(repository.has(commit), true);
      assert.equal(repository.dates([up.git('rev-parse', 'main')]).size, 1);
      assert.deepEqual(repository.read(commit, 'shop')?.files, new Map([['a.yaml', 'a: 1\n']]));
    }));

  it('finds the dates of commits, and later their files', () =>
    served(({ up, url }) => {
      const commit = up.git('rev-parse', 'v1');
      const wanted = new Map([[commit, up.git('log', '-1', '--format=%cs', commit)]]);
      assert.deepEqual(open(url).dates([commit]), wanted);
      assert.deepEqual(open(url, { isOffline: true }).dates([commit]), wanted);
      assert.deepEqual(read(open(url), 'v1', 'shop'), { 'a.yaml': 'a: 1\n' });
    }));

  it('continues after git was killed while it fetched', () =>
    served(({ folder, url }) => {
      read(open(url), 'v1', 'shop');
      const [mirror = ''] = mirrorsIn(folder);
      writeFileSync(join(mirror, 'shallow.lock'), '');
      assert.deepEqual(read(open(url), 'main', 'shop'), { 'a.yaml': 'a: 2\n' });
    }));

  describe('that redirect', () => {
    it('are followed on the same host, with the credentials of the URL', () =>
      served(({ server }) => {
        for (const path of [`moved/${server.host}/up`, `moved/${server.host}/moved/${server.host}/up.git`])
          assert.deepEqual(read(open(`http://me:sesame@${server.host}/${path}`), 'v1', 'shop'), { 'a.yaml': 'a: 1\n' });
      }, 'me:sesame'));

    const refusedPaths: readonly (readonly [name: string, path: (server: GitServer) => string, message: RegExp])[] = [
      [
        'to another host',
        ({ otherHost }) => `moved/${otherHost}/up`,
        /up redirects to http:\/\/localhost:\d+\/up, on another/,
      ],
      ['to another port', () => 'moved/127.0.0.1:9/up', /redirects to http:\/\/127\.0\.0\.1:9\/up, on another host/],
      [
        'to another host by way of the same one',
        ({ host, otherHost }) => `moved/${host}/moved/${otherHost}/up`,
        /redirects to http:\/\/localhost:\d+\/up, on another host .*: use this address if you trust it/,
      ],
      [
        'what is sent to another host',
        ({ otherHost }) => `posts-moved/${otherHost}/up`,
        /redirects to http:\/\/localhost:\d+\/up, on another host/,
      ],
      [
        'to a page',
        () => 'sign-in/up',
        /sign-in\/up redirects to http:.*\/page\?next=%2F, which is not a git repository/,
      ],
      ['without end', ({ host }) => `moved/${host}/`.repeat(30), /returned error: 302/],
    ];
    for (const [name, path, message] of refusedPaths)
      it(`${name} are refused, also with a setting of git that allows it`, () =>
        served(async ({ folder, server }) => {
          writeFileSync(join(folder, '.gitconfig'), '[http]\n\tfollowRedirects = true\n');
          assert.throws(
            () => open(`http://me:sesame@${server.host}/${path(server)}`).refs,
            (error) => {
              assert.ok(error instanceof KrmError);
              assert.match(error.message, message);
              assert.doesNotMatch(error.message, /sesame/);
              return true;
            },
          );
          const requests = await server.stop();
          assert.ok(requests.length > 0);
          assert.deepEqual(
            requests.filter((line) => line.includes(` ${server.otherHost}/`)),
            [],
          );
        }));
  });

  it('uses credentials of the URL, and never shows them', () =>
    served(({ folder, url }) => {
      const withToken = url.replace('://', '://me:sesame@');
      assert.deepEqual(read(open(withToken), 'v1', 'shop'), { 'a.yaml': 'a: 1\n' });
      assert.throws(
        () => open(url.replace('://', '://me:wrong-secret@')).refs,
        (error) =>
          error instanceof KrmError && /Authentication failed/.test(error.message) && !/secret/.test(error.message),
      );
      assert.throws(() => open(url).refs, /could not read Username.*terminal prompts disabled/);
      for (const mirror of mirrorsIn(folder))
        assert.ok(!Object.values(readFiles(mirror)).some((text) => /sesame|secret/.test(text)));
    }, 'me:sesame'));

  describe('over ssh', () => {
    /** Passes a repository to a test whose `ssh` on the PATH runs the command on this machine. */
    function overSsh(act: (setting: { url: string; log: () => string; folder: string }) => void): Promise<void> {
      return inUpstream(({ folder, up }) => {
        up.commit({ 'shop/a.yaml': 'a: 1\n' });
        mkdirSync(join(folder, 'bin'));
        symlinkSync(fileURLToPath(import.meta.resolve('../../support/ssh-stand-in.sh')), join(folder, 'bin/ssh'));
        const { PATH } = process.env;
        Object.assign(process.env, { PATH: `${folder}/bin:${PATH}`, SSH_LOG: join(folder, 'log') });
        try {
          act({ folder, url: `git@example.com:${up.folder}`, log: () => readFileSync(join(folder, 'log'), 'utf8') });
        } finally {
          process.env['PATH'] = PATH;
          delete process.env['SSH_LOG'];
        }
      });
    }

    it('never asks for a password or a host key', () =>
      overSsh(({ url, log }) => {
        assert.deepEqual(read(open(url), 'main', 'shop'), { 'a.yaml': 'a: 1\n' });
        for (const line of log().trimEnd().split('\n'))
          assert.match(line, /^-oBatchMode=yes .*git@example\.com git-upload-pack/);
      }));

    it("uses the user's own command", () =>
      overSsh(({ url, log, folder }) => {
        writeFileSync(join(folder, '.gitconfig'), '[core]\n\tsshCommand = ssh -F mine\n');
        assert.deepEqual(read(open(url), 'main', 'shop'), { 'a.yaml': 'a: 1\n' });
        for (const line of log().trimEnd().split('\n')) assert.match(line, /^-F mine .*git-upload-pack/);
      }));
  });
});
