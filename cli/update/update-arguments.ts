import { choice } from '../arguments/choice.ts';
import { MESSAGE_OPTIONS, parseMessageArguments, type MessageArguments } from '../arguments/message-arguments.ts';
import type { Option } from '../arguments/option.ts';
import { checkStdout, parseReport, REPORT_OPTION, type ReportRequest } from '../arguments/report-argument.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { parseTimeout, TIMEOUT_OPTION, type TimeoutArgument } from '../arguments/time-limit.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { CONFLICT_OPTIONS, parseConflictArguments } from '../merge/merge-arguments.ts';
import { FETCH_OPTIONS, parseFetchArguments } from '../upstream/fetch-arguments.ts';
import { STRATEGIES } from '../../src/krm/index.ts';
import { BASE_OPTION, parsePackageRef } from './package-ref.ts';
import type { VersionArguments } from './package-versions.ts';
import { parseVersionRendering, VERSION_RENDERING_OPTIONS, type VersionRendering } from './version-rendering.ts';
import type { ConflictArguments } from '../../src/merge/index.ts';
import { KPT_COMMENTS_OPTION, UNKNOWN_FIELDS_OPTION } from '../upstream/copy-options.ts';

/** Options of `krm-variants update`. */
export const UPDATE_OPTIONS = [
  {
    name: 'strategy',
    value: STRATEGIES.join('|'),
    meaning: 'What to do with local changes, from now on. Default: as in the Kptfile.',
    group: 'Conflicts',
  },
  ...CONFLICT_OPTIONS,
  {
    name: 'markers',
    meaning: "Write the package despite conflicts, with git's markers. Exits with 3.",
    group: 'Conflicts',
  },
  { name: 'continue', meaning: 'Finish an update with --markers, after you removed all markers.', group: 'Conflicts' },
  { name: 'abort', meaning: 'Undo an update with --markers.', group: 'Conflicts' },
  BASE_OPTION,
  KPT_COMMENTS_OPTION,
  { name: 'list', meaning: 'Only list the newer versions: tags with dates.', group: 'Output' },
  { name: 'allow-dirty', meaning: 'Update a package with changes that are not committed.', group: 'Input' },
  ...FETCH_OPTIONS,
  ...VERSION_RENDERING_OPTIONS,
  { name: 'diff', meaning: 'Print the changes as a diff, too. To write nothing, add --dry-run.', group: 'Output' },
  { name: 'dry-run', meaning: 'Write nothing.', group: 'Output' },
  { name: 'check', meaning: 'Write nothing, and exit with 4 if anything would change.', group: 'Checks' },
  UNKNOWN_FIELDS_OPTION,
  { name: 'strict', meaning: 'Fail on warnings.', group: 'Checks' },
  REPORT_OPTION,
  TIMEOUT_OPTION,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants update`. */
export type SortedUpdate = SortedArguments<(typeof UPDATE_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants update`. */
export interface UpdateArguments
  extends MessageArguments, TimeoutArgument, ConflictArguments, VersionArguments, VersionRendering {
  /** True to list newer versions, and nothing else. */
  readonly lists: boolean;
  readonly allowsDirty: boolean;
  /** True to add kpt's comments. */
  readonly hasKptComments: boolean;
  /** True to write a package with conflicts, with markers around them. */
  readonly markers: boolean;
  /** Way to end an unfinished update; undefined to start one. */
  readonly ending: 'continue' | 'abort' | undefined;
  readonly diff: boolean;
  readonly check: boolean;
  readonly writes: boolean;
  /** True to write Kptfiles with unknown fields. */
  readonly allowsUnknownFields: boolean;
  readonly strict: boolean;
  readonly report: ReportRequest | undefined;
}

/** Reads the checked arguments of `krm-variants update [PKG][@REF]`. Throws a `UsageError`. */
export function parseUpdateArguments(sorted: SortedUpdate): UpdateArguments {
  const { folder, ref } = parsePackageRef(sorted.operands[0] ?? '.');
  const [diff, check] = [sorted.has('diff'), sorted.has('check')];
  const report = parseReport(sorted.value('report'));
  if (sorted.has('markers') && sorted.has('kpt-comments'))
    throw new UsageError('`--markers` and `--kpt-comments` are mutually exclusive');
  checkStdout({ diff, report });
  return {
    folder,
    ref,
    strategy: sorted.value('strategy') === undefined ? undefined : choice(sorted, 'strategy', STRATEGIES),
    base: sorted.value('base'),
    lists: sorted.has('list'),
    allowsDirty: sorted.has('allow-dirty'),
    hasKptComments: sorted.has('kpt-comments'),
    markers: sorted.has('markers'),
    ending: endingOf(sorted, ref),
    diff,
    check,
    writes: !check && !sorted.has('dry-run'),
    allowsUnknownFields: sorted.has('allow-unknown-fields'),
    strict: sorted.has('strict'),
    report,
    ...parseConflictArguments(sorted),
    ...parseFetchArguments(sorted),
    ...parseVersionRendering(sorted),
    ...parseTimeout(sorted),
    ...parseMessageArguments(sorted),
  };
}

/** Options that are allowed when an unfinished update is ended. */
const WITH_ENDING: ReadonlySet<string> = new Set([TIMEOUT_OPTION, ...MESSAGE_OPTIONS].map(({ name }) => name));

function endingOf(sorted: SortedUpdate, ref: string | undefined): UpdateArguments['ending'] {
  const ending = (['continue', 'abort'] as const).find((name) => sorted.has(name));
  if (ending === undefined) return undefined;
  const other = [...sorted.names].find((name) => name !== ending && !WITH_ENDING.has(name));
  if (other !== undefined) throw new UsageError(`\`--${ending}\` and \`--${other}\` cannot be combined`);
  if (ref !== undefined) throw new UsageError(`\`--${ending}\` takes no version: it is that of the update`);
  return ending;
}
