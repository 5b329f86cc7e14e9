import { MESSAGE_OPTIONS, parseMessageArguments } from '../arguments/message-arguments.ts';
import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS } from '../render/pipeline-arguments.ts';
import { FETCH_OPTION, NOT_GIVEN, parseSelection, SELECTION_OPTIONS, type FleetArguments } from './fleet-arguments.ts';
import { repeatedWords } from './next-commands.ts';

/** Options of commands that only read a fleet. */
export const READING_OPTIONS = [
  ...SELECTION_OPTIONS,
  FETCH_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Reads the arguments `[DIR]` of a command that only reads. `options`: all of its options. Throws a `UsageError`. */
export function parseReading(
  sorted: SortedArguments<(typeof READING_OPTIONS)[number]>,
  options: readonly Option[],
): Omit<FleetArguments, 'action'> {
  const [folder = '.'] = sorted.operands;
  return {
    ...NOT_GIVEN,
    ...parseSelection(folder, sorted),
    ...parsePipelineArguments(sorted),
    ...parseMessageArguments(sorted),
    fetches: sorted.has('fetch'),
    repeats: repeatedWords(sorted, options),
    writes: false,
    diff: false,
    check: false,
    strict: false,
    report: undefined,
    leavesOutWrong: true,
  };
}
