import { FORMAT_OPTIONS, parseBlameFormat, type BlameFormat } from '../../blame/blame-arguments.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS } from '../../render/pipeline-arguments.ts';
import { DIRECTORY_OPTION, directoryOf, FETCH_OPTION, OBJECT_OPTIONS, parseObjects } from './fleet-arguments.ts';
import type { DerivingArguments } from '../request.ts';

/** Options of `krm-variants fleet blame`. */
export const FLEET_BLAME_OPTIONS = [
  DIRECTORY_OPTION,
  ...FORMAT_OPTIONS,
  ...OBJECT_OPTIONS,
  FETCH_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet blame`. */
export type SortedFleetBlame = SortedArguments<(typeof FLEET_BLAME_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants fleet blame`. */
export interface FleetBlameArguments extends DerivingArguments, MessageArguments {
  /** Word for the variant, as given, without lines. */
  readonly named: string;
  /** File in its folder, with or without lines; undefined: that of `named`. */
  readonly place: string | undefined;
  /** Lines of the file that `named` is, such as `:17`; '' for all. */
  readonly lines: string;
  readonly format: BlameFormat;
}

/** Reads the checked arguments of `krm-variants fleet blame VARIANT [FILE[:LINE]]`. Throws a `UsageError`. */
export function parseFleetBlame(sorted: SortedFleetBlame): FleetBlameArguments {
  const [word = '', place] = sorted.operands;
  const [, named = word, lines = ''] = place === undefined ? (/^(.+?)(:\d+(?:-\d+)?)$/.exec(word) ?? []) : [];
  return {
    folder: directoryOf(sorted),
    named,
    place,
    lines,
    format: parseBlameFormat(sorted),
    ...parseObjects(sorted),
    fetches: sorted.has('fetch'),
    ...parsePipelineArguments(sorted),
    ...parseMessageArguments(sorted),
  };
}
