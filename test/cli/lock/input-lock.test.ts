import assert from 'node:assert/strict';
import { readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockInputs, lockName } from '../../../cli/lock/input-lock.ts';
import { isRunning, ownProcess, processSystem } from '../../../cli/process/running-process.ts';
import { runProgram, type Ended } from '../../support/child.ts';
import { locksIn, lockFolderIn, makeLockFolder, whileHeld, type RunCommand } from '../../support/lock-runs.ts';
import { PROBE } from '../../support/probe.ts';
import { needProc, until } from '../../support/running.ts';
import { configMap, inFolder, readFiles, type Files } from '../run-support.ts';

const EDITING = fileURLToPath(import.meta.resolve('../../support/editing-function.ts'));
const COUNTING = fileURLToPath(import.meta.resolve('../../support/counting-function.ts'));
const LOCKING = fileURLToPath(import.meta.resolve('../../support/locking-program.ts'));
const EDIT: RunCommand = [process.execPath, EDITING, 'run', 'edit'];
const COUNT: RunCommand = [process.execPath, COUNTING, 'run', 'count'];

/** Milliseconds that another process is waited for in a test. */
const IMPATIENT = 0;
const PATIENT = 600_000;
const LOCKED: Ended = { stdout: 'locked\n', stderr: '', exitCode: 0 };

/** Locks folders and files in another process, which waits for others. */
function lockFolders(root: string, patience: number, ...names: readonly string[]): Promise<Ended> {
  return runProgram('env', [`TMPDIR=${root}`, process.execPath, LOCKING, String(patience), ...names]);
}

/** Asserts that a run has ended well, whether it writes or not. */
function assertDone({ stdout, stderr, exitCode }: Ended): void {
  assert.match(stderr, /^\d files? (?:would change|changed)(?: in the output)?\n$/m);
  assert.deepEqual([stdout, exitCode], ['', 0], stderr);
}

describe('a folder that another process writes', () => {
  it('is refused after a moment, as are folders and files in it, those around it, and links to it', () =>
    whileHeld(EDIT, EDIT, async ({ root, pid }) => {
      symlinkSync(join(root, 'shop'), join(root, 'link'));
      const names = { shop: 'shop', 'shop/base': 'shop/base', 'shop/a.yaml': 'shop/a.yaml', link: 'shop', '.': '.' };
      for (const [name, path] of Object.entries(names)) {
        const { stderr, exitCode } = await lockFolders(root, IMPATIENT, join(root, name));
        const place = JSON.stringify(join(root, path));
        const message = `another process (pid ${pid}) is writing to ${place}: run this again when it has ended`;
        assert.deepEqual([stderr, exitCode], [`[error]: ${message}\n`, 1], name);
      }
      assert.deepEqual(await lockFolders(root, IMPATIENT, join(root, 'other')), LOCKED);
    }));

  it('is read by runs that do not write, and other folders are written', () =>
    whileHeld(EDIT, EDIT, async ({ root, locks, config, run, release }) => {
      const shop = join(root, 'shop');
      for (const args of [[shop, '--dry-run'], [shop, '-o', join(root, 'new')], [join(root, 'other')]])
        assertDone(await run(...args, ...config));
      assert.equal((await run(shop, '--check', ...config)).exitCode, 4);
      assertDone(await release());
      assert.deepEqual(locksIn(locks), []);
    }));

  it('is written when that process ends in time', () =>
    whileHeld(EDIT, EDIT, async ({ root, locks, pid, release }) => {
      const second = lockFolders(root, PATIENT, join(root, 'shop'));
      const isWaiting = (): boolean => locksIn(locks).some((name) => !name.startsWith(`${pid}-`));
      await until(isWaiting);
      assertDone(await release());
      assert.deepEqual(await second, LOCKED);
      assert.deepEqual(locksIn(locks), []);
    }));

  it('is written at once if that process was killed, whose lock is removed', () =>
    whileHeld(EDIT, EDIT, async ({ root, locks, config, run, kill }) => {
      await kill();
      assert.equal(locksIn(locks).length, 1);
      assertDone(await run(join(root, 'shop'), ...config));
      assert.deepEqual(locksIn(locks), []);
    }));

  it('loses no edit of processes that run at the same time', () =>
    inFolder({ 'shop/a.yaml': configMap('a', 'data:\n  count: "0"\n'), probe: PROBE }, async (root) => {
      const args = [...COUNT, join(root, 'shop'), '--fn-config', join(root, 'probe')];
      const runs = await Promise.all(Array.from({ length: 8 }, () => runProgram('env', [`TMPDIR=${root}`, ...args])));
      const done = runs.filter(({ exitCode }) => exitCode === 0).length;
      const waited = runs.filter(({ stderr }) => stderr.includes('another process')).length;
      assert.equal(done + waited, runs.length, JSON.stringify(runs));
      assert.ok(done > 0);
      assert.equal(readFiles(join(root, 'shop'))['a.yaml'], configMap('a', `data:\n  count: "${done}"\n`));
    }));
});

