import assert from 'node:assert/strict';
import { runJobs, type Job } from '../../../scripts/testing/run-jobs.ts';

/** Runs jobs whose work is done once all others that can start have started. Returns the events in order. */
async function eventsOf(jobs: readonly Omit<Job, 'run'>[], slots: number): Promise<string[]> {
  const events: string[] = [];
  const run = async (name: string, slot: number): Promise<void> => {
    events.push(`${name} starts in ${slot}`);
    await new Promise((resolve) => setImmediate(resolve));
    events.push(`${name} ends`);
  };
  await runJobs(
    jobs.map((job) => ({ ...job, run: (slot) => run(job.name, slot) })),
    slots,
  );
  return events;
}

describe('runJobs', () => {
  const rows: readonly (readonly [name: string, jobs: readonly Omit<Job, 'run'>[], slots: number, want: string[]])[] = [
    [
      'runs as many jobs at the same time as there are slots, in order',
      [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      2,
      ['a starts in 0', 'b starts in 1', 'a ends', 'c starts in 0', 'b ends', 'c ends'],
    ],
    [
      'starts a job once its needs have ended, and others meanwhile',
      [{ name: 'build' }, { name: 'slow', needs: ['build'] }, { name: 'unit' }],
      2,
      ['build starts in 0', 'unit starts in 1', 'build ends', 'slow starts in 0', 'unit ends', 'slow ends'],
    ],
    [
      'does not wait for a need that is not part of the run',
      [{ name: 'slow', needs: ['build'] }],
      2,
      ['slow starts in 0', 'slow ends'],
    ],
    [
      'runs jobs that run alone at the end, one at a time',
      [{ name: 'alone', isAlone: true }, { name: 'last', isAlone: true }, { name: 'a' }],
      2,
      ['a starts in 0', 'a ends', 'alone starts in 0', 'alone ends', 'last starts in 0', 'last ends'],
    ],
  ];
  for (const [name, jobs, slots, want] of rows)
    it(name, async () => assert.deepEqual(await eventsOf(jobs, slots), want));

  it('fails for jobs that need each other', async () => {
    const circle = [
      { name: 'a', needs: ['b'] },
      { name: 'b', needs: ['a'] },
    ];
    await assert.rejects(eventsOf(circle, 2), /a, b/);
  });
});
