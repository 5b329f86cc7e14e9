import { choice } from '../../arguments/choice.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { DIRECTORY_OPTION, directoryOf, FETCH_OPTION } from './fleet-arguments.ts';

/** Options of `krm-variants fleet log`. */
export const LOG_OPTIONS = [
  DIRECTORY_OPTION,
  { name: 'report', value: 'json', meaning: 'Print a report.', group: 'Output' },
  FETCH_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet log`. */
export type SortedLog = SortedArguments<(typeof LOG_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants fleet log`. */
export interface LogArguments extends MessageArguments {
  /** Name of the variant, as given. */
  readonly variant: string;
  /** Folder with the PackageVariants, as given. */
  readonly folder: string;
  /** True for a report in JSON. */
  readonly isReport: boolean;
  /** True to fetch the git repository of the variant. */
  readonly fetches: boolean;
}

/** Reads the checked arguments of `krm-variants fleet log VARIANT`. Throws a `UsageError`. */
export function parseLogArguments(sorted: SortedLog): LogArguments {
  const [variant = ''] = sorted.operands;
  const folder = directoryOf(sorted);
  const report = sorted.value('report') === undefined ? undefined : choice(sorted, 'report', ['json']);
  const fetches = sorted.has('fetch');
  return { variant, folder, isReport: report !== undefined, fetches, ...parseMessageArguments(sorted) };
}
