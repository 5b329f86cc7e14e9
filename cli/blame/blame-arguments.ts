import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../arguments/message-arguments.ts';
import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { BASE_OPTION } from '../update/package-ref.ts';
import {
  parseVersionRendering,
  VERSION_RENDERING_OPTIONS,
  type VersionRendering,
} from '../update/version-rendering.ts';
import { FETCH_OPTIONS, parseFetchArguments, type FetchArguments } from '../upstream/fetch-arguments.ts';
import { findTarget, type BlameTarget } from './blame-target.ts';

/** Options that say how causes are printed. */
export const FORMAT_OPTIONS = [
  { name: 'porcelain', meaning: 'Print one line per line, with fields for programs.', group: 'Output' },
  { name: 'report', value: 'json', meaning: 'Print a report.', group: 'Output' },
] as const satisfies readonly Option[];

/** Options of `krm-variants blame`. */
export const BLAME_OPTIONS = [
  ...FORMAT_OPTIONS,
  BASE_OPTION,
  ...FETCH_OPTIONS,
  ...VERSION_RENDERING_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Formats of causes. */
export type BlameFormat = 'text' | 'porcelain' | 'json';

/** Sorted arguments of `krm-variants blame`. */
export type SortedBlame = SortedArguments<(typeof BLAME_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants blame`. */
export interface BlameArguments extends MessageArguments, FetchArguments, VersionRendering {
  readonly target: BlameTarget;
  readonly base: string | undefined;
  readonly format: BlameFormat;
}

/**
 * Reads the checked arguments of `krm-variants blame [PKG|FILE[:LINE]]`. Throws a `UsageError`, or a `KrmError` if
 * there is no such file.
 */
export function parseBlameArguments(sorted: SortedBlame): BlameArguments {
  return {
    target: findTarget(sorted.operands[0] ?? '.'),
    base: sorted.value('base'),
    format: parseBlameFormat(sorted),
    ...parseFetchArguments(sorted),
    ...parseVersionRendering(sorted),
    ...parseMessageArguments(sorted),
  };
}

/** Reads `FORMAT_OPTIONS`. Throws a `UsageError`. */
export function parseBlameFormat(sorted: SortedArguments<(typeof FORMAT_OPTIONS)[number]>): BlameFormat {
  const report = sorted.value('report');
  if (report !== undefined && report !== 'json') throw new UsageError(`\`--report\` must be json, not "${report}"`);
  if (report !== undefined && sorted.has('porcelain'))
    throw new UsageError('`--porcelain` and `--report` are mutually exclusive');
  return report ?? (sorted.has('porcelain') ? 'porcelain' : 'text');
}
