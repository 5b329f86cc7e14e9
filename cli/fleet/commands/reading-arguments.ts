import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS } from '../../render/pipeline-arguments.ts';
import { FETCH_OPTION, parseSelection, SELECTION_OPTIONS } from './fleet-arguments.ts';
import { repeatedWords } from '../show/next-commands.ts';
import type { DerivingArguments } from '../request.ts';
import type { FleetSelection } from '../../../src/fleet/request.ts';

/** Options of commands that only read a fleet. */
export const READING_OPTIONS = [
  ...SELECTION_OPTIONS,
  FETCH_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Arguments of commands that only read a fleet. */
export interface ReadingArguments extends DerivingArguments, FleetSelection, MessageArguments {
  /** Words of the command line that the command that comes next needs, too: variants and options. */
  readonly repeats: readonly string[];
}

/**
 * Reads the arguments `[VARIANT ...]` of a command that only reads. `options`: all of its options. Throws a
 * `UsageError`.
 */
export function parseReading(
  sorted: SortedArguments<(typeof READING_OPTIONS)[number]>,
  options: readonly Option[],
): ReadingArguments {
  return {
    ...parseSelection(sorted.operands, sorted),
    ...parsePipelineArguments(sorted),
    ...parseMessageArguments(sorted),
    fetches: sorted.has('fetch'),
    repeats: repeatedWords(sorted, options),
    leavesOutWrong: true,
  };
}
