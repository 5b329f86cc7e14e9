import type { LabelSelector } from '../../src/function/index.ts';
import { parseSelector } from '../../src/fleet/index.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../arguments/message-arguments.ts';
import type { Option } from '../arguments/option.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS, type PipelineArguments } from '../render/pipeline-arguments.ts';
import { checkStdout, parseReport, REPORT_OPTION, type ReportRequest } from '../arguments/report-argument.ts';
import { sortArguments, type SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import {
  CONFLICT_OPTIONS,
  parseAnswer,
  parseConflictArguments,
  type ConflictArguments,
} from '../merge/merge-arguments.ts';
import { parseTake } from '../merge/take.ts';
import { repeatedWords } from './next-commands.ts';
import { parseCondition, WHERE_OPTION, type ValueCondition } from './values/value-condition.ts';

/** Options that say where the objects of variants are. */
export const OBJECT_OPTIONS = [
  {
    name: 'objects',
    value: 'DIR|FILE',
    meaning: 'Objects of the cluster to inject. Default: those in DIR.',
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
  meaning: 'Fetch the revisions of upstreams that are missing here.',
  group: 'Input',
} as const satisfies Option;

const DIFF_OPTION = {
  name: 'diff',
  meaning: 'Print the changes as a diff, in place of the table.',
  group: 'Output',
} as const satisfies Option;

const CHECK_OPTIONS = [
  { name: 'check', meaning: 'Write nothing, and exit with 4 if anything would change.', group: 'Checks' },
  { name: 'strict', meaning: 'Fail on warnings.', group: 'Checks' },
] as const satisfies readonly Option[];

const COMMIT_OPTION = { name: 'commit', meaning: 'Commit what it writes.', group: 'Output' } as const satisfies Option;

/** Options of `krm-variants fleet plan`. */
export const PLAN_OPTIONS = [
  ...SELECTION_OPTIONS,
  ...CONFLICT_OPTIONS,
  {
    name: 'base',
    value: 'DIR|derived|none',
    meaning: 'Base of edited files if it is lost. derived: a difference is a conflict.',
    group: 'Input',
  },
  FETCH_OPTION,
  DIFF_OPTION,
  ...CHECK_OPTIONS,
  {
    name: 'require-ready',
    meaning: 'Hold a package whose readiness gates are not met; otherwise only warn.',
    group: 'Checks',
  },
  REPORT_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Options of `krm-variants fleet apply`. */
export const APPLY_OPTIONS = [...PLAN_OPTIONS, COMMIT_OPTION] as const satisfies readonly Option[];

/** Options of `krm-variants fleet adopt`. */
export const ADOPT_OPTIONS = [
  ...SELECTION_OPTIONS,
  FETCH_OPTION,
  COMMIT_OPTION,
  ...CHECK_OPTIONS,
  REPORT_OPTION,
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
    meaning: 'The same for one folder.',
    group: 'Conflicts',
  },
  { name: 'yes', meaning: 'Prune more than a tenth of the fleet.', group: 'Checks' },
  DIFF_OPTION,
  COMMIT_OPTION,
  ...CHECK_OPTIONS,
  REPORT_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet plan`. */
export type SortedPlan = SortedArguments<(typeof PLAN_OPTIONS)[number]>;
/** Sorted arguments of `krm-variants fleet apply`. */
export type SortedApply = SortedArguments<(typeof APPLY_OPTIONS)[number]>;

/** Sorted arguments of `krm-variants fleet adopt`. */
export type SortedAdopt = SortedArguments<(typeof ADOPT_OPTIONS)[number]>;
/** Sorted arguments of `krm-variants fleet prune`. */
export type SortedPrune = SortedArguments<(typeof PRUNE_OPTIONS)[number]>;

/** Parsed arguments of the commands of `krm-variants fleet` that write packages. */
export interface FleetArguments extends FleetSelection, MessageArguments, ConflictArguments, PipelineArguments {
  readonly action: 'plan' | 'status' | 'apply' | 'adopt' | 'prune';
  /** Words of the command line that the command that comes next needs, too: DIR and options. Default: none. */
  readonly repeats?: readonly string[];
  /** True to leave out sets that are wrong, for commands that only read. Default: false. */
  readonly leavesOutSets?: boolean;
  /** True for the status as JSON. Default: false. */
  readonly isJson?: boolean;
  /** Folders to adopt, as given; undefined for other commands. */
  readonly adopted?: readonly string[];
  /** True to prune any number of variants. */
  readonly agrees?: boolean;
  /** Base where it cannot be had: a folder, `derived` or `none`; undefined: that is an error. */
  readonly base: string | undefined;
  /** True to fetch missing revisions. */
  readonly fetches: boolean;
  /** True to commit what was written. */
  readonly commits: boolean;
  /** True to hold packages that are not ready. */
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
  const repeats = repeatedWords(sorted, PLAN_OPTIONS);
  return { ...parseCommon(sorted), action: 'plan', repeats, commits: false, writes: false };
}

/** Reads the checked arguments of `krm-variants fleet apply [DIR]`. Throws a `UsageError`. */
export function parseApplyArguments(sorted: SortedApply): FleetArguments {
  return { ...parseCommon(sorted), ...parseWriting(sorted), action: 'apply' };
}

/** Reads the checked arguments of `krm-variants fleet adopt PKG ...`. Throws a `UsageError`. */
export function parseAdoptArguments(sorted: SortedAdopt): FleetArguments {
  return {
    ...NOT_GIVEN,
    ...parseSelection('.', sorted),
    ...parseOutputs(sorted),
    ...parseWriting(sorted),
    ...parsePipelineArguments(sorted),
    action: 'adopt',
    adopted: sorted.operands,
    fetches: sorted.has('fetch'),
  };
}

/** Reads the checked arguments of `krm-variants fleet prune [DIR]`. Throws a `UsageError`. */
export function parsePruneArguments(sorted: SortedPrune): FleetArguments {
  const [folder = '.'] = sorted.operands;
  return {
    ...NOT_GIVEN,
    ...parseOutputs(sorted),
    ...parseWriting(sorted),
    ...parsePipelineArguments(sortArguments([], PIPELINE_OPTIONS)),
    action: 'prune',
    folder,
    variants: sorted.values('variant'),
    answer: parseAnswer(sorted),
    takes: sorted.values('take').map(parseTake),
    agrees: sorted.has('yes'),
  };
}

/** Arguments without options for them. */
export const NOT_GIVEN = {
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

function parseCommon(sorted: SortedPlan): Omit<FleetArguments, 'action' | 'commits' | 'writes'> {
  const [folder = '.'] = sorted.operands;
  return {
    ...parseSelection(folder, sorted),
    ...parseOutputs(sorted),
    base: sorted.value('base'),
    fetches: sorted.has('fetch'),
    requiresReady: sorted.has('require-ready'),
    ...parseConflictArguments(sorted),
    ...parsePipelineArguments(sorted),
  };
}

type OutputOption = (typeof MESSAGE_OPTIONS)[number] | (typeof CHECK_OPTIONS)[number] | typeof REPORT_OPTION;

function parseOutputs(sorted: SortedArguments<OutputOption>) {
  const report = parseReport(sorted.value('report'));
  const diff = sorted.names.has(DIFF_OPTION.name);
  checkStdout({ diff, report });
  const [check, strict] = [sorted.has('check'), sorted.has('strict')];
  return { diff, check, strict, report, ...parseMessageArguments(sorted) };
}

function parseWriting(sorted: SortedArguments<typeof COMMIT_OPTION | (typeof CHECK_OPTIONS)[number]>) {
  const [commits, check] = [sorted.has('commit'), sorted.has('check')];
  if (commits && check) throw new UsageError('`--commit` and `--check` are mutually exclusive');
  return { commits, writes: !check };
}

/** Parses the value of `--selector`. Throws a `UsageError`. */
export function selectorOf(text: string): LabelSelector {
  const selector = parseSelector(text);
  if (selector !== undefined) return selector;
  throw new UsageError(
    `\`--selector\` must be label requirements such as region=eu, tier!=dev, region in (eu,us) or !canary, not "${text}"`,
  );
}
