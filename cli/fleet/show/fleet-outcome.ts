import { basename } from '../../process/host-paths.ts';
import type { StatusFacts } from '../../../src/fleet/answers/conditions.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';
import { plannedClasses, type PlannedVariant } from '../../../src/fleet/answers/planned-classes.ts';
import type { FleetDrift } from '../../../src/fleet/answers/variant-drift.ts';
import {
  type ChangeClass,
  type ConflictClass,
  conflictClasses,
  foldersAround,
  foldersOf,
  isOfFolder,
  pendingCount,
  placesText,
  type Resolution,
  type VariantConflicts,
  type VariantRow,
} from '../../../src/fleet/index.ts';
import type { FleetStore } from '../fleet-store.ts';
import { adoptedEdits } from '../../../src/fleet/messages/adoption.ts';
import { deletedRemedy, PRUNE_REMEDY, repeatedMessage } from '../../../src/fleet/messages/apply.ts';
import { conflictRemedy } from '../../../src/fleet/messages/merge.ts';
import type { Replacement } from '../../../src/fleet/overlay.ts';
import type { LeftLocks } from '../../../src/fleet/plan/left-locks.ts';
import type { Result } from '../../../src/krm/index.ts';
import type { Conflict } from '../../../src/merge/index.ts';
import { decisionHint } from '../../merge/take-option.ts';
import { EXIT } from '../../process/exit-code.ts';
import { joinOutcomes, type ReplacedPath, type ReportedCommit, type RunOutcome } from '../../report/run-outcome.ts';
import { terminalWidth } from '../../terminal/terminal.ts';
import type { JobArguments } from '../../work/job.ts';
import { type EndedJob, type FolderOutcome, outcomeOf } from '../../work/report-jobs.ts';
import type { TaskArguments } from '../request.ts';
import { chainSteps } from './chain-steps.ts';
import { classResults, conflictTable } from './conflict-classes.ts';
import { deletedHint, holdDeleted } from './deleted-folder.ts';
import { cut, formatTable, type TableColumn } from '../../terminal/table.ts';
import { fleetPage, type PageSubject } from './fleet-page.ts';
import { afterApply, afterPlan, nextCommands } from './next-commands.ts';
import { revisionTable } from './revision-table.ts';
import { statusReport, type StatusRow, statusRows, statusSummary, statusTable } from './status-formats.ts';
import { namesAmong } from './table-formats.ts';
import { fleetSummary, fleetTable, shownFolder } from './table.ts';
import { byFolder } from './variant-row.ts';

/** Work that a call of `fleet` has done. */
export interface FleetWork {
  readonly ended: EndedJob[];
  readonly rows: VariantRow[];
  /** Facts about rows, for the status. */
  readonly facts: Map<VariantRow, StatusFacts>;
  /** Kinds of decisions of which some are wrong, for the status. */
  readonly wrongDecisions: Set<string>;
  readonly conflicts: VariantConflicts[];
  /** Changes to variants that exist. */
  readonly changed: PlannedVariant[];
  /** Edits of people; undefined unless a report shows them. */
  drift: FleetDrift | undefined;
  /** The same without `--with`; undefined for a call without it. */
  changedNow: readonly PlannedVariant[] | undefined;
  /** Files and folders that the call planned with in place of others. */
  readonly replaced: Replacement[];
  /** MergeResolutions that decided a conflict. */
  readonly used: Set<Resolution>;
  readonly pruneConflicts: Conflict[];
  /** Locks that stayed where they were when their folders were moved; undefined if it is not known. */
  left: LeftLocks | undefined;
  readonly commits: ReportedCommit[];
  /** Number of files with local edits in adopted folders. */
  edits: number;
}

/** Returns the work of a call that has just begun. */
export function newFleetWork(): FleetWork {
  return {
    ended: [],
    rows: [],
    facts: new Map(),
    wrongDecisions: new Set(),
    conflicts: [],
    changed: [],
    drift: undefined,
    changedNow: undefined,
    replaced: [],
    used: new Set(),
    pruneConflicts: [],
    left: undefined,
    commits: [],
    edits: 0,
  };
}

/** Outcome of a call, with its variants and open conflicts. */
export interface FleetOutcome extends FolderOutcome {
  readonly variants: readonly VariantRow[];
  readonly conflicts: readonly VariantConflicts[];
  readonly classes: readonly ConflictClass[];
  /** Changes to variants that exist. */
  readonly changed: readonly PlannedVariant[];
  /** Commits that the call made, or that have its changes already. */
  readonly commits: readonly ReportedCommit[];
}

