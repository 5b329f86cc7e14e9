import { join } from 'node:path';
import { runCommand } from '../scripts/command.ts';
import { root } from '../scripts/functions.ts';
import type { Input } from './input.ts';
import { oneResource, type Job } from './job.ts';
import { median } from './median.ts';
import type { Setting } from './setting.ts';
import { writeTask } from './task.ts';

/** Time spent in each phase of a job, in order. */
export interface PhaseTimes {
  readonly job: string;
  readonly input: string;
  /** Medians in milliseconds. */
  readonly phases: Readonly<Record<string, number>>;
}

/** Times the phases of each of these jobs, each in its own process, with the library from source. */
export function phaseTimes(setting: Setting, jobs: readonly Job[], input: Input): PhaseTimes[] {
  return jobs.map((job) => {
    const { list } = writeTask(job, input, setting.scratch);
    const { kind, name } = input.target;
    const args = [join(root, 'bench/phases.ts'), list, ...(job === oneResource ? [kind, name] : [])];
    const runs = Array.from({ length: setting.rounds.minRounds }, () => run(args));
    const titles = Object.keys(runs[0] ?? {});
    const medians = titles.map((title) => [title, median(runs.map((times) => times[title] ?? NaN))] as const);
    return { job: job.title, input: input.title, phases: Object.fromEntries(medians) };
  });
}

function run(args: readonly string[]): PhaseTimes['phases'] {
  return JSON.parse(runCommand(process.execPath, args)) as PhaseTimes['phases'];
}
