import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { DIRECTORY_OPTION, directoryOf } from './fleet-arguments.ts';

/** Options of `krm-variants fleet move`. */
export const MOVE_OPTIONS = [DIRECTORY_OPTION, ...MESSAGE_OPTIONS] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet move`. */
export type SortedMove = SortedArguments<(typeof MOVE_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants fleet move`. */
export interface MoveArguments extends MessageArguments {
  /** Word for the variant, as given. */
  readonly from: string;
  /** Its new folder, as given. */
  readonly to: string;
  /** Folder with the PackageVariants, as given. */
  readonly folder: string;
}

/** Reads the checked arguments of `krm-variants fleet move VARIANT NEW`. */
export function parseMoveArguments(sorted: SortedMove): MoveArguments {
  const [from = '', to = ''] = sorted.operands;
  return { from, to, folder: directoryOf(sorted), ...parseMessageArguments(sorted) };
}