describe('folders that one process locks one by one', () => {
  it('are locked until each is released', () =>
    inFolder({ 'a/a.yaml': configMap('a'), 'b/b.yaml': configMap('b') }, (root) =>
      withTemporaryFolder(root, async () => {
        const states = async (): Promise<string[]> => {
          const ends = await Promise.all(['a', 'b'].map((name) => lockFolders(root, IMPATIENT, join(root, name))));
          return ends.map(({ exitCode }) => (exitCode === 0 ? 'free' : 'locked'));
        };
        const [a, b] = ['a', 'b'].map((name) => lockInputs([join(root, name)]));
        assert.deepEqual(await states(), ['locked', 'locked']);
        a?.release();
        assert.deepEqual(await states(), ['free', 'locked']);
        b?.release();
        assert.deepEqual(await states(), ['free', 'free']);
        assert.deepEqual(locksIn(lockFolderIn(root)), []);
      }),
    ));

  it('stay locked while the process waits in vain for another', () =>
    whileHeld(EDIT, EDIT, ({ root, pid }) =>
      withTemporaryFolder(root, async () => {
        const other = lockInputs([join(root, 'other')]);
        assert.throws(() => lockInputs([join(root, 'shop')], IMPATIENT), new RegExp(`pid ${pid}`));
        assert.equal((await lockFolders(root, IMPATIENT, join(root, 'other'))).exitCode, 1);
        other.release();
      }),
    ));
});

