import { deserialize, serialize } from 'node:v8';
import type { PlanningPool, PlanningProcesses } from '../../cli/fleet/call/variant-plans.ts';
import {
  VariantPlanner,
  type VariantAnswer,
  type VariantTask,
  type WorkerSetting,
} from '../../cli/fleet/call/worker-variants.ts';
import type { TaskArguments } from '../../cli/fleet/request.ts';
import type { FleetProgram } from '../../cli/fleet/fleet-store.ts';

/** Planning processes that a test stands in for, and the folders of the variants that were planned in them. */
export interface StandIns {
  readonly processes: PlanningProcesses;
  readonly planned: readonly string[];
}

/**
 * Returns processes that are this one, from one variant for each on. All that passes between processes is copied as
 * child processes do. `ask`: asks one of them. Default: it answers each task.
 */
export function standInProcesses(
  program: FleetProgram,
  args: TaskArguments,
  ask: (task: VariantTask, answer: () => Promise<VariantAnswer>) => Promise<VariantAnswer> = (_, answer) => answer(),
): StandIns {
  const planned: string[] = [];
  const start = (count: number, _: number, setting: WorkerSetting): PlanningPool => {
    const planners = Array.from({ length: count }, () => new VariantPlanner(program, args, copied(setting)));
    let last = 0;
    return {
      ask: async (task) => {
        planned.push(task.variant.folder);
        const planner = planners[last++ % count];
        if (planner === undefined) throw new Error('a pool must have a process');
        return copied(await ask(task, () => planner.answer(copied(task))));
      },
      end: () => Promise.resolve(),
    };
  };
  return { processes: { count: (variants, jobs) => Math.min(variants, jobs), start }, planned };
}

function copied<T>(value: T): T {
  return deserialize(serialize(value)) as T;
}
