import { ACTIONS, type Action, type VariantRow } from '../../../src/fleet/index.ts';
import type { Result } from '../../../src/krm/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import { counted, firstNames } from '../../../src/wording.ts';
import type { RunOutcome } from '../../report/run-outcome.ts';
import { ACTION_LOOK } from './action-look.ts';
import { RECORDS_FOLDER } from '../../../src/fleet/inputs/fleet-paths.ts';
import { formatTable, type TableColumn, type TableRow } from '../../terminal/table.ts';

const COLUMNS: readonly TableColumn[] = [
  { head: 'ACTION' },
  { head: 'FOLDER', long: 'path' },
  { head: 'PACKAGEVARIANT', long: 'name' },
  { head: 'UPSTREAM', long: 'version' },
  { head: 'FILES' },
  { head: 'HELD', long: 'text', isOptional: true },
];

/** Number of variants from which on equal rows are one. */
const MANY = 40;

/**
 * Formats variants as a table for people, those that need attention first. From 40 variants on, those with the same
 * action and versions are one row with their number. `isWhole`: lists each.
 */
export function fleetTable(variants: readonly VariantRow[], { isWhole }: { readonly isWhole: boolean }): string {
  if (variants.length >= MANY && !isWhole) return groupTable(variants);
  return fleetRows(
    COLUMNS,
    byAttention(variants).map(({ action, repository, folder, name, from, to, files, hold }) => ({
      cells: [
        action,
        shownFolder({ repository, folder }),
        name === '' ? '-' : name,
        versions({ from, to }),
        files.length === 0 ? '' : String(files.length),
        hold?.reason ?? '',
      ],
      style: ACTION_LOOK[action].style,
      quiet: ACTION_LOOK[action].isQuiet ? action : undefined,
    })),
    isWhole,
  );
}

const GROUP_COLUMNS: readonly TableColumn[] = [
  { head: 'ACTION' },
  { head: 'VARIANTS' },
  { head: 'UPSTREAM', long: 'version' },
  { head: 'FILES' },
  { head: 'HELD', long: 'text', isOptional: true },
  { head: 'FOLDERS' },
];

/** Formats variants with the same action and versions as one row with their number and the first folders. */
function groupTable(variants: readonly VariantRow[]): string {
  const groups = groupBy(byAttention(variants), ({ action, from, to, hold }) =>
    JSON.stringify([action, versions({ from, to }), hold?.reason]),
  );
  const rows = [...groups.values()].flatMap((all): TableRow | [] => {
    const [first] = all;
    if (first === undefined) return [];
    const { action, from, to, hold } = first;
    const files = all.reduce((sum, each) => sum + each.files.length, 0);
    const { style } = ACTION_LOOK[action];
    const cells = [
      action,
      String(all.length),
      versions({ from, to }),
      files === 0 ? '' : String(files),
      hold?.reason ?? '',
      firstNames(all, shownFolder),
    ];
    return { cells, style };
  });
  return `${formatTable(GROUP_COLUMNS, rows)}${explained(rows)}`;
}

/** Row of a table of variants. */
export interface FleetRow extends TableRow {
  /**
   * State of a row that needs no attention, in words: many rows of one state are counted, not listed. Undefined for
   * other rows.
   */
  readonly quiet?: string | undefined;
}

/** Number of rows of one quiet state that are listed: a small fleet is shown whole. */
const MAX_QUIET = 10;

/**
 * Formats a table of variants. More than 10 rows of one quiet state are a line with their number instead. `isWhole`:
 * lists each. Returns '' if no row is listed and none has a word to explain.
 */
export function fleetRows(columns: readonly TableColumn[], rows: readonly FleetRow[], isWhole: boolean): string {
  const counts = new Map<string, number>();
  for (const { quiet } of rows) if (quiet !== undefined) counts.set(quiet, (counts.get(quiet) ?? 0) + 1);
  const isListed = ({ quiet }: FleetRow): boolean =>
    isWhole || quiet === undefined || (counts.get(quiet) ?? 0) <= MAX_QUIET;
  const listed = rows.filter(isListed);
  // Without any row, the summary of the call says the same.
  const left = listed.length === 0 ? [] : [...counts].filter(([, count]) => !isWhole && count > MAX_QUIET);
  const lines = left.map(([quiet, count]) => `${counted(count, 'variant')} ${quiet}, not listed\n`);
  return `${formatTable(columns, listed)}${lines.join('')}${explained(rows)}`;
}

