import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from '../cli/run-support.ts';
import type { GitRepository } from '../support/git-repository.ts';
import { needTools } from '../support/kpt.ts';
import { get, update } from '../support/package-commands.ts';
import { needSshd, SshServer } from '../support/ssh-server.ts';
import { inUpstream } from '../support/upstream-repository.ts';

describe('a package on an SSH server', function () {
  before(function () {
    needTools(this, 'git');
    needSshd(this);
  });

  interface Setting {
    readonly folder: string;
    readonly up: GitRepository;
    readonly server: SshServer;
  }

  /** Passes a package at `v1` and `v2` to a test. */
  function served(act: (setting: Setting) => Promise<void>): Promise<void> {
    return inUpstream(async ({ folder, up }) => {
      for (const version of ['v1', 'v2']) {
        up.commit({ 'shop/a.yaml': `a: ${version}\n` });
        up.git('tag', version);
      }
      const server = await SshServer.start(join(folder, 'ssh'));
      const { PATH } = process.env;
      process.env['PATH'] = `${server.bin}:${PATH}`;
      try {
        await act({ folder, up, server });
      } finally {
        process.env['PATH'] = PATH;
        await server.stop();
      }
    });
  }

  it('is copied and updated, and offline from the cache', () =>
    served(async ({ folder, up, server }) => {
      const mine = join(folder, 'mine');
      const got = await get(`${server.url(up.folder)}/.git/shop@v1`, mine);
      assert.deepEqual([got.exitCode, readFiles(mine)['a.yaml']], [0, 'a: v1\n'], got.stderr);
      const updated = await update(`${mine}@v2`);
      assert.deepEqual([updated.exitCode, readFiles(mine)['a.yaml']], [0, 'a: v2\n'], updated.stderr);
      await server.stop();
      const offline = await update(`${mine}@v1`, '--offline');
      assert.deepEqual([offline.exitCode, readFiles(mine)['a.yaml']], [0, 'a: v1\n'], offline.stderr);
      assert.equal((await update(`${mine}@v2`)).exitCode, 1);
    }));

  const refusals: Readonly<Record<string, readonly [client: Parameters<SshServer['configure']>[0], message: RegExp]>> =
    {
      'the server refuses the key': [{ key: 'stranger' }, /Permission denied \(publickey/],
      'the server is unknown': [{ isKnown: false }, /Host key verification failed/],
    };
  for (const [name, [client, message]] of Object.entries(refusals))
    it(`is an error, without a question, if ${name}`, () =>
      served(async ({ folder, up, server }) => {
        server.configure(client);
        const { stderr, exitCode } = await get(`${server.url(up.folder)}/.git/shop@v1`, join(folder, 'mine'));
        assert.match(stderr, message);
        assert.deepEqual([exitCode, existsSync(join(folder, 'mine'))], [1, false]);
      }));
});
