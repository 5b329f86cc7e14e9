import { packagePath } from '../../../src/fleet/index.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../../arguments/message-arguments.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';

/** Options of `krm-variants fleet move`. */
export const MOVE_OPTIONS = MESSAGE_OPTIONS;

/** Sorted arguments of `krm-variants fleet move`. */
export type SortedMove = SortedArguments<(typeof MOVE_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants fleet move`. */
export interface MoveArguments extends MessageArguments {
  /** Folder of the variant, relative to the top of the git repository. */
  readonly from: string;
  /** Its new folder. */
  readonly to: string;
  /** Folder with the PackageVariants, as given. */
  readonly folder: string;
}

/** Reads the checked arguments of `krm-variants fleet move OLD NEW [DIR]`. Throws a `UsageError`. */
export function parseMoveArguments(sorted: SortedMove): MoveArguments {
  const [old = '', next = '', folder = '.'] = sorted.operands;
  return { from: folderOf(old), to: folderOf(next), folder, ...parseMessageArguments(sorted) };
}

function folderOf(text: string): string {
  const path = text.startsWith('/') ? '' : packagePath(text);
  if (path) return path;
  throw new UsageError(
    `"${text}" must be a folder for a variant, relative to the top of the git repository, without ".." in its path`,
  );
}
