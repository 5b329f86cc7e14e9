import type { Option } from '../../arguments/option.ts';
import { FORM_OPTION, parseForm, parsePrinted } from '../../arguments/report-argument.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { parseReading, READING_OPTIONS, type ReadingArguments } from './reading-arguments.ts';

const REPORTS = ['json', 'names'] as const;

/** Options of `krm-variants fleet drift`. */
export const DRIFT_OPTIONS = [
  ...READING_OPTIONS,
  { name: 'diff', meaning: 'Print the edits as a diff, in place of the table.', group: 'Output' },
  { name: 'check', meaning: 'Exit with 4 if people edited anything.', group: 'Checks' },
  {
    name: 'report',
    value: 'json',
    meaning: 'Print a report.',
    group: 'Output',
  },
  { ...FORM_OPTION, meaning: 'wide: all columns; name: the edited folders; json: a report.' },
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet drift`. */
export type SortedDrift = SortedArguments<(typeof DRIFT_OPTIONS)[number]>;

/** Form of the output: a table or a diff for people, or a report. */
export type DriftFormat = (typeof REPORTS)[number] | 'text';

/** Parsed arguments of `krm-variants fleet drift`. */
export interface DriftArguments extends ReadingArguments {
  readonly diff: boolean;
  readonly check: boolean;
  /** True for a table that nothing is left out of. */
  readonly isWide: boolean;
  readonly format: DriftFormat;
}

/** Reads the checked arguments of `krm-variants fleet drift [VARIANT ...]`. Throws a `UsageError`. */
export function parseDriftArguments(sorted: SortedDrift): DriftArguments {
  const diff = sorted.has('diff');
  const { isWide, report } = parseForm(sorted, parsePrinted(sorted, ['json']));
  if (diff && report !== undefined) throw new UsageError('`--diff` and `--report` are mutually exclusive');
  return {
    ...parseReading(sorted, DRIFT_OPTIONS),
    diff,
    check: sorted.has('check'),
    isWide,
    format: REPORTS.find((each) => each === report?.format) ?? 'text',
  };
}
