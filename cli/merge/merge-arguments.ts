import type { Answer, ConflictArguments } from '../../src/merge/index.ts';
import { choice } from '../arguments/choice.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../arguments/message-arguments.ts';
import type { Option } from '../arguments/option.ts';
import { checkStdout, parseReport, REPORT_OPTION, type ReportRequest } from '../arguments/report-argument.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { parseTimeout, TIMEOUT_OPTION, type TimeoutArgument } from '../arguments/time-limit.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { parseTake } from './take-option.ts';

/** Option for the policies that decide conflicts. */
export const POLICY_OPTION = {
  name: 'policy',
  value: 'FILE[#NAME]|DIR',
  isRepeatable: true,
  meaning: 'Decide conflicts by MergePolicies: a file, or a folder of files.',
  group: 'Conflicts',
} as const satisfies Option;

/** Options of every command that merges: they decide conflicts. */
export const CONFLICT_OPTIONS = [
  {
    name: 'on-conflict',
    value: 'fail|new|local',
    meaning: 'Version for all conflicts. Default: fail, which leaves a package as it is.',
    group: 'Conflicts',
  },
  {
    name: 'on-delete',
    value: 'keep|conflict',
    meaning: 'keep: your deletions win over changes in new. Default: keep.',
    group: 'Conflicts',
  },
  {
    name: 'take',
    value: 'RESOURCE:PATH=new|local',
    isRepeatable: true,
    meaning: 'Version to take for one conflict, named as in its message.',
    group: 'Conflicts',
  },
  POLICY_OPTION,
] as const satisfies readonly Option[];

/** Options of `krm-variants merge`. */
export const MERGE_OPTIONS = [
  { name: 'output', short: 'o', value: 'DIR', meaning: 'Write the merged package to a new folder.', group: 'Output' },
  { name: 'in-place', meaning: 'Write the merged package to LOCAL.', group: 'Output' },
  ...CONFLICT_OPTIONS,
  {
    name: 'kptfile',
    value: 'own|plain',
    meaning: 'own: keep name, upstream, inventory and status of LOCAL. Default: plain.',
    group: 'Conflicts',
  },
  {
    name: 'markers',
    meaning: "Despite conflicts, write the folder of -o, with git's conflict markers.",
    group: 'Output',
  },
  { name: 'diff', meaning: 'Print how LOCAL changes, as a diff. To write, add -o or --in-place.', group: 'Output' },
  { name: 'check', meaning: 'Write nothing, and exit with 4 if LOCAL would change.', group: 'Checks' },
  { name: 'strict', meaning: 'Fail on warnings.', group: 'Checks' },
  REPORT_OPTION,
  TIMEOUT_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

type MergeOption = (typeof MERGE_OPTIONS)[number];

/** Sorted arguments of `krm-variants merge`. */
export type SortedMerge = SortedArguments<MergeOption>;

/** Parsed arguments of `krm-variants merge`. */
export interface MergeArguments extends MessageArguments, TimeoutArgument, ConflictArguments {
  /** Folder of the common ancestor of both other versions. */
  readonly base: string;
  readonly theirs: string;
  readonly local: string;
  /** Folder for the merged package; undefined to write nothing. */
  readonly output: string | undefined;
  /** True if the output is the local folder. */
  readonly isInPlace: boolean;
  readonly kptfile: 'own' | 'plain';
  /** True to write a package with conflicts, with markers around them. */
  readonly markers: boolean;
  readonly diff: boolean;
  /** True to write nothing, and to exit with 4 if anything would change. */
  readonly check: boolean;
  /** False with `--check`, and without an output. */
  readonly writes: boolean;
  readonly strict: boolean;
  readonly report: ReportRequest | undefined;
}

/** Reads the checked arguments of `krm-variants merge BASE NEW LOCAL`. Throws a `UsageError`. */
export function parseMergeArguments(sorted: SortedMerge): MergeArguments {
  const [base = '', theirs = '', local = ''] = sorted.operands;
  const isInPlace = sorted.has('in-place');
  const output = sorted.value('output') ?? (isInPlace ? local : undefined);
  const markers = sorted.has('markers');
  if (markers && (isInPlace || output === undefined))
    throw new UsageError('`--markers` requires `--output DIR`, a new folder: LOCAL stays without markers');
  const [diff, check] = [sorted.has('diff'), sorted.has('check')];
  const report = parseReport(sorted.value('report'));
  checkStdout({ diff, report });
  return {
    base,
    theirs,
    local,
    output,
    isInPlace,
    ...parseConflictArguments(sorted),
    kptfile: choice(sorted, 'kptfile', ['plain', 'own']),
    markers,
    diff,
    check,
    writes: output !== undefined && !check,
    strict: sorted.has('strict'),
    report,
    ...parseTimeout(sorted),
    ...parseMessageArguments(sorted),
  };
}

/** Reads `CONFLICT_OPTIONS`. Throws a `UsageError`. */
export function parseConflictArguments(sorted: SortedArguments<(typeof CONFLICT_OPTIONS)[number]>): ConflictArguments {
  return {
    answer: parseAnswer(sorted),
    onDelete: choice(sorted, 'on-delete', ['keep', 'conflict']),
    takes: sorted.values('take').map(parseTake),
    policies: sorted.values('policy'),
  };
}

/** Reads `--on-conflict`: the answer to all conflicts, if it gives one. Throws a `UsageError`. */
export function parseAnswer(sorted: SortedArguments<(typeof CONFLICT_OPTIONS)[0]>): Answer | undefined {
  const answer = choice(sorted, 'on-conflict', ['fail', 'new', 'local']);
  return answer === 'fail' ? undefined : answer === 'new' ? 'theirs' : answer;
}