/** Parts of an outcome that its tables show. */
type PlannedParts = Pick<FleetOutcome, 'variants' | 'classes'> &
  Pick<RunOutcome, 'replaced'> & { readonly changeClasses: () => readonly ChangeClass[] };

/** Arguments of a call. */
type CallArguments = TaskArguments & JobArguments;

/** Formats the output of a call. `root`: top folder of the git repository. */
export function fleetOutcome(work: FleetWork, args: CallArguments, store: FleetStore): FleetOutcome {
  const variants = work.rows.toSorted(byFolder);
  const joined = withGone(joinOutcomes(work.ended.map(({ outcome }) => outcome)), variants, args);
  const classes = conflictClasses(work.conflicts);
  const status = args.task.shows === 'conditions' ? statusRows(variants, work.facts, work.wrongDecisions) : undefined;
  // Errors may prevent all variants.
  const conclusion =
    status === undefined || status.length === 0 ? fleetSummary(variants, joined, args) : statusSummary(status);
  let known: readonly ChangeClass[] | undefined;
  const changeClasses = (): readonly ChangeClass[] => (known ??= plannedClasses(work.changed, work.changedNow));
  const replaced = work.replaced.length === 0 ? undefined : work.replaced;
  const planned = { variants, classes, replaced, changeClasses };
  const ended = withoutRepeats(
    withHints(work, args.task.goesBack !== true && work.replaced.length === 0),
    variants,
    args.verbose,
  );
  const all = outcomeOf(ended, args, '', {
    ...joined,
    ...planned,
    commits: work.commits,
    conclusion,
    reports: {
      names: () => variants.flatMap((row) => (row.folder === undefined ? [] : `${shownFolder(row)}\n`)).join(''),
      html: () =>
        fleetPage({
          ...args,
          ...joined,
          ...planned,
          subject: subjectOf(store),
          chains: chainSteps(variants, work.facts),
          conclusion,
          drift: work.drift,
        }),
    },
  });
  const table =
    status === undefined
      ? tableOf(planned, args)
      : statusText(status, args, { exitCode: all.exitCode, results: joined.results, store });
  const stderr = `${all.stderr}${nextCommands(nextOf(variants, work, args, store), args)}`;
  const stdout = args.diff ? `${all.stdout}${table}` : `${table}${all.stdout}`;
  const shown = { ...all, printed: `${table}${all.printed}`, stdout, stderr };
  const { conflicts, changed, commits } = work;
  return { ...shown, variants, conflicts, classes, changed, commits };
}

/** Names the state of a git repository. */
function subjectOf({ root, url, branch, commit }: FleetStore): PageSubject {
  return { repository: url === undefined ? basename(root) : withoutCredentials(url), branch, commit };
}

/** For `--check`, a variant that is gone is a change, although only `prune` makes it. */
function withGone(
  outcome: RunOutcome,
  variants: readonly VariantRow[],
  { check }: Pick<CallArguments, 'check'>,
): RunOutcome {
  const isChange = check && outcome.exitCode === EXIT.done && variants.some(({ action }) => action === 'gone');
  return isChange ? { ...outcome, exitCode: EXIT.wouldChange } : outcome;
}

/** Returns the tables of a command: after a diff, only those about `--with`; '' if it prints a report. */
function tableOf({ variants, classes, replaced = [], changeClasses }: PlannedParts, args: CallArguments): string {
  if (printsReport(args)) return '';
  const files = replacedTable(replaced);
  const isWhole = isWholeIn(args);
  const showsClasses = replaced.length > 0 || args.task.shows !== undefined;
  const changes = showsClasses ? changeTable(changeClasses(), isWhole) : '';
  if (args.diff) return files === '' ? '' : `\n${files}${changes}`;
  const revisions = args.task.shows === 'changes and revisions' ? revisionTable(variants) : '';
  return `${files === '' ? '' : `${files}\n`}${fleetTable(variants, { isWhole })}${revisions}${changes}${conflictTable(classes)}`;
}

function statusText(
  rows: readonly StatusRow[],
  args: CallArguments,
  outcome: Parameters<typeof statusReport>[1],
): string {
  if (args.isJson === true) return statusReport(rows, outcome);
  return printsReport(args) ? '' : statusTable(rows, isWholeIn(args));
}

