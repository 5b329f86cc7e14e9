import { choice } from '../../arguments/choice.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { POLICY_OPTION } from '../../merge/merge-arguments.ts';
import type { FleetArguments } from '../fleet-arguments.ts';
import { parseReading, READING_OPTIONS } from '../reading-arguments.ts';

/** Options of `krm-variants fleet status`. */
export const STATUS_OPTIONS = [
  ...READING_OPTIONS,
  POLICY_OPTION,
  { name: 'report', value: 'json', meaning: 'Print JSON, with the conditions in full.', group: 'Output' },
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet status`. */
export type SortedStatus = SortedArguments<(typeof STATUS_OPTIONS)[number]>;

/** Reads the checked arguments of `krm-variants fleet status [DIR]`. Throws a `UsageError`. */
export function parseStatusArguments(sorted: SortedStatus): FleetArguments {
  const report = sorted.value('report') === undefined ? undefined : choice(sorted, 'report', ['json']);
  return {
    ...parseReading(sorted, STATUS_OPTIONS),
    action: 'status',
    policies: sorted.values('policy'),
    isJson: report !== undefined,
  };
}
