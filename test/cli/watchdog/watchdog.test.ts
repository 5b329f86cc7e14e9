import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runProgram, runScript } from '../../support/child.ts';
import { makeFifo } from '../../support/fifo.ts';
import { PROBE } from '../../support/probe.ts';
import { needProc, processesWith, until } from '../../support/running.ts';
import { configMap, inFolder, kptfile, readFiles, shortened } from '../run-support.ts';

const EDITING = import.meta.resolve('../../support/editing-function.ts');
const STUCK = fileURLToPath(import.meta.resolve('../../support/stuck-function.ts'));

const ended = (limit: string, state: string): string =>
  `[error]: the call took longer than ${limit} (\`--timeout\`) and was stopped: ${state}\n`;

const COMPUTING =
  'no file was written; raise the limit, run it on fewer files, or check the servers that it reads from';

/**
 * Limits of a call. A busy machine may not have reached the stage within one, which shows nothing: the next is tried.
 */
const LIMITS = ['2s', '10s', '50s'] as const;

describe('a call that takes longer than --timeout', () => {
  const states: Readonly<Record<string, string>> = {
    computing: COMPUTING,
    writing: 'it was writing files, so that each is either old or new: run it again with a higher limit',
    printing: 'it was printing, so that reports and output are incomplete: run it again with a higher limit',
  };
  const stop = async (
    state: string,
    call: (limit: string) => Promise<{ readonly stderr: string; readonly exitCode: number | null }>,
  ): Promise<void> => {
    for (const limit of LIMITS) {
      const { stderr, exitCode } = await call(limit);
      const isTooEarly = stderr === ended(limit, states['computing'] ?? '') && limit !== LIMITS.at(-1);
      if (isTooEarly && state !== states['computing']) continue;
      assert.deepEqual([stderr, exitCode], [ended(limit, state), 1]);
      return;
    }
  };

  for (const [stage, state] of Object.entries(states)) {
    it(`is stopped while ${stage}, with what that leaves`, () =>
      inFolder({ 'a.yaml': configMap('a'), 'probe/p': PROBE }, async (root) => {
        const before = readFiles(root);
        await stop(state, async (limit) => {
          const args = ['run', 'stuck', root, '--fn-config', join(root, 'probe/p'), '--timeout', limit];
          const outcome = await runProgram('env', [`STAGE=${stage}`, process.execPath, STUCK, ...args]);
          assert.equal(outcome.stdout, '');
          return outcome;
        });
        assert.deepEqual(readFiles(root), before);
      }));
  }

  it('is stopped while nobody reads its output, after the files are written', () =>
    inFolder({ 'a.yaml': configMap('a', `data:\n  big: ${'c'.repeat(2 ** 20)}\n`), 'probe/p': PROBE }, async (root) => {
      const args = ['run', 'edit', join(root, 'a.yaml'), '--fn-config', join(root, 'probe/p'), '-o', 'stdout'];
      await stop(states['printing'] ?? '', (limit) =>
        runScript(EDITING, [...args, '--timeout', limit], undefined, async (child) => {
          await once(child, 'exit');
          return await text(child.stdout);
        }),
      );
    }));
});

