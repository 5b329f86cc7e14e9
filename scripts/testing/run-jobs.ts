/** Piece of work of a run. */
export interface Job {
  readonly name: string;
  /** Names of the jobs that end before this one starts. */
  readonly needs?: readonly string[];
  /** True if nothing else may run at the same time. */
  readonly isAlone?: boolean;
  /** Does it. `slot`: which of the jobs that run at the same time it is, from 0. */
  readonly run: (slot: number) => Promise<void>;
}

/**
 * Runs jobs, up to `slots` at the same time: each slot takes the first job in the order given whose needs have ended.
 * Jobs that run alone come last. A job never stops another one.
 */
export async function runJobs(jobs: readonly Job[], slots: number): Promise<void> {
  const waiting = jobs.filter(({ isAlone }) => isAlone !== true);
  const ended = new Set<string>();
  const running = new Set<Promise<void>>();
  const free = Array.from({ length: slots }, (_, slot) => slot);
  const isReady = ({ needs = [] }: Job): boolean =>
    needs.every((need) => ended.has(need) || !jobs.some(({ name }) => name === need));
  for (;;) {
    const index = free.length === 0 ? -1 : waiting.findIndex(isReady);
    const [job] = index === -1 ? [] : waiting.splice(index, 1);
    if (job !== undefined) {
      const slot = free.shift() ?? 0;
      const done: Promise<void> = job.run(slot).finally(() => {
        ended.add(job.name);
        free.push(slot);
        running.delete(done);
      });
      running.add(done);
    } else if (running.size > 0) await Promise.race(running);
    else break;
  }
  if (waiting.length > 0) throw new Error(`jobs that need each other: ${waiting.map(({ name }) => name).join(', ')}`);
  for (const job of jobs) if (job.isAlone === true) await job.run(0);
}