/** Makes a folder the temporary one of this process, for a test. */
async function withTemporaryFolder(folder: string, act: () => Promise<void>): Promise<void> {
  const { TMPDIR: before } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    await act();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

describe('a lock file', () => {
  /** Locks a folder beside a lock on it with a name. Returns the locks that are left, too. */
  const lockBeside = (name: string): Promise<Ended & { readonly left: readonly string[] }> =>
    inFolder({ 'shop/a.yaml': configMap('a') }, async (root) => {
      writeFileSync(join(makeLockFolder(root), name), JSON.stringify({ paths: [join(root, 'shop')] }));
      const ended = await lockFolders(root, IMPATIENT, join(root, 'shop'));
      return { ...ended, left: locksIn(lockFolderIn(root)) };
    });

  before(function () {
    needProc(this);
  });

  it('of a process that runs counts', async () => {
    const name = lockName(ownProcess());
    const { stderr, exitCode, left } = await lockBeside(name);
    assert.match(stderr, new RegExp(`^\\[error\\]: another process \\(pid ${process.pid}\\) is writing to `));
    assert.deepEqual([exitCode, left], [1, [name]]);
  });

  it('without a start time counts while there is a process of that id', async () => {
    assert.equal((await lockBeside(lockName({ pid: process.pid, start: '' }))).exitCode, 1);
  });

  const stale: Readonly<Record<string, string>> = {
    'of a process whose id another process has now': lockName({ pid: process.pid, start: '1' }),
    'of a process id that does not exist': lockName({ pid: 2 ** 22 + 1, start: '1' }),
    'that a killed process has not finished': `${lockName({ pid: 2 ** 22 + 1, start: '1' })}.tmp`,
  };
  for (const [title, name] of Object.entries(stale))
    it(`${title} is removed`, async () => assert.deepEqual(await lockBeside(name), { ...LOCKED, left: [] }));

  it('of a process of another user counts: that process exists', () => {
    assert.ok(isRunning({ pid: 1, start: '' }));
  });
});

describe('temporary files of a killed run', () => {
  const dead = { pid: 2 ** 22 + 1, start: '1' };
  const nameOf = ({ pid, start }: typeof dead): string => `.krm-variants-${pid}-${start}-${crypto.randomUUID()}.tmp`;
  const other = nameOf({ pid: dead.pid + 1, start: '1' });
  /** Files that are none of that run. */
  const kept: Files = {
    [`shop/${other}`]: 'x',
    [`shop/.krm-variants-${dead.pid}-1-.tmp`]: 'x',
    [`shop/.krm-variants-${dead.pid}-1-mine.tmp`]: 'x',
    [`shop/${nameOf(dead)}/x`]: 'in a folder',
    [`shop/${nameOf(dead).slice(1)}`]: 'x',
    [`shop/${nameOf(dead)}.txt`]: 'x',
    [`shop/.git/${nameOf(dead)}`]: 'x',
    [`other/${nameOf(dead)}`]: 'x',
  };
  const left: Files = { [`shop/${nameOf(dead)}`]: 'x', [`shop/base/deep/${nameOf(dead)}`]: 'x' };

  interface Cleaned extends Ended {
    /** Remaining files of the killed run. */
    readonly names: readonly string[];
    readonly locks: readonly string[];
  }

  /** Runs on a folder or file beside a lock of a process that does not run. */
  const runAfter = (system: string | undefined, paths: readonly string[], on = 'shop'): Promise<Cleaned> =>
    inFolder({ 'shop/a.yaml': configMap('a'), ...kept, ...left, probe: PROBE }, async (root) => {
      const link = join(root, 'shop', nameOf(dead));
      symlinkSync('a.yaml', link);
      const lock = { system, paths: paths.map((path) => join(root, path)) };
      writeFileSync(join(makeLockFolder(root), lockName(dead)), JSON.stringify(lock));
      const args = [...EDIT, join(root, on), '-v', '--fn-config', join(root, 'probe')];
      const ended = await runProgram('env', [`TMPDIR=${root}`, ...args]);
      const locks = locksIn(lockFolderIn(root));
      assert.equal(readlinkSync(link), 'a.yaml');
      rmSync(link);
      const files = readFiles(root);
      for (const name of Object.keys(kept)) assert.ok(files[name] !== undefined, `${name} is removed`);
      return { ...ended, names: Object.keys(left).filter((name) => files[name] !== undefined), locks };
    });

  before(function () {
    needProc(this);
  });

  it('are removed with its lock by a run that writes the folder, and nothing else is', async () => {
    const { stderr, exitCode, names, locks } = await runAfter(processSystem(), ['shop']);
    assert.deepEqual([exitCode, names, locks], [0, [], []], stderr);
    assert.match(stderr, /^\[notice\]: removed 2 temporary files of a killed run \(pid \d+\)$/m);
  });

  it('are removed by a run that writes a folder around it', async () => {
    const { names, locks } = await runAfter(processSystem(), ['shop/base', 'shop/a.yaml']);
    assert.deepEqual([names, locks], [[], []]);
  });

  it('stay for another run where the folder is written in part', async () => {
    const { names, locks } = await runAfter(processSystem(), ['shop'], 'shop/a.yaml');
    assert.deepEqual([names, locks], [Object.keys(left).slice(1), [lockName(dead)]]);
  });

  const unsure: Readonly<
    Record<string, readonly [system: string | undefined, paths: readonly string[], locks: number]>
  > = {
    'of another system, or from before its last start': ['0 pid:[1]', ['shop'], 0],
    'of an unknown system': [undefined, ['shop'], 0],
    'of another folder': [processSystem(), ['other'], 1],
    'of a folder that is gone': [processSystem(), ['gone'], 0],
  };
  for (const [title, [system, paths, locks]] of Object.entries(unsure))
    it(`stay, and are named, if the lock is ${title}`, async () => {
      const ran = await runAfter(system, paths);
      assert.deepEqual([ran.names.length, ran.locks.length], [2, locks]);
      for (const name of ran.names) assert.ok(ran.stderr.includes(name.slice('shop/'.length)), ran.stderr);
    });
});

describe('a folder for locks that cannot be used', () => {
  const unusable: Readonly<Record<string, readonly [make: (root: string) => string, reason: RegExp]>> = {
    'is in a place that is not a folder': [(root) => join(root, 'probe'), /a part of the path is not a folder$/],
    'is open to others': [
      withLocks((root) => makeLockFolder(root, 0o755)),
      /must be a folder that only this user can access$/,
    ],
    'is a link': [
      withLocks((root) => symlinkSync('/tmp', lockFolderIn(root))),
      /must be a folder that only this user can access$/,
    ],
    'is a file': [withLocks((root) => writeFileSync(lockFolderIn(root), '')), /already exists$/],
  };
  for (const [title, [make, reason]] of Object.entries(unusable)) {
    it(`${title}: the run goes on, with a notice`, () =>
      inFolder({ 'shop/a.yaml': configMap('a'), probe: PROBE }, async (root) => {
        const args = [...EDIT, join(root, 'shop'), '--fn-config', join(root, 'probe'), '-v'];
        const { stderr, exitCode } = await runProgram('env', [`TMPDIR=${make(root)}`, ...args]);
        const [changed, notice = ''] = stderr.split('\n');
        assert.deepEqual([exitCode, changed], [0, `changed ${root}/shop/a.yaml`]);
        assert.match(notice, /^\[notice\]: no lock against other processes that write to the same folder: /);
        assert.match(notice, reason);
      }));
  }
});

function withLocks(make: (root: string) => unknown): (root: string) => string {
  return (root) => {
    make(root);
    return root;
  };
}
