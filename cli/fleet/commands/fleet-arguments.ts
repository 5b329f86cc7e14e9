import { parseSelector } from '../../../src/fleet/index.ts';
import type { FleetSelection, Shard } from '../../../src/fleet/request.ts';
import type { LabelSelector } from '../../../src/function/index.ts';
import { MESSAGE_OPTIONS, parseMessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import {
  checkStdout,
  FORM_OPTION,
  parseForm,
  parseReport,
  REPORT_OPTION,
  type ReportFormat,
} from '../../arguments/report-argument.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { CONFLICT_OPTIONS, parseConflictArguments } from '../../merge/merge-arguments.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS } from '../../render/pipeline-arguments.ts';
import { parseCondition, WHERE_OPTION } from '../../where/value-condition.ts';
import type { CommitArguments, DerivingArguments } from '../request.ts';

/** Options that split a fleet, and say which commit all parts start from. */
const SHARD_OPTIONS = [
  {
    name: 'shard',
    value: 'I/N',
    meaning: 'Only part I of N, from 0: each git repository is in one part.',
    group: 'Selection',
  },
  {
    name: 'at',
    value: 'COMMIT',
    meaning: 'Fail unless this commit of the fleet is checked out, as for all parts.',
    group: 'Checks',
  },
] as const satisfies readonly Option[];

/** Parses the value of `--shard`. Throws a `UsageError`. */
function parseShard(text: string): Shard {
  const [, index = '', count = ''] = /^(0|[1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (count !== '' && Number(index) < Number(count)) return { index: Number(index), count: Number(count) };
  throw new UsageError(`\`--shard\` must be I/N with I from 0 to N-1, such as 0/4 to 3/4, not "${text}"`);
}

/** Parses the value of `--at`. Throws a `UsageError`. */
function parseAt(text: string): string {
  if (/^[\da-f]{7,64}$/.test(text)) return text;
  throw new UsageError(
    `\`--at\` must be a commit with 7 or more digits, such as \`git rev-parse HEAD\` prints, not "${text}"`,
  );
}

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

/** Option that names the folder of a fleet. */
export const DIRECTORY_OPTION = {
  name: 'directory',
  short: 'C',
  value: 'DIR',
  meaning: 'Folder of the fleet. VARIANT is relative to it. Default: the current one.',
  group: 'Selection',
} as const satisfies Option;

/** Another spelling of VARIANT. */
export const VARIANT_OPTION = {
  name: 'variant',
  value: 'VARIANT',
  isRepeatable: true,
  meaning: 'Another way to write VARIANT.',
  group: 'Selection',
} as const satisfies Option;

/** Returns the folder of a fleet, as given. */
export function directoryOf(sorted: SortedArguments<typeof DIRECTORY_OPTION>): string {
  return sorted.value('directory') ?? '.';
}

/** Returns the words that name variants: operands, and values of `--variant`, as `-o name` prints them. */
export function variantWords(
  operands: readonly string[],
  sorted: SortedArguments<typeof VARIANT_OPTION>,
): readonly string[] {
  return [...operands, ...sorted.values('variant').flatMap((names) => names.split('\n'))];
}

/** Options that say which variants of a fleet a command is about, and where their objects are. */
export const SELECTION_OPTIONS = [
  DIRECTORY_OPTION,
  VARIANT_OPTION,
  {
    name: 'selector',
    value: 'LABELS',
    meaning: 'Only PackageVariants with these labels, as in kubectl: region=eu,tier!=dev',
    group: 'Selection',
  },
  WHERE_OPTION,
  ...OBJECT_OPTIONS,
] as const satisfies readonly Option[];

/** Reads `OBJECT_OPTIONS`. Throws a `UsageError`. */
export function parseObjects(
  sorted: SortedArguments<(typeof OBJECT_OPTIONS)[number]>,
): Pick<DerivingArguments, 'objects' | 'context'> {
  const [objects, context] = [sorted.value('objects'), sorted.value('context')];
  if (objects !== undefined && context !== undefined)
    throw new UsageError('`--objects` and `--context` are mutually exclusive');
  return { objects, context };
}

/** Reads `SELECTION_OPTIONS`. `operands`: those that name variants. Throws a `UsageError`. */
export function parseSelection(
  operands: readonly string[],
  sorted: SortedArguments<(typeof SELECTION_OPTIONS)[number]>,
): FleetSelection & Pick<DerivingArguments, 'folder' | 'objects' | 'context'> {
  const selector = sorted.value('selector');
  return {
    folder: directoryOf(sorted),
    variants: variantWords(operands, sorted),
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

export const DIFF_OPTION = {
  name: 'diff',
  meaning: 'Print the changes as a diff, in place of the table.',
  group: 'Output',
} as const satisfies Option;

/** Formats of the reports of commands that show all variants. */
const FLEET_FORMATS = ['json', 'markdown', 'html'] as const satisfies readonly ReportFormat[];

export const FLEET_REPORT_OPTION = {
  ...REPORT_OPTION,
  value: 'json|markdown|html[=FILE]',
  meaning: 'Print a report, or write it to FILE. html: a page to look at.',
} as const satisfies Option;

export const CHECK_OPTIONS = [
  { name: 'check', meaning: 'Write nothing, and exit with 4 if anything would change.', group: 'Checks' },
  { name: 'strict', meaning: 'Fail on warnings.', group: 'Checks' },
] as const satisfies readonly Option[];

/** Options of the commands that merge. */
export const MERGE_OPTIONS = [
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
  FORM_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Options of the commands that work on a whole fleet. */
export const WHOLE_OPTIONS = [
  ...SELECTION_OPTIONS,
  ...SHARD_OPTIONS,
  ...MERGE_OPTIONS,
] as const satisfies readonly Option[];

/** Reads `WHOLE_OPTIONS`. Throws a `UsageError`. */
export function parseWhole(sorted: SortedArguments<(typeof WHOLE_OPTIONS)[number]>) {
  const [shard, at] = [sorted.value('shard'), sorted.value('at')];
  return {
    ...parseSelection(sorted.operands, sorted),
    shard: shard === undefined ? undefined : parseShard(shard),
    at: at === undefined ? undefined : parseAt(at),
    ...parseMerge(sorted),
  };
}

/** Reads `MERGE_OPTIONS`. Throws a `UsageError`. */
export function parseMerge(sorted: SortedArguments<(typeof MERGE_OPTIONS)[number]>) {
  return {
    ...parseOutputs(sorted),
    base: sorted.value('base'),
    fetches: sorted.has('fetch'),
    requiresReady: sorted.has('require-ready'),
    ...parseConflictArguments(sorted),
    ...parsePipelineArguments(sorted),
  };
}

type OutputOption =
  (typeof MESSAGE_OPTIONS)[number] | (typeof CHECK_OPTIONS)[number] | typeof FLEET_REPORT_OPTION | typeof FORM_OPTION;

/** Reads the options of what is printed. Throws a `UsageError`. */
export function parseOutputs(sorted: SortedArguments<OutputOption>) {
  const { isWide, report } = parseForm(sorted, parseReport(sorted.value('report'), FLEET_FORMATS));
  const diff = sorted.names.has(DIFF_OPTION.name);
  checkStdout({ diff, report });
  const [check, strict] = [sorted.has('check'), sorted.has('strict')];
  return { diff, check, strict, isWide, report, ...parseMessageArguments(sorted) };
}

/** Reads whether a command writes, and commits. Throws a `UsageError`. */
export function parseWriting(sorted: SortedArguments<(typeof CHECK_OPTIONS)[number]>, commit: CommitArguments) {
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