describe('a command that waits for a git server', () => {
  const lockedAt = (url: string): string =>
    `${kptfile('shop')}upstream:\n  type: git\n  git: {repo: ${url}, directory: /shop, ref: v1}\nupstreamLock:\n  type: git\n  git: {repo: ${url}, directory: /shop, ref: v1, commit: ${'1'.repeat(40)}}\n`;
  const commands: Readonly<Record<string, (url: string, mine: string) => readonly string[]>> = {
    get: (url, mine) => ['get', `${url}.git/shop@v1`, join(mine, 'new')],
    update: (_, mine) => ['update', `${mine}@v2`],
    'update --list': (_, mine) => ['update', mine, '--list'],
    diff: (_, mine) => ['diff', `${mine}@v2`],
  };
  for (const [title, argumentsOf] of Object.entries(commands))
    it(`is stopped by --timeout: ${title}`, async () => {
      const sockets = new Set<Socket>();
      const server = createServer((socket) => void sockets.add(socket.on('error', () => {})));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        const { port } = server.address() as AddressInfo;
        const url = `http://127.0.0.1:${port}/up`;
        await inFolder({ 'mine/Kptfile': lockedAt(url), 'cache/.keep': '' }, async (root) => {
          const before = readFiles(join(root, 'mine'));
          const args = [...argumentsOf(url, join(root, 'mine')), '--timeout', '3s'];
          const variables = [`XDG_CACHE_HOME=${join(root, 'cache')}`, `HOME=${root}`, 'GIT_CONFIG_NOSYSTEM=1'];
          const { stderr, exitCode } = await runProgram('env', [
            ...variables,
            process.execPath,
            fileURLToPath(EDITING),
            ...args,
          ]);
          assert.deepEqual([stderr, exitCode], [ended('3s', COMPUTING), 1]);
          assert.deepEqual(readFiles(join(root, 'mine')), before);
        });
      } finally {
        for (const socket of sockets) socket.destroy();
        server.close();
      }
    });

  it('has a limit of time for merge, too', () =>
    inFolder({ 'base/a.txt': '1\n', 'new/a.txt': '2\n', 'local/a.txt': '1\n' }, async (root) => {
      const folders = ['base', 'new', 'local'].map((name) => join(root, name));
      const { exitCode } = await runScript(EDITING, ['merge', ...folders, '--in-place', '--timeout', '1m']);
      assert.deepEqual([exitCode, readFiles(join(root, 'local'))], [0, { 'a.txt': '2\n' }]);
      assert.equal((await runScript(EDITING, ['merge', ...folders, '--timeout', 'x'])).exitCode, 2);
    }));
});

describe('a call within --timeout', () => {
  const calls: Readonly<Record<string, readonly [options: readonly string[], exitCode: number]>> = {
    'is done': [[], 0],
    'finds changes': [['--check'], 4],
    fails: [['nowhere'], 1],
    'has a wrong command line': [['--diff=yes'], 2],
  };
  for (const [title, [options, exitCode]] of Object.entries(calls)) {
    it(`${title}: output and exit code are those without it`, async () => {
      const run = (...more: readonly string[]): Promise<unknown> =>
        inFolder({ 'shop/a.yaml': configMap('a'), probe: PROBE }, async (root) => {
          const args = ['run', 'edit', join(root, 'shop'), '--diff', '--fn-config', join(root, 'probe')];
          const outcome = await runScript(EDITING, [...args, ...options, ...more]);
          // The paths of a diff and of messages have the folder.
          const stdout = outcome.stdout.replaceAll(root.slice(1), '');
          return { ...outcome, stdout, stderr: shortened(root, outcome.stderr), files: readFiles(join(root, 'shop')) };
        });
      const limited = await run('--timeout', '1m');
      assert.deepEqual(limited, await run());
      assert.equal((limited as { readonly exitCode: number }).exitCode, exitCode);
    });
  }

  it('reads standard input, and prints to standard output', async () => {
    const list = configMap('a');
    const args = ['run', 'edit', '-', '--timeout', '1m'];
    await inFolder({ probe: PROBE }, async (root) => {
      const { stdout } = await runScript(EDITING, [...args, '--fn-config', join(root, 'probe')], list);
      assert.equal(stdout, `${list}data:\n  k: v\n`);
    });
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends on ${signal}, with the process that does the work`, function () {
      needProc(this);
      return inFolder({ 'shop/a.yaml': configMap('a') }, async (root) => {
        const fifo = join(root, 'fifo');
        makeFifo(fifo);
        const args = ['run', 'edit', join(root, 'shop'), '--fn-config', fifo, '--timeout', '1m'];
        const child = spawn(process.execPath, [fileURLToPath(EDITING), ...args]);
        await until(() => processesWith(fifo).length === 2);
        child.kill(signal);
        assert.deepEqual(await once(child, 'exit'), [null, signal]);
        await until(() => processesWith(fifo).length === 0);
      });
    });
  }
});
