import { choice } from '../arguments/choice.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../arguments/message-arguments.ts';
import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { parseTimeout, TIMEOUT_OPTION, type TimeoutArgument } from '../arguments/time-limit.ts';
import { FETCH_OPTIONS, parseFetchArguments, type FetchArguments } from '../upstream/fetch-arguments.ts';
import { STRATEGIES, type Strategy } from '../../src/krm/index.ts';
import { KPT_COMMENTS_OPTION, UNKNOWN_FIELDS_OPTION } from '../upstream/copy-options.ts';

/** Options of `krm-variants get`. */
export const GET_OPTIONS = [
  {
    name: 'for-deployment',
    meaning: 'Set the name of the package in its package context, or create one.',
    group: 'Output',
  },
  {
    name: 'strategy',
    value: STRATEGIES.join('|'),
    meaning: 'What updates do with local changes. Default: resource-merge.',
    group: 'Output',
  },
  KPT_COMMENTS_OPTION,
  ...FETCH_OPTIONS,
  UNKNOWN_FIELDS_OPTION,
  { name: 'strict', meaning: 'Fail on warnings.', group: 'Checks' },
  TIMEOUT_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants get`. */
export type SortedGet = SortedArguments<(typeof GET_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants get`. */
export interface GetArguments extends MessageArguments, TimeoutArgument, FetchArguments {
  /** Package as the command line names it. */
  readonly address: string;
  /** Folder to create, or folder to create it in. */
  readonly destination: string;
  /** True if the command line names the current folder, which the package then fills. */
  readonly fills: boolean;
  readonly strategy: Strategy;
  readonly isForDeployment: boolean;
  /** True to add kpt's comments. */
  readonly hasKptComments: boolean;
  /** True to write Kptfiles with unknown fields. */
  readonly allowsUnknownFields: boolean;
  readonly strict: boolean;
}

/** Reads the checked arguments of `krm-variants get REPO/DIR@REF [DEST]`. Throws a `UsageError`. */
export function parseGetArguments(sorted: SortedGet): GetArguments {
  const [address = '', destination = '.'] = sorted.operands;
  return {
    address,
    destination,
    fills: sorted.operands.length > 1 && /^\.\/*$/.test(destination),
    strategy: choice(sorted, 'strategy', STRATEGIES),
    isForDeployment: sorted.has('for-deployment'),
    hasKptComments: sorted.has('kpt-comments'),
    allowsUnknownFields: sorted.has('allow-unknown-fields'),
    strict: sorted.has('strict'),
    ...parseFetchArguments(sorted),
    ...parseTimeout(sorted),
    ...parseMessageArguments(sorted),
  };
}
