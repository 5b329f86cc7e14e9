import type { LabelSelector } from '../../src/function/index.ts';
import { parseSelector, type Resolution } from '../../src/fleet/index.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../arguments/message-arguments.ts';
import type { Option } from '../arguments/option.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS, type PipelineArguments } from '../render/pipeline-arguments.ts';
import {
  checkStdout,
  parseReport,
  REPORT_OPTION,
  type ReportFormat,
  type ReportRequest,
} from '../arguments/report-argument.ts';
import { sortArguments, type SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import {
  CONFLICT_OPTIONS,
  parseAnswer,
  parseConflictArguments,
  type ConflictArguments,
} from '../merge/merge-arguments.ts';
import { parseTake } from '../merge/take.ts';
import {
  COMMIT_OPTION,
  NO_COMMIT,
  parseCommit,
  parsePublish,
  parsePush,
  PUBLISH_OPTIONS,
  PUSH_OPTIONS,
  type CommitArguments,
} from './commit/commit-arguments.ts';
import { parseAt, parseShard, SHARD_OPTIONS, type Shard } from './shard-argument.ts';
import { repeatedWords } from './next-commands.ts';
import { parseWith, WITH_OPTION, type WithArgument } from './with-argument.ts';
import { parseCondition, WHERE_OPTION, type ValueCondition } from '../where/value-condition.ts';

/** Options that say where the objects of variants are. */
export const OBJECT_OPTIONS = [
  {
    name: 'objects',
    value: 'DIR|FILE',
    meaning: 'Objects to inject. Default: those in the folder of the PackageVariants.',
    group: 'Input',
  },
  {
    name: 'context',
    value: 'NAME',
    meaning: 'Read these objects from the running cluster of a kubeconfig context.',
    group: 'Input',
  },
] as const satisfies readonly Option[];

/** Options that say which variants of a fleet a command is about, and where their objects are. */
export const SELECTION_OPTIONS = [
  {
    name: 'variant',
    value: 'NAME',
    isRepeatable: true,
    meaning: 'Only this one: NAME, NAMESPACE/NAME, REPOSITORY/PACKAGE or its folder.',
    group: 'Selection',
  },
  {
    name: 'selector',
    value: 'LABELS',
    meaning: 'Only PackageVariants with these labels, as in kubectl: region=eu,tier!=dev',
    group: 'Selection',
  },
  WHERE_OPTION,
  ...OBJECT_OPTIONS,
] as const satisfies readonly Option[];

/** Variants of a fleet that a command is about. */
export interface FleetSelection {
  /** Folder with the PackageVariants, as given. */
  readonly folder: string;
  /** Names of the variants, as given; none: all. */
  readonly variants: readonly string[];
  /** Labels of the variants; undefined: all. */
  readonly selector: LabelSelector | undefined;
  /** Conditions that all hold for the values in a folder. */
  readonly conditions: readonly ValueCondition[];
  /** Folder or file with objects of the cluster; undefined: those in `folder`. */
  readonly objects: string | undefined;
  /** Context of the user's kubeconfig to read objects from. */
  readonly context: string | undefined;
}

/** Reads `OBJECT_OPTIONS`. Throws a `UsageError`. */
export function parseObjects(
  sorted: SortedArguments<(typeof OBJECT_OPTIONS)[number]>,
): Pick<FleetSelection, 'objects' | 'context'> {
  const [objects, context] = [sorted.value('objects'), sorted.value('context')];
  if (objects !== undefined && context !== undefined)
    throw new UsageError('`--objects` and `--context` are mutually exclusive');
  return { objects, context };
}

/** Reads `SELECTION_OPTIONS`. Throws a `UsageError`. */
export function parseSelection(
  folder: string,
  sorted: SortedArguments<(typeof SELECTION_OPTIONS)[number]>,
): FleetSelection {
  const selector = sorted.value('selector');
  return {
    folder,
    // As `fleet table --report names` prints them.
    variants: sorted.values('variant').flatMap((names) => names.split('\n')),
    selector: selector === undefined ? undefined : selectorOf(selector),
    conditions: sorted.values('where').map(parseCondition),
    ...parseObjects(sorted),
  };
}

/** Option to fetch from the repositories of upstreams. */
export const FETCH_OPTION = {
  name: 'fetch',
  meaning: 'Fetch missing upstreams, and the git repositories of variants.',
  group: 'Input',
} as const satisfies Option;

const DIFF_OPTION = {
  name: 'diff',
  meaning: 'Print the changes as a diff, in place of the table.',
  group: 'Output',
} as const satisfies Option;

/** Formats of the reports of commands that show all variants. */
const FLEET_FORMATS = ['json', 'markdown', 'html'] as const satisfies readonly ReportFormat[];

const FLEET_REPORT_OPTION = {
  ...REPORT_OPTION,
  value: 'json|markdown|html[=FILE]',
  meaning: 'Print a report, or write it to FILE. html: a page to look at.',
} as const satisfies Option;

const CHECK_OPTIONS = [
  { name: 'check', meaning: 'Write nothing, and exit with 4 if anything would change.', group: 'Checks' },
  { name: 'strict', meaning: 'Fail on warnings.', group: 'Checks' },
] as const satisfies readonly Option[];

/** Options of the commands that merge. */
const MERGE_OPTIONS = [
  ...CONFLICT_OPTIONS,
  {
    name: 'base',
    value: 'DIR|derived|none',
    meaning: 'Base if the last version is lost. derived: each difference is a conflict.',
    group: 'Input',
  },
  FETCH_OPTION,
  DIFF_OPTION,
  ...CHECK_OPTIONS,
  {
    name: 'require-ready',
    meaning: 'Fail packages whose readiness gates are not met. Default: only warn.',
    group: 'Checks',
  },
  FLEET_REPORT_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Options of the commands that work on a whole fleet. */
const WHOLE_OPTIONS = [...SELECTION_OPTIONS, ...SHARD_OPTIONS, ...MERGE_OPTIONS] as const satisfies readonly Option[];

/** Options of `krm-variants fleet plan`. */
export const PLAN_OPTIONS = [...WHOLE_OPTIONS, WITH_OPTION] as const satisfies readonly Option[];

/** Options of `krm-variants fleet apply`. */
export const APPLY_OPTIONS = [...WHOLE_OPTIONS, ...PUBLISH_OPTIONS] as const satisfies readonly Option[];

/** Options of `krm-variants fleet rollback`. */
export const ROLLBACK_OPTIONS = [
  {
    name: 'to',
    value: 'N',
    meaning: 'Number N in fleet log, not a revision. Default: before these inputs.',
    group: 'Selection',
  },
  { ...OBJECT_OPTIONS[0], meaning: 'Objects of the cluster to inject. Default: those of that version.' },
  OBJECT_OPTIONS[1],
  ...MERGE_OPTIONS,
  COMMIT_OPTION,
] as const satisfies readonly Option[];

/** Options of `krm-variants fleet adopt`. */
export const ADOPT_OPTIONS = [
  ...SELECTION_OPTIONS,
  {
    name: 'revision',
    value: 'REF',
    meaning: 'Version that PKG was made of. Default: as its files and git say.',
    group: 'Input',
  },
  FETCH_OPTION,
  ...PUSH_OPTIONS,
  ...CHECK_OPTIONS,
  FLEET_REPORT_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Options of `krm-variants fleet prune`. */
export const PRUNE_OPTIONS = [
  SELECTION_OPTIONS[0],
  {
    name: 'on-conflict',
    value: 'fail|new|local',
    meaning: 'Remove edited folders (new), or keep them (local). Default: fail.',
    group: 'Conflicts',
  },
  {
    name: 'take',
    value: 'FOLDER=new|local',
    isRepeatable: true,
    meaning: 'Version to take for one folder: new removes it, local keeps it.',
    group: 'Conflicts',
  },
  { name: 'yes', meaning: 'Prune more than a tenth of the fleet.', group: 'Checks' },
  { name: 'all', meaning: 'With --yes: prune more than half of the fleet, too.', group: 'Checks' },
  DIFF_OPTION,
  FETCH_OPTION,
  ...PUSH_OPTIONS,
  ...CHECK_OPTIONS,
  FLEET_REPORT_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of the commands that work on a whole fleet. */
type SortedWhole = SortedArguments<(typeof WHOLE_OPTIONS)[number]>;
/** Sorted arguments of `krm-variants fleet plan`. */
export type SortedPlan = SortedArguments<(typeof PLAN_OPTIONS)[number]>;
/** Sorted arguments of `krm-variants fleet apply`. */
export type SortedApply = SortedArguments<(typeof APPLY_OPTIONS)[number]>;

/** Sorted arguments of `krm-variants fleet rollback`. */
export type SortedRollback = SortedArguments<(typeof ROLLBACK_OPTIONS)[number]>;
/** Sorted arguments of `krm-variants fleet adopt`. */
export type SortedAdopt = SortedArguments<(typeof ADOPT_OPTIONS)[number]>;
/** Sorted arguments of `krm-variants fleet prune`. */
export type SortedPrune = SortedArguments<(typeof PRUNE_OPTIONS)[number]>;

/** Parsed arguments of the commands of `krm-variants fleet` that write packages. */
export interface FleetArguments
  extends FleetSelection, MessageArguments, ConflictArguments, PipelineArguments, CommitArguments {
  readonly action: 'plan' | 'status' | 'apply' | 'rollback' | 'adopt' | 'prune';
  /** Number of the version to go back to, from 1; undefined for the one before the inputs of now, and for other commands than `rollback`. */
  readonly rollbackTo?: number | undefined;
  /** Words of the command line that the command that comes next needs, too: DIR and options. Default: none. */
  readonly repeats?: readonly string[];
  /** True to leave out sets, Repositories and decisions that are wrong, for commands that only read. Default: false. */
  readonly leavesOutWrong?: boolean;
  /** True for the status as JSON. Default: false. */
  readonly isJson?: boolean;
  /** Folders to adopt, as given; undefined for other commands. */
  readonly adopted?: readonly string[];
  /** Version that these folders were made of; undefined: it is found out. */
  readonly revision?: string | undefined;
  /** MergeResolutions that count although they are not in a file yet. */
  readonly proposed?: readonly Resolution[];
  /** Files and folders to plan with in place of others. Default: none. */
  readonly replaces?: readonly WithArgument[];
  /** Consent to prune many variants, or most of them. Default: none. */
  readonly agrees?: 'usual' | 'most' | undefined;
  /** Part of the fleet to work on; undefined: all of it. */
  readonly shard?: Shard | undefined;
  /** Commit that the fleet must be at, or the first digits of it; undefined for any. */
  readonly at?: string | undefined;
  /** Base where it cannot be had: a folder, `derived` or `none`; undefined: that is an error. */
  readonly base: string | undefined;
  /** True to fetch missing revisions. */
  readonly fetches: boolean;
  /** True to fail packages that are not ready. */
  readonly requiresReady: boolean;
  readonly diff: boolean;
  readonly check: boolean;
  /** True for `apply`, unless it only checks. */
  readonly writes: boolean;
  readonly strict: boolean;
  readonly report: ReportRequest | undefined;
}

/** Reads the checked arguments of `krm-variants fleet plan [DIR]`. Throws a `UsageError`. */
export function parsePlanArguments(sorted: SortedPlan): FleetArguments {
  const repeats = repeatedWords(sorted, WHOLE_OPTIONS);
  const replaces = sorted.values('with').map(parseWith);
  return { ...parseCommon(sorted), action: 'plan', repeats, replaces, ...NO_COMMIT, writes: false };
}

/** Reads the checked arguments of `krm-variants fleet apply [DIR]`. Throws a `UsageError`. */
export function parseApplyArguments(sorted: SortedApply): FleetArguments {
  // What a call has decided is no conflict of the next one.
  const repeats = repeatedWords(
    sorted,
    WHOLE_OPTIONS.filter(({ name }) => name !== 'take'),
  );
  return { ...parseCommon(sorted), ...parseWriting(sorted, parsePublish(sorted)), action: 'apply', repeats };
}

/** Reads the checked arguments of `krm-variants fleet rollback VARIANT [DIR]`. Throws a `UsageError`. */
export function parseRollbackArguments(sorted: SortedRollback): FleetArguments {
  const [variant = '', folder = '.'] = sorted.operands;
  const to = sorted.value('to');
  if (to !== undefined && !/^[1-9]\d{0,8}$/.test(to))
    throw new UsageError(`\`--to\` must be a number of the column N of \`fleet log\`, from 1, not "${to}"`);
  return {
    ...NOT_GIVEN,
    ...parseObjects(sorted),
    ...parseMerge(sorted),
    ...parseWriting(sorted, parseCommit(sorted)),
    action: 'rollback',
    folder,
    variants: [variant],
    rollbackTo: to === undefined ? undefined : Number(to),
  };
}

/** Reads the checked arguments of `krm-variants fleet adopt PKG ...`. Throws a `UsageError`. */
export function parseAdoptArguments(sorted: SortedAdopt): FleetArguments {
  if (sorted.operands.length === 0) throw new UsageError('fleet adopt requires PKG');
  return {
    ...NOT_GIVEN,
    ...parseSelection('.', sorted),
    ...parseOutputs(sorted),
    ...parseWriting(sorted, parsePush(sorted)),
    ...parsePipelineArguments(sorted),
    action: 'adopt',
    adopted: sorted.operands,
    revision: sorted.value('revision'),
    fetches: sorted.has('fetch'),
  };
}

/** Reads the checked arguments of `krm-variants fleet prune [DIR]`. Throws a `UsageError`. */
export function parsePruneArguments(sorted: SortedPrune): FleetArguments {
  const [folder = '.'] = sorted.operands;
  return {
    ...NOT_GIVEN,
    ...parseOutputs(sorted),
    ...parseWriting(sorted, parsePush(sorted)),
    ...parsePipelineArguments(sortArguments([], PIPELINE_OPTIONS)),
    action: 'prune',
    folder,
    variants: sorted.values('variant'),
    answer: parseAnswer(sorted),
    takes: sorted.values('take').map(parseTake),
    fetches: sorted.has('fetch'),
    agrees: parseConsent(sorted),
  };
}

function parseConsent(sorted: SortedPrune): FleetArguments['agrees'] {
  if (sorted.has('all') && !sorted.has('yes')) throw new UsageError('`--all` requires `--yes`');
  if (sorted.has('all')) return 'most';
  return sorted.has('yes') ? 'usual' : undefined;
}

/** Arguments without options for them. */
export const NOT_GIVEN = {
  ...NO_COMMIT,
  selector: undefined,
  conditions: [],
  objects: undefined,
  context: undefined,
  base: undefined,
  fetches: false,
  requiresReady: false,
  answer: undefined,
  onDelete: 'keep',
  takes: [],
  policies: [],
} as const;

function parseCommon(sorted: SortedWhole): Omit<FleetArguments, 'action' | 'writes' | keyof CommitArguments> {
  const [folder = '.'] = sorted.operands;
  const [shard, at] = [sorted.value('shard'), sorted.value('at')];
  return {
    ...parseSelection(folder, sorted),
    shard: shard === undefined ? undefined : parseShard(shard),
    at: at === undefined ? undefined : parseAt(at),
    ...parseMerge(sorted),
  };
}

function parseMerge(sorted: SortedArguments<(typeof MERGE_OPTIONS)[number]>) {
  return {
    ...parseOutputs(sorted),
    base: sorted.value('base'),
    fetches: sorted.has('fetch'),
    requiresReady: sorted.has('require-ready'),
    ...parseConflictArguments(sorted),
    ...parsePipelineArguments(sorted),
  };
}

type OutputOption = (typeof MESSAGE_OPTIONS)[number] | (typeof CHECK_OPTIONS)[number] | typeof FLEET_REPORT_OPTION;

function parseOutputs(sorted: SortedArguments<OutputOption>) {
  const report = parseReport(sorted.value('report'), FLEET_FORMATS);
  const diff = sorted.names.has(DIFF_OPTION.name);
  checkStdout({ diff, report });
  const [check, strict] = [sorted.has('check'), sorted.has('strict')];
  return { diff, check, strict, report, ...parseMessageArguments(sorted) };
}

function parseWriting(sorted: SortedArguments<(typeof CHECK_OPTIONS)[number]>, commit: CommitArguments) {
  const check = sorted.has('check');
  if (commit.commits && check) throw new UsageError('`--commit` and `--check` are mutually exclusive');
  return { ...commit, writes: !check };
}

/** Parses the value of `--selector`. Throws a `UsageError`. */
export function selectorOf(text: string): LabelSelector {
  const selector = parseSelector(text);
  if (selector !== undefined) return selector;
  throw new UsageError(
    `\`--selector\` must be label requirements such as region=eu, tier!=dev, region in (eu,us) or !canary, not "${text}"`,
  );
}
