// Asks two workers to wait, and prints when they run. With the argument `end`, ends the pool instead.
import { WorkerPool } from '../../cli/workers/worker-pool.ts';
import { startTestWorker } from './test-workers.ts';

const pool = new WorkerPool<string, unknown>(2, 2, { start: startTestWorker });
await Promise.all(['a', 'b'].map((task) => pool.ask(task)));
for (const task of ['wait', process.argv[2] ?? 'wait']) void pool.ask(task);
console.log('running');
if (process.argv[2] === 'end') {
  await pool.end();
  console.log('ended');
}
