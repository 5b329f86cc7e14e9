/** Least number of packages for each process, which has to compile its code again: see docs/decisions/workers.md. */
const SLICE = 100;

/**
 * Returns the number of processes to spread work on packages over. `jobs`: number of functions that may run at once.
 * `slice`: least number of packages for each process.
 */
export function workerCount(packages: number, jobs: number, slice = SLICE): number {
  return Math.max(1, Math.min(jobs, Math.floor(packages / slice)));
}
