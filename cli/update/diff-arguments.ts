import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../arguments/message-arguments.ts';
import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { parseTimeout, TIMEOUT_OPTION, type TimeoutArgument } from '../arguments/time-limit.ts';
import { FETCH_OPTIONS, parseFetchArguments } from '../upstream/fetch-arguments.ts';
import { BASE_OPTION, parsePackageRef } from './package-ref.ts';
import type { VersionArguments } from './package-versions.ts';
import { parseVersionRendering, VERSION_RENDERING_OPTIONS, type VersionRendering } from './version-rendering.ts';

/** Options of `krm-variants diff`. */
export const DIFF_OPTIONS = [
  {
    name: 'both',
    meaning: 'Print the local changes, those of the upstream, and where both conflict.',
    group: 'Output',
  },
  BASE_OPTION,
  ...FETCH_OPTIONS,
  ...VERSION_RENDERING_OPTIONS,
  TIMEOUT_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants diff`. */
export type SortedDiff = SortedArguments<(typeof DIFF_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants diff`. */
export interface DiffArguments extends MessageArguments, TimeoutArgument, VersionArguments, VersionRendering {
  /** True for the changes of both sides. */
  readonly isOfBoth: boolean;
}

/** Reads the checked arguments of `krm-variants diff [PKG][@REF]`. Throws a `UsageError`. */
export function parseDiffArguments(sorted: SortedDiff): DiffArguments {
  const isOfBoth = sorted.has('both');
  const { folder, ref } = parsePackageRef(sorted.operands[0] ?? '.');
  return {
    folder,
    ref,
    isOfBoth,
    isBaseOnly: ref === undefined && !isOfBoth,
    base: sorted.value('base'),
    ...parseFetchArguments(sorted),
    ...parseVersionRendering(sorted),
    ...parseTimeout(sorted),
    ...parseMessageArguments(sorted),
  };
}