/** Words in first cells that people may not know, with what they mean. */
const MEANINGS: Readonly<Record<string, string>> = {
  gone: 'no PackageVariant asks for the folder any more',
  foreign: 'the folder is there, but no apply has written it',
  unapplied: 'no apply has written it yet',
  removed: 'people deleted the folder',
};

/** Explains the words of first cells below a table. */
function explained(rows: readonly TableRow[]): string {
  const words = new Set(rows.map(({ cells: [first = ''] }) => first));
  const known = Object.entries(MEANINGS).filter(([word]) => words.has(word));
  return known.map(([word, meaning]) => `${word}: ${meaning}\n`).join('');
}

/** Sorts variants: those that need attention come first. The order of those with one action stays. */
export function byAttention<Row extends Pick<VariantRow, 'action'>>(variants: readonly Row[]): readonly Row[] {
  const order = Object.keys(ACTION_LOOK);
  return variants.toSorted((a, b) => order.indexOf(a.action) - order.indexOf(b.action));
}

/** Returns the folder of a variant, after the URL of a git repository that is not the fleet's. */
export function shownFolder({ repository, folder = '-' }: Pick<VariantRow, 'repository' | 'folder'>): string {
  return repository === undefined ? folder : `${repository}/${folder}`;
}

/** Returns the version of an upstream, and the earlier one if it was another. */
function versions({ from, to }: Pick<VariantRow, 'from' | 'to'>): string {
  if (to === undefined || from === undefined || from === to) return to ?? from ?? '-';
  return `${from} -> ${to}`;
}

/** Number of variants with an action. */
export interface ActionCount {
  readonly action: VariantRow['action'];
  readonly count: number;
  /** Words for the action after the count, such as `to create`. */
  readonly words: string;
}

/** Counts the variants with each action. Actions of none are left out. */
export function actionCounts(
  variants: readonly VariantRow[],
  { writes }: { readonly writes: boolean },
): readonly ActionCount[] {
  return (Object.keys(ACTIONS) as Action[]).flatMap((action) => {
    const { length: count } = variants.filter((variant) => variant.action === action);
    return count === 0 ? [] : [{ action, count, words: ACTION_LOOK[action].words[writes ? 0 : 1] }];
  });
}

/** Returns the counts of a fleet: `2 created, 1 unchanged: 9 files changed, 1 warning`. */
export function fleetSummary(
  variants: readonly VariantRow[],
  { changes, results }: Pick<RunOutcome, 'changes' | 'results'>,
  { writes, verbose }: { readonly writes: boolean; readonly verbose: boolean },
): string {
  const counts = actionCounts(variants, { writes }).map(({ count: number, words }) => `${number} ${words}`);
  const count = (wanted: Result['severity']): number => results.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const about = counts.length > 0 ? counts.join(', ') : errors > 0 ? counted(errors, 'error') : 'no variant';
  const deciding = variants.filter(({ resolutions = [] }) => resolutions.length > 0);
  const decided = new Set(deciding.flatMap(({ resolutions = [] }) => resolutions.map(({ conflict }) => conflict)));
  const parts = [
    changedFiles(changes, writes ? 'changed' : 'would change', verbose),
    ...(decided.size === 0
      ? []
      : [`${counted(decided.size, 'conflict')} decided by MergeResolutions in ${counted(deciding.length, 'variant')}`]),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
  ];
  return `${about}: ${parts.join(', ')}`;
}

/**
 * Counts the changed files of variants. What a fleet records is counted only where it is listed, too, or where nothing
 * else changes. `isWhole`: true if it is listed.
 */
function changedFiles(changes: RunOutcome['changes'], verb: string, isWhole: boolean): string {
  const { length: recorded } = changes.filter(({ isRecord }) => isRecord === true);
  const own = changes.length - recorded;
  if (own === 0) return recorded === 0 ? `no file ${verb}` : `only records in ${RECORDS_FOLDER} ${verb}`;
  return `${counted(own, 'file')} ${verb}${isWhole && recorded > 0 ? `, and ${recorded} in ${RECORDS_FOLDER}` : ''}`;
}
