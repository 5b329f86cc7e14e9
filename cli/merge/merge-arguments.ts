import type { Answer } from '../../src/merge/index.ts';
import { choice } from '../arguments/choice.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../arguments/message-arguments.ts';
import type { Option } from '../arguments/option.ts';
import { checkStdout, parseReport, REPORT_OPTION, type ReportRequest } from '../arguments/report-argument.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { parseTake, type TakeOption } from './take.ts';

/** Options of `krm-variants merge`. */
export const MERGE_OPTIONS = [
  { name: 'output', short: 'o', value: 'DIR', meaning: 'Write the merged package to a new folder.', group: 'Output' },
  { name: 'in-place', meaning: 'Write the merged package to LOCAL: its files are replaced.', group: 'Output' },
  {
    name: 'on-conflict',
    value: 'fail|new|local',
    meaning: 'Version to take where both sides differ. Default: fail.',
    group: 'Conflicts',
  },
  {
    name: 'on-delete',
    value: 'keep|conflict',
    meaning: 'keep: what LOCAL deletes stays deleted. Default: keep.',
    group: 'Conflicts',
  },
  {
    name: 'take',
    value: 'RESOURCE:PATH=new|local',
    isRepeatable: true,
    meaning: 'Version to take at one place, as a conflict names it.',
    group: 'Conflicts',
  },
  {
    name: 'policy',
    value: 'FILE[#NAME]|DIR',
    isRepeatable: true,
    meaning: 'Decide conflicts by MergePolicies in files or folders.',
    group: 'Conflicts',
  },
  {
    name: 'kptfile',
    value: 'own|plain',
    meaning: 'own: keep name, upstream, inventory and status. Default: plain.',
    group: 'Conflicts',
  },
  {
    name: 'markers',
    meaning: 'Write the new folder despite conflicts, with markers around them.',
    group: 'Output',
  },
  { name: 'diff', meaning: 'Print the changes of LOCAL as a unified diff.', group: 'Output' },
  { name: 'check', meaning: 'Write nothing, and exit with 4 if LOCAL would change.', group: 'Checks' },
  { name: 'strict', meaning: 'Fail on warnings.', group: 'Checks' },
  REPORT_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

type MergeOption = (typeof MERGE_OPTIONS)[number];

/** Sorted arguments of `krm-variants merge`. */
export type SortedMerge = SortedArguments<MergeOption>;

/** Parsed arguments of `krm-variants merge`. */
export interface MergeArguments extends MessageArguments {
  /** Folder of the common ancestor of both other versions. */
  readonly base: string;
  readonly theirs: string;
  readonly local: string;
  /** Folder for the merged package; undefined to write nothing. */
  readonly output: string | undefined;
  /** True if the output is the local folder. */
  readonly isInPlace: boolean;
  /** Answer to all conflicts; undefined leaves them open. */
  readonly answer: Answer | undefined;
  /** Handling of values that the local folder deletes and new changes. */
  readonly onDelete: 'keep' | 'conflict';
  /** Answers for single places. */
  readonly takes: readonly TakeOption[];
  /** Files with MergePolicies. */
  readonly policies: readonly string[];
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
  const answer = choice(sorted, 'on-conflict', ['fail', 'new', 'local']);
  return {
    base,
    theirs,
    local,
    output,
    isInPlace,
    answer: answer === 'fail' ? undefined : answer === 'new' ? 'theirs' : answer,
    onDelete: choice(sorted, 'on-delete', ['keep', 'conflict']),
    takes: sorted.values('take').map(parseTake),
    policies: sorted.values('policy'),
    kptfile: choice(sorted, 'kptfile', ['plain', 'own']),
    markers,
    diff,
    check,
    writes: output !== undefined && !check,
    strict: sorted.has('strict'),
    report,
    ...parseMessageArguments(sorted),
  };
}