/** Reports whether tables list all. */
function isWholeIn({ verbose, isWide = false }: CallArguments): boolean {
  return verbose || isWide;
}

function printsReport({ report, isJson }: CallArguments): boolean {
  return isJson === true || (report !== undefined && report.file === undefined);
}

/**
 * Returns the commands that come after one that only shows the state of the fleet to people; none after one that
 * planned with other files.
 */
function nextOf(
  variants: readonly VariantRow[],
  work: FleetWork,
  args: CallArguments,
  store: FleetStore,
): readonly string[] {
  const { task, repeats = [], folder } = args;
  if (task.namesNext !== true || printsReport(args) || work.replaced.length > 0) return [];
  const classes = conflictClasses(work.conflicts);
  const conflicts = classes.flatMap((each) => each.conflicts);
  const [first] = classes;
  const [deleted] = first !== undefined && isOfFolder(first) ? first.places : [];
  const decision = deleted === undefined ? undefined : holdDeleted(deleted, folder);
  const fleet = { variants, conflicts, decision, repeats, folder, store, left: work.left };
  if (!args.writes) return afterPlan(fleet);
  const isLeft = work.ended.some(({ outcome: { changes, results } }) =>
    args.commits ? results.some(({ code }) => code === 'changes-uncommitted') : changes.length > 0,
  );
  return afterApply(fleet, isLeft);
}

/**
 * Adds the conflicts to the messages for people, each class once, and how to decide the first one. `isResolvable`: true
 * if `fleet resolve` knows these conflicts.
 */
function withHints({ ended, conflicts, pruneConflicts, edits }: FleetWork, isResolvable: boolean): readonly EndedJob[] {
  const last = ended.at(-1);
  if (last === undefined) return ended;
  const classes = conflictClasses(conflicts);
  const [first, ...rest] = classes;
  const others = rest.flatMap((each) => each.conflicts);
  const [pruned] = pruneConflicts;
  const hints = [
    ...(first === undefined ? [] : [decisionHint(first.first, decisionOf(first, isResolvable), others)]),
    ...(pruned === undefined ? [] : [decisionHint(pruned, PRUNE_REMEDY)]),
    ...deletedHint(ended.flatMap(({ outcome }) => outcome.results)),
    ...editsHint(edits),
  ];
  const found = [...classResults(classes), ...last.messages.found];
  return [
    ...ended.slice(0, -1),
    { ...last, messages: { ...last.messages, found, hints: [...last.messages.hints, ...hints] } },
  ];
}

/** Names what decides a class of conflicts, apart from the options of a call. */
function decisionOf(found: ConflictClass, isResolvable: boolean): string {
  if (isOfFolder(found)) return deletedRemedy(holdDeleted(found.places[0] ?? ''));
  return conflictRemedy(isResolvable ? found.id : undefined);
}

/** Returns the number of files with local edits in adopted folders, and the command that shows them. */
function editsHint(edits: number): readonly Result[] {
  if (edits === 0) return [];
  return [{ severity: 'info', code: 'local-edits', message: adoptedEdits(edits) }];
}

type Message = EndedJob['messages']['found'][number];

/**
 * Number of variants from which on an error that they have in common is shown once, although each has it in a file of
 * its own.
 */
const FEW = 4;

/**
 * Leaves each message that several variants have only at the first of them, with their number: it is about an input
 * that they share. Errors about files of their own stay with each of a few. `isWhole`: with all.
 */
function withoutRepeats(
  jobs: readonly EndedJob[],
  variants: readonly VariantRow[],
  isWhole: boolean,
): readonly EndedJob[] {
  const folders = new Set(variants.map(shownFolder));
  const groups = new Map<string, SharedMessage>();
  for (const [index, { messages }] of jobs.entries())
    for (const message of messages.found) {
      const owner = ownerIn(folders, message);
      const key = messageKey(message, owner);
      const known = groups.get(key) ?? { first: message, owners: new Set(), hasFiles: false };
      known.owners.add(owner ?? index);
      known.hasFiles ||=
        message.file?.path !== known.first.file?.path || message.file?.index !== known.first.file?.index;
      groups.set(key, known);
    }
  const shown = new Set<SharedMessage>();
  const once = (message: Message): readonly Message[] => {
    const group = groups.get(messageKey(message, ownerIn(folders, message)));
    const count = group?.owners.size ?? 0;
    const isOwn = group?.hasFiles === true || (message.severity === 'error' && message.file !== undefined);
    if (group === undefined || count < 2 || (isOwn && (isWhole || count < FEW))) return [message];
    if (shown.has(group)) return [];
    shown.add(group);
    const names = [...group.owners].filter((owner) => typeof owner === 'string');
    return [{ ...message, message: repeatedMessage(message.message, count, names) }];
  };
  return jobs.map((job) => ({ ...job, messages: { ...job.messages, found: job.messages.found.flatMap(once) } }));
}

