import type { CommandProgram } from '../../arguments/command.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { COMMIT_OPTION, parseCommit } from './commit-arguments.ts';
import {
  DIRECTORY_OPTION,
  directoryOf,
  MERGE_OPTIONS,
  OBJECT_OPTIONS,
  parseMerge,
  parseObjects,
  parseWriting,
} from './fleet-arguments.ts';
import { runTask } from './run-task.ts';
import type { FleetTask } from '../../../src/fleet/plan/fleet-run.ts';
import { planRollback } from '../../../src/fleet/plan/plan-rollback.ts';
import type { TaskArguments } from '../request.ts';
import { selectNamed } from '../../../src/fleet/request.ts';

/** Options of `krm-variants fleet rollback`. */
export const ROLLBACK_OPTIONS = [
  DIRECTORY_OPTION,
  {
    name: 'to',
    value: 'N',
    meaning: 'Number N in fleet log, not a revision. Default: before these inputs.',
    group: 'Selection',
  },
  { ...OBJECT_OPTIONS[0], meaning: 'Objects of the cluster to inject. Default: those of that version.' },
  OBJECT_OPTIONS[1],
  ...MERGE_OPTIONS,
  COMMIT_OPTION,
] as const satisfies readonly Option[];

type SortedRollback = SortedArguments<(typeof ROLLBACK_OPTIONS)[number]>;

/**
 * Derives an earlier version of one variant. `to`: its number, from 1; undefined for the one before the inputs of now.
 */
function rollbackTask(to: number | undefined): FleetTask {
  return {
    name: 'rollback',
    plan: (variant, run) => planRollback(variant, run, to),
    subject: ([variant]) => `Roll back ${variant?.folder ?? ''}`,
    mayWrite: true,
    goesBack: true,
    checksDecisions: true,
  };
}

/**
 * Implements `krm-variants fleet rollback`, like `applyFleet`: it derives an earlier version of one variant, and holds
 * it.
 */
export async function rollbackFleet(sorted: SortedRollback, program: CommandProgram): Promise<number> {
  return await runTask(parseRollbackArguments(sorted), program);
}

/** Reads the checked arguments of `krm-variants fleet rollback VARIANT`. Throws a `UsageError`. */
export function parseRollbackArguments(sorted: SortedRollback): TaskArguments {
  const [variant = ''] = sorted.operands;
  const to = sorted.value('to');
  if (to !== undefined && !/^[1-9]\d{0,8}$/.test(to))
    throw new UsageError(`\`--to\` must be a number of the column N of \`fleet log\`, from 1, not "${to}"`);
  return {
    ...parseObjects(sorted),
    ...parseMerge(sorted),
    ...parseWriting(sorted, parseCommit(sorted)),
    task: rollbackTask(to === undefined ? undefined : Number(to)),
    folder: directoryOf(sorted),
    ...selectNamed([variant]),
  };
}
