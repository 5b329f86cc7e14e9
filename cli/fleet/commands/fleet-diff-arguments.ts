import { choice } from '../../arguments/choice.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS } from '../../render/pipeline-arguments.ts';
import { DIRECTORY_OPTION, directoryOf, FETCH_OPTION, OBJECT_OPTIONS, parseObjects } from './fleet-arguments.ts';
import type { DerivingArguments } from '../request.ts';
import type { NamedSide } from '../call/compared-variant.ts';

const REPORTS = ['json', 'markdown'] as const;

/** Options of `krm-variants fleet diff`. */
export const FLEET_DIFF_OPTIONS = [
  DIRECTORY_OPTION,
  {
    name: 'unexplained',
    meaning: 'Only differences that people made, or whose cause is unknown.',
    group: 'Output',
  },
  {
    name: 'report',
    value: REPORTS.join('|'),
    meaning: 'Print JSON, or Markdown for a pull request.',
    group: 'Output',
  },
  ...OBJECT_OPTIONS,
  FETCH_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet diff`. */
export type SortedFleetDiff = SortedArguments<(typeof FLEET_DIFF_OPTIONS)[number]>;

/** Form of the output: a table for people, or a report. */
export type FleetDiffFormat = (typeof REPORTS)[number] | 'text';

/** Parsed arguments of `krm-variants fleet diff`. */
export interface FleetDiffArguments extends DerivingArguments, MessageArguments {
  readonly compared:
    | { readonly sides: readonly [NamedSide, NamedSide]; readonly file: string | undefined }
    | { readonly revisions: readonly [from: string, to: string] };
  readonly isUnexplained: boolean;
  readonly format: FleetDiffFormat;
}

/** Reads the checked arguments of `krm-variants fleet diff A B [FILE]` or `REV1..REV2`. Throws a `UsageError`. */
export function parseFleetDiff(sorted: SortedFleetDiff): FleetDiffArguments {
  const compared = parseCompared(sorted.operands);
  const isUnexplained = sorted.has('unexplained');
  if (isUnexplained && 'revisions' in compared)
    throw new UsageError('`--unexplained` is for two variants, not for two revisions of a fleet');
  return {
    folder: directoryOf(sorted),
    compared,
    isUnexplained,
    format: sorted.value('report') === undefined ? 'text' : choice(sorted, 'report', REPORTS),
    ...parseObjects(sorted),
    fetches: sorted.has('fetch'),
    ...parsePipelineArguments(sorted),
    ...parseMessageArguments(sorted),
  };
}

function parseCompared([first = '', second, file]: readonly string[]): FleetDiffArguments['compared'] {
  if (second !== undefined) return { sides: [parseSide(first), parseSide(second)], file };
  const [, from, to] = /^(.+?)\.\.(.+)$/.exec(first) ?? [];
  if (to?.startsWith('.') === true)
    throw new UsageError(`two revisions must have two dots between them, not three: ${from ?? ''}..${to.slice(1)}`);
  if (from !== undefined && to !== undefined) return { revisions: [from, to] };
  throw new UsageError('fleet diff requires two variants, A B, or two revisions, REV1..REV2');
}

function parseSide(text: string): NamedSide {
  const [, variant = text, revision] = /^(.+?)@(.+)$/.exec(text) ?? [];
  return { text, variant, revision };
}