/** Message that variants have in common. */
interface SharedMessage {
  readonly first: Message;
  /** Variants that have it, or the number of their job if it does not name them. */
  readonly owners: Set<string | number>;
  /** True if it is about several files. */
  hasFiles: boolean;
}

/**
 * Returns the variant that a message is about: its folder, or the name of its PackageVariant; undefined if it is not
 * known.
 */
function ownerIn(folders: ReadonlySet<string>, { file, resourceRef }: Message): string | undefined {
  if (resourceRef?.kind === 'PackageVariant') return resourceRef.name;
  return file === undefined ? undefined : foldersAround(file.path).find((folder) => folders.has(folder));
}

/**
 * Returns what messages of one cause have in common: not the variant, its file outside of its folder, or its
 * PackageVariant.
 */
function messageKey({ severity, message, file, field, resourceRef }: Message, owner: string | undefined): string {
  if (owner === undefined) return JSON.stringify([severity, message, file, field, resourceRef]);
  const path = file?.path.startsWith(`${owner}/`) === true ? [file.path.slice(owner.length), file.index] : [];
  return JSON.stringify([severity, message, field, path, resourceRef?.kind === 'PackageVariant' ? '' : resourceRef]);
}

const REPLACED_COLUMNS: readonly TableColumn[] = [
  { head: 'WITH', long: 'path' },
  { head: 'IN PLACE OF', long: 'path' },
];

/** Formats the files that a call planned with in place of others as a table for people; '' if there are none. */
function replacedTable(replaced: readonly ReplacedPath[]): string {
  const rows = replaced.map(({ from, at, isAdded }) => ({ cells: [from, isAdded ? `${at} (added)` : at] }));
  return formatTable(REPLACED_COLUMNS, rows);
}

/** Columns of the terminal for a value: maps and lists can be of any length. */
const MAX_VALUE = 60;

const CHANGE_COLUMNS: readonly TableColumn[] = [
  { head: 'VARIANTS' },
  { head: 'ANYWAY', isOptional: true },
  { head: 'RESOURCE' },
  { head: 'FIELD', isLow: true },
  { head: 'BEFORE', isLow: true, style: 'red' },
  { head: 'AFTER', isLow: true, style: 'green' },
  { head: 'LINE' },
  { head: 'FOLDERS', isLow: true },
];

/** Text for an absent value, and for a whole resource. */
const ABSENT = '-';

/** Number of classes that are listed without `--verbose`. */
const MAX_CLASSES = 20;

/**
 * Formats equal changes of variants as a table for people, after other tables; '' if there are none. `isWhole`: false
 * to list the first ones.
 */
function changeTable(classes: readonly ChangeClass[], isWhole: boolean): string {
  if (classes.length === 0) return '';
  const listed = isWhole || classes.length <= MAX_CLASSES ? classes : classes.slice(0, MAX_CLASSES);
  const left = classes.length - listed.length;
  const values = cut(
    listed.flatMap(({ before = ABSENT, after = ABSENT }) => [before, after]),
    MAX_VALUE,
  );
  const changing = new Set(classes.flatMap(foldersOf));
  const rows = listed.map((found, index) => {
    const { resource, field } = found;
    const folders = foldersOf(found);
    const pending = pendingCount(found);
    return {
      cells: [
        String(folders.length),
        pending === 0 ? '' : String(pending),
        resource,
        field === '' ? ABSENT : field,
        ...values.slice(2 * index, 2 * index + 2),
        placesText(found),
        namesAmong(folders, changing, terminalWidth(1) !== undefined),
      ],
    };
  });
  const others = left === 0 ? '' : `${left} more kinds of changes: \`--verbose\` lists them\n`;
  return `\n${formatTable(CHANGE_COLUMNS, rows)}${others}`;
}
