import type { CommandProgram } from '../../arguments/command.ts';
import { MESSAGE_OPTIONS } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import { FORM_OPTION } from '../../arguments/report-argument.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS } from '../../render/pipeline-arguments.ts';
import { parsePush, PUSH_OPTIONS } from './commit-arguments.ts';
import {
  CHECK_OPTIONS,
  FETCH_OPTION,
  FLEET_REPORT_OPTION,
  parseOutputs,
  parseSelection,
  parseWriting,
  SELECTION_OPTIONS,
} from './fleet-arguments.ts';
import { runTask } from './run-task.ts';
import type { FleetTask } from '../../../src/fleet/plan/fleet-run.ts';
import { planAdoption } from '../../../src/fleet/plan/plan-variant.ts';
import { UNDECIDED } from '../../../src/merge/index.ts';
import { firstNames } from '../../../src/wording.ts';
import type { TaskArguments } from '../request.ts';

/** Options of `krm-variants fleet adopt`. */
export const ADOPT_OPTIONS = [
  ...SELECTION_OPTIONS,
  {
    name: 'revision',
    value: 'REF',
    meaning: 'Version that VARIANT was made of. Default: as its files and git say.',
    group: 'Input',
  },
  FETCH_OPTION,
  ...PUSH_OPTIONS,
  ...CHECK_OPTIONS,
  FLEET_REPORT_OPTION,
  FORM_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

type SortedAdopt = SortedArguments<(typeof ADOPT_OPTIONS)[number]>;

/** Records what folders were made of. `revision`: version; undefined: it is found out. */
function adoptTask(revision: string | undefined): FleetTask {
  return {
    name: 'adopt',
    plan: (variant, run) => planAdoption(variant, run, revision),
    subject: (variants) => `Adopt ${firstNames(variants, ({ folder }) => folder)}`,
    mayWrite: true,
  };
}

/**
 * Implements `krm-variants fleet adopt`, like `applyFleet`: it writes only locks, and derived texts of edited files.
 */
export async function adoptFleet(sorted: SortedAdopt, program: CommandProgram): Promise<number> {
  return await runTask(parseAdoptArguments(sorted), program);
}

/** Reads the checked arguments of `krm-variants fleet adopt VARIANT ...`. Throws a `UsageError`. */
export function parseAdoptArguments(sorted: SortedAdopt): TaskArguments {
  if (sorted.operands.length === 0) throw new UsageError('fleet adopt requires VARIANT');
  return {
    ...UNDECIDED,
    ...parseSelection([], sorted),
    ...parseOutputs(sorted),
    ...parseWriting(sorted, parsePush(sorted)),
    ...parsePipelineArguments(sorted),
    task: adoptTask(sorted.value('revision')),
    adopted: sorted.operands,
    fetches: sorted.has('fetch'),
  };
}
