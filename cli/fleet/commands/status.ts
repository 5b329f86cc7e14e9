import { FORM_OPTION, parseForm, parsePrinted } from '../../arguments/report-argument.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { POLICY_OPTION } from '../../merge/merge-arguments.ts';
import type { FleetTask } from '../../../src/fleet/plan/fleet-run.ts';
import { NO_COMMIT, type TaskArguments } from '../request.ts';
import { planVariant } from '../../../src/fleet/plan/plan-variant.ts';
import { parseReading, READING_OPTIONS } from './reading-arguments.ts';
import { UNDECIDED } from '../../../src/merge/index.ts';
import { runTask } from './run-task.ts';

/** Options of `krm-variants fleet status`. */
export const STATUS_OPTIONS = [
  ...READING_OPTIONS,
  POLICY_OPTION,
  { name: 'report', value: 'json', meaning: 'Print JSON, with the conditions in full.', group: 'Output' },
  FORM_OPTION,
] as const satisfies readonly Option[];

type SortedStatus = SortedArguments<(typeof STATUS_OPTIONS)[number]>;

/** Plans all variants, and shows their conditions. */
const STATUS_TASK: FleetTask = {
  name: 'status',
  plan: planVariant,
  subject: () => 'Show the fleet',
  needsVariants: true,
  checksDecisions: true,
  shows: 'conditions',
  namesNext: true,
};

/** Implements `krm-variants fleet status`, like `planFleet`: it prints the conditions of each variant. */
export async function statusFleet(sorted: SortedStatus, program: CommandProgram): Promise<number> {
  return await runTask(parseStatusArguments(sorted), program);
}

/** Reads the checked arguments of `krm-variants fleet status [VARIANT ...]`. Throws a `UsageError`. */
export function parseStatusArguments(sorted: SortedStatus): TaskArguments {
  const { isWide, report } = parseForm(sorted, parsePrinted(sorted, ['json']));
  const isJson = report?.format === 'json';
  return {
    ...UNDECIDED,
    ...NO_COMMIT,
    ...parseReading(sorted, STATUS_OPTIONS),
    task: STATUS_TASK,
    policies: sorted.values('policy'),
    writes: false,
    diff: false,
    check: false,
    strict: false,
    isWide,
    report: isJson ? undefined : report,
    isJson,
  };
}
