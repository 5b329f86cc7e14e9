import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { workerCount } from '../../../cli/workers/worker-count.ts';
import { WorkerPool } from '../../../cli/workers/worker-pool.ts';
import { needProc, parentOf, processesWith, until } from '../../support/running.ts';
import { startTestWorker } from '../../support/test-workers.ts';

/** Answer of the workers of these tests. */
interface Answer {
  readonly share: number;
  readonly setting: unknown;
  readonly task: unknown;
  readonly hasVariable: boolean;
}

const PROGRAM = fileURLToPath(import.meta.resolve('../../support/pool-program.ts'));
const WORKER = 'support/worker-program.ts';

/** Setting of the pools of these tests. */
const SETTING = { names: new Set(['a']) };

/** Asks a pool of workers, and returns the answers, or the reasons why there is none. */
async function ask(tasks: readonly unknown[], count: number, jobs: number): Promise<readonly (Answer | string)[]> {
  const pool = new WorkerPool<unknown, Answer>(count, jobs, { setting: SETTING, start: startTestWorker });
  try {
    return await Promise.all(tasks.map((task) => pool.ask(task).catch((error: Error) => error.message)));
  } finally {
    await pool.end();
  }
}

describe('workers', () => {
  it('answer every task, in any number of processes', async () => {
    const tasks = Array.from({ length: 50 }, (_, index) => index);
    for (const count of [1, 2, 3]) {
      const answers = await ask(tasks, count, count);
      assert.deepEqual(
        answers.map((answer) => typeof answer === 'object' && answer.task),
        tasks,
      );
    }
  });

  it('share the jobs, and hide their share from programs that they start', async () => {
    const answers = await ask(['a', 'b', 'c'], 3, 7);
    const shares = answers.map((answer) => (typeof answer === 'object' && !answer.hasVariable ? answer.share : 0));
    assert.deepEqual(
      shares.toSorted((a, b) => a - b),
      [2, 2, 3],
    );
  });

  it('receive the setting of the pool before their first task, also if they replace another one', async () => {
    const answers = await ask([1, 'exit', 2, 3, 'exit', 4, 5, 6], 2, 2);
    const settings = answers.flatMap((answer) => (typeof answer === 'object' ? [answer.setting] : []));
    assert.ok(settings.length > 0);
    for (const setting of settings) assert.deepEqual(setting, SETTING);
  });

  it('receive and return data that JSON does not have', async () => {
    const shared = { path: 'a' };
    const task = { big: 2n ** 70n, map: new Map([[shared, '\ud800']]), shared, none: undefined };
    const [answer] = await ask([task], 1, 1);
    assert.ok(typeof answer === 'object');
    const { big, map, shared: same } = answer.task as typeof task;
    assert.deepEqual([big, map.get(same)], [2n ** 70n, '\ud800']);
  });

  const ends = { SIGKILL: 'was ended by SIGKILL', exit: 'ended with exit code 7' };
  for (const [task, reason] of Object.entries(ends))
    it(`that die by ${task} fail the tasks that they had, and are replaced for the others`, async () => {
      const tasks = Array.from({ length: 30 }, (_, index) => (index % 10 === 4 ? task : index));
      const answers = await ask(tasks, 2, 2);
      const failed = answers.filter((answer) => answer === reason);
      const answered = answers.filter((answer) => typeof answer === 'object');
      assert.equal(failed.length + answered.length, tasks.length);
      for (const [index, each] of tasks.entries()) if (each === task) assert.equal(answers[index], reason);
      // A worker has at most one task besides the one that it works on.
      assert.ok(failed.length <= 6, String(failed.length));
    });

  it('that cannot be started fail all tasks', async () => {
    const pool = new WorkerPool<unknown, Answer>(2, 2, {
      start: () => spawn('/nowhere', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
    });
    const asked = await Promise.allSettled([1, 2, 3, 4, 5].map((task) => pool.ask(task)));
    await pool.end();
    for (const each of asked)
      assert.equal(each.status === 'rejected' && (each.reason as Error).message, 'could not be started');
  });
});

describe('a process with workers', () => {
  before(function () {
    needProc(this);
  });

  /** Starts it, and returns its process, and the ids of its workers, once they work. */
  const start = async (...args: readonly string[]) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const workers = processesWith(WORKER).filter((pid) => parentOf(pid) === child.pid);
    return { child, workers };
  };
  const haveEnded = async (workers: readonly number[]): Promise<void> => {
    for (const pid of workers) await until(() => !processesWith(WORKER).includes(pid));
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`that is ended by ${signal} ends them first`, async () => {
      const { child, workers } = await start();
      assert.equal(workers.length, 2);
      child.kill(signal);
      assert.deepEqual(await once(child, 'exit'), [null, signal]);
      assert.deepEqual(
        processesWith(WORKER).filter((pid) => workers.includes(pid)),
        [],
      );
    });

    it(`ends if one of them is ended by ${signal}`, async () => {
      const { child, workers } = await start();
      process.kill(workers[0] ?? 0, signal);
      assert.deepEqual(await once(child, 'exit'), [null, signal]);
      await haveEnded(workers);
    });
  }

  it('that is killed leaves none', async () => {
    const { child, workers } = await start();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await haveEnded(workers);
  });

  it('ends them when it has finished, even if one still works', async () => {
    const { child, workers } = await start('end');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    await haveEnded(workers);
  });
});

describe('the number of processes', () => {
  const rows: readonly (readonly [packages: number, jobs: number, processes: number])[] = [
    [1, 8, 1],
    [199, 8, 1],
    [200, 1, 1],
    [200, 2, 2],
    [200, 8, 2],
    [1000, 4, 4],
    [10_000, 64, 64],
  ];
  for (const [packages, jobs, processes] of rows)
    it(`is ${processes} for ${packages} packages and --jobs ${jobs}`, () =>
      assert.equal(workerCount(packages, jobs), processes));
});
