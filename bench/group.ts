import { statSync } from 'node:fs';
import { failureOf, type Check } from './check.ts';
import { bareStarts, contenders, type Contender } from './contender.ts';
import type { Input } from './input.ts';
import type { Job } from './job.ts';
import { leftOut, measure, type Cost, type Measurement } from './measure.ts';
import type { Setting } from './setting.ts';
import { writeTask } from './task.ts';

/** Costs of all contenders in one job on one input. */
export interface Group {
  readonly job: Job;
  readonly input: Input;
  /** Size of the ResourceList in millions of bytes. */
  readonly megabytes: number;
  readonly measurements: readonly Measurement[];
}

/** Number of resources below which the bare start of a runtime is measured as well. */
const SMALL = 100;

/**
 * Measures a job on an input. Leaves out contenders that a check found unable, and those that failed in an earlier job
 * on as many resources or fewer.
 */
export function measureJob(
  setting: Setting,
  job: Job,
  input: Input,
  checks: readonly Check[],
  before: readonly Group[],
): Group {
  const { tools, rounds, scratch } = setting;
  const task = writeTask(job, input, scratch);
  const all = [...(input.count < SMALL ? bareStarts(tools) : []), ...contenders(tools, task)];
  const failures = new Map(all.map((one) => [one, failureOf(checks, task, one) || earlierFailure(before, input, one)]));
  const able = all.filter((one) => failures.get(one) === '');
  const unable = all.filter((one) => failures.get(one) !== '');
  const measurements = [
    ...measure(tools.runner, able, rounds),
    ...unable.map((one) => leftOut(one, failures.get(one) ?? '')),
  ];
  return { job, input, megabytes: statSync(task.list).size / 1e6, measurements };
}

function earlierFailure(groups: readonly Group[], { sort, count }: Input, { name }: Contender): string {
  const failed = groups
    .filter(({ input }) => input.sort === sort && input.count <= count)
    .flatMap(({ measurements }) =>
      measurements.filter(({ contender, failure }) => contender === name && failure !== ''),
    );
  return failed[0] === undefined ? '' : `left out: ${failed[0].failure.replace(/^left out: /, '')}`;
}

/** Returns the cost of a contender in a job on that many generated resources; undefined if it was not measured. */
export function findCost(groups: readonly Group[], job: Job, count: number, contender: string): Cost | undefined {
  const group = groups.find((one) => one.job === job && one.input.sort !== 'corpus' && one.input.count === count);
  return group?.measurements.find((one) => one.contender === contender && one.failure === '');
}
