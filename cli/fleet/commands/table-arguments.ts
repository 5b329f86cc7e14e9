import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { TableFormat } from '../show/table-formats.ts';
import { FORM_OPTION, parseForm, parseReport, type ReportRequest } from '../../arguments/report-argument.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { FETCH_OPTION, parseSelection, SELECTION_OPTIONS } from './fleet-arguments.ts';
import { parseQuery } from '../../where/value-condition.ts';
import type { DerivingArguments } from '../request.ts';
import type { FieldQuery } from '../../../src/where/index.ts';
import type { FleetSelection } from '../../../src/fleet/request.ts';

const FORMATS = ['json', 'markdown', 'html'] as const satisfies readonly TableFormat[];

/** Options of `krm-variants fleet table`. */
export const TABLE_OPTIONS = [
  ...SELECTION_OPTIONS,
  FETCH_OPTION,
  {
    name: 'by',
    value: 'KEY',
    meaning: 'Count by a label of PackageVariants, or a key of their package context.',
    group: 'Output',
  },
  {
    name: 'report',
    value: 'json|markdown|html[=FILE]',
    meaning: 'Print a report, or write it to FILE.',
    group: 'Output',
  },
  FORM_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Parsed arguments of `krm-variants fleet table`. */
export interface TableArguments
  extends FleetSelection, MessageArguments, Pick<DerivingArguments, 'folder' | 'objects' | 'context'> {
  /** Fields to show, as given. */
  readonly fields: readonly string[];
  readonly queries: readonly FieldQuery[];
  readonly by: string | undefined;
  /** True to fetch other git repositories. */
  readonly fetches: boolean;
  readonly report: ReportRequest | undefined;
  /** True for a table that nothing is left out of. */
  readonly isWide: boolean;
}

export type SortedTable = SortedArguments<(typeof TABLE_OPTIONS)[number]>;

/** Reads the arguments of `krm-variants fleet table FIELD ... [VARIANT ...]`. Throws a `UsageError`. */
export function parseTableArguments(sorted: SortedTable): TableArguments {
  const fields = sorted.operands.filter((operand) => operand.includes(':'));
  const variants = sorted.operands.filter((operand) => !fields.includes(operand));
  if (fields.length === 0 && sorted.values('where').length === 0)
    throw new UsageError('fleet table requires KIND/NAME:PATH, or `--where`');
  return {
    ...parseSelection(variants, sorted),
    fields,
    queries: fields.map((field) => parseQuery(field, 'fleet table')),
    by: sorted.value('by'),
    fetches: sorted.has('fetch'),
    ...parseForm(sorted, parseReport(sorted.value('report'), FORMATS)),
    ...parseMessageArguments(sorted),
  };
}
