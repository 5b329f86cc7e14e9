import { isBranchName } from '../../../src/branch-name.ts';
import type { LabelSelector } from '../../../src/function/index.ts';
import { MESSAGE_OPTIONS, type MessageArguments, parseMessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { DIRECTORY_OPTION, directoryOf, selectorOf, VARIANT_OPTION, variantWords } from './fleet-arguments.ts';

/** Options of `krm-variants fleet unhold`. */
export const UNHOLD_OPTIONS = [
  DIRECTORY_OPTION,
  VARIANT_OPTION,
  {
    name: 'selector',
    value: 'LABELS',
    meaning: 'FleetHolds for exactly these labels: wave=main.',
    group: 'Selection',
  },
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Options of `krm-variants fleet hold`. */
export const HOLD_OPTIONS = [
  { name: 'reason', value: 'TEXT', meaning: 'Reason, which the plan shows. Required.' },
  {
    name: 'until',
    value: 'REVISION',
    meaning: 'End the hold once a PackageVariant asks for this revision or a later one.',
  },
  ...UNHOLD_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet unhold`. */
export type SortedUnhold = SortedArguments<(typeof UNHOLD_OPTIONS)[number]>;
/** Sorted arguments of `krm-variants fleet hold`. */
export type SortedHold = SortedArguments<(typeof HOLD_OPTIONS)[number]>;

/** Selected variants: by labels, or by names. */
export interface HeldArguments extends MessageArguments {
  /** Folder with the PackageVariants, as given. */
  readonly folder: string;
  /** Names as given; none if there are labels. */
  readonly variants: readonly string[];
  readonly selector: LabelSelector | undefined;
  /** Labels as given; '' if there are names. */
  readonly labels: string;
}

/** Parsed arguments of `krm-variants fleet hold`. */
export interface HoldArguments extends HeldArguments {
  readonly reason: string;
  readonly until: string | undefined;
}

/** Reads the checked arguments of `krm-variants fleet unhold [VARIANT ...]`. Throws a `UsageError`. */
export function parseUnholdArguments(sorted: SortedUnhold): HeldArguments {
  const folder = directoryOf(sorted);
  const [variants, labels = ''] = [variantWords(sorted.operands, sorted), sorted.value('selector')];
  if (variants.length === 0 && labels === '') throw new UsageError('VARIANT or `--selector` is required');
  if (variants.length > 0 && labels !== '') throw new UsageError('VARIANT and `--selector` are mutually exclusive');
  const selector = labels === '' ? undefined : selectorOf(labels);
  return { folder, variants, selector, labels, ...parseMessageArguments(sorted) };
}

/** Reads the checked arguments of `krm-variants fleet hold [VARIANT ...]`. Throws a `UsageError`. */
export function parseHoldArguments(sorted: SortedHold): HoldArguments {
  const held = parseUnholdArguments(sorted);
  const reason = sorted.value('reason')?.trim() ?? '';
  if (reason === '') throw new UsageError('`--reason` is required: the plan shows it to others');
  return { ...held, reason, until: parseUntil(sorted.value('until')) };
}

/**
 * Returns the value of `--until`. Throws a `UsageError` for one that no revision can have, with which a decision would
 * never end.
 */
export function parseUntil(text: string | undefined): string | undefined {
  if (text === undefined || isBranchName(text)) return text;
  throw new UsageError(
    `\`--until\` must be a revision that a PackageVariant can ask for, such as v4, not ${JSON.stringify(text)}: no tag or branch can have this name`,
  );
}
