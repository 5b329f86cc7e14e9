import assert from 'node:assert/strict';
import { spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runScript } from '../../support/child.ts';
import { PROBE } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';

const COPY = import.meta.resolve('../../support/copy.ts');
const ONE_FUNCTION = import.meta.resolve('../../support/one-function.ts');

const MEGABYTES = 8;
const LINE = `${'0123456789abcdef'.repeat(64)}\n`;
const BIG = LINE.repeat((MEGABYTES * 1024 * 1024) / LINE.length + 1);

/** Takes 4 KiB at a time, so that the pipe is full whenever the writer looks. */
async function readSlowly({ stdout }: ChildProcessWithoutNullStreams): Promise<string> {
  const pieces: Buffer[] = [];
  stdout.pause();
  while (!stdout.readableEnded) {
    const piece = (stdout.read(4096) ?? stdout.read()) as Buffer | null;
    if (piece === null) await setImmediate();
    else pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Closes the pipe before any data arrive. */
function close({ stdout }: ChildProcessWithoutNullStreams): Promise<string> {
  stdout.destroy();
  return Promise.resolve('');
}

describe('stdin and stdout', () => {
  it(`copy ${MEGABYTES} MB over pipes that would block`, async () => {
    const { stdout, stderr, exitCode } = await runScript(COPY, [], BIG);
    assert.equal(stderr, '');
    assert.equal(exitCode, 0);
    assert.ok(stdout === BIG);
  });

  it(`copy ${MEGABYTES} MB to a slow reader`, async () => {
    const { stdout, exitCode } = await runScript(COPY, [], BIG, readSlowly);
    assert.equal(exitCode, 0);
    assert.ok(stdout === BIG);
  });

  it('copy characters of four bytes, wherever a piece of the text ends', async () => {
    for (const lead of ['', 'a']) {
      const text = `${lead}${'😀'.repeat(600_000)}`;
      const { stdout } = await runScript(COPY, [], text);
      assert.ok(stdout === text);
    }
  });

  it('copy a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'krm-variants-'));
    try {
      const file = join(folder, 'input');
      writeFileSync(file, BIG);
      const { stdout } = spawnSync(process.execPath, [fileURLToPath(COPY)], {
        stdio: [openSync(file, 'r'), 'pipe', 'inherit'],
        maxBuffer: Infinity,
      });
      assert.ok(stdout.toString() === BIG);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('copy nothing', async () => {
    assert.deepEqual(await runScript(COPY, [], ''), { stdout: '', stderr: '', exitCode: 0 });
  });
});

describe('a function with much output', () => {
  const data = `data:\n  big: |\n${LINE.replace(/^/, '    ').repeat(MEGABYTES * 1024)}`;
  const list = resourceList([resource('v1', 'ConfigMap', 'big', data)], PROBE);

  it('exits successfully after the last byte is read', async () => {
    const { stdout, stderr, exitCode } = await runScript(ONE_FUNCTION, [], list, readSlowly);
    assert.equal(stderr, '');
    assert.equal(exitCode, 0);
    assert.ok(stdout === `${list}results:\n- message: ran\n  severity: info\n`);
  });

  it('fails if its reader has closed the pipe', async () => {
    const { stderr, exitCode } = await runScript(ONE_FUNCTION, [], list, close);
    assert.equal(stderr, '[error]: standard input or output failed: the reader has closed it\n');
    assert.equal(exitCode, 1);
  });
});
