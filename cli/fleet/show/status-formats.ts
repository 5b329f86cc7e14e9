import { asShown, type Result } from '../../../src/krm/index.ts';
import { counted } from '../../../src/wording.ts';
import type { TerminalStyle } from '../../terminal/terminal.ts';
import type { TableColumn } from '../../terminal/table.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { byAttention, type FleetRow, fleetRows, shownFolder } from './table.ts';
import {
  conditionsOf,
  type Conditions,
  type StatusFacts,
  type WrongDecisions,
} from '../../../src/fleet/answers/conditions.ts';
import type { VariantRow } from '../../../src/fleet/index.ts';
import type { FleetStore } from '../fleet-store.ts';

/** A variant with its status. */
export interface StatusRow {
  readonly row: VariantRow;
  readonly facts: StatusFacts;
  readonly conditions: Conditions;
}

/**
 * Returns variants with their conditions, those that need attention first. `wrong`: kinds of decisions of which some
 * are wrong.
 */
export function statusRows(
  variants: readonly VariantRow[],
  facts: ReadonlyMap<VariantRow, StatusFacts>,
  wrong: WrongDecisions,
): readonly StatusRow[] {
  const rows = byAttention(variants).map((row): StatusRow => {
    const own = facts.get(row) ?? {};
    return { row, facts: own, conditions: conditionsOf(row, own, wrong) };
  });
  const isStalled = ({ conditions }: StatusRow): boolean => conditions.stalled.status === 'True';
  return [...rows.filter(isStalled), ...rows.filter((each) => !isStalled(each))];
}

const COLUMNS: readonly TableColumn[] = [
  { head: 'READY' },
  { head: 'STALLED' },
  { head: 'FOLDER', long: 'path' },
  { head: 'PACKAGEVARIANT', long: 'name' },
  { head: 'REASON' },
  { head: 'MESSAGE', long: 'text' },
];

/** Formats the status of variants as a table for people. `isWhole`: lists each. */
export function statusTable(rows: readonly StatusRow[], isWhole: boolean): string {
  return fleetRows(COLUMNS, rows.map(tableRow), isWhole);
}

function tableRow({ row, facts, conditions: { ready, stalled } }: StatusRow): FleetRow {
  const { reason, message } = stalled.status === 'True' ? stalled : ready;
  const name = facts.kind === undefined ? row.name || '-' : `${row.name} (set)`;
  return {
    // Its reason says it all.
    cells: [ready.status, stalled.status, shownFolder(row), name, reason, reason === 'NoErrors' ? '' : message],
    style: styleOf({ ready, stalled }),
    quiet: ready.status !== 'True' ? undefined : reason === 'Held' ? 'held' : 'ready',
  };
}

function styleOf({ ready, stalled }: Conditions): TerminalStyle | undefined {
  if (stalled.status === 'True' || ready.reason === 'Error' || ready.reason === 'Conflict') return 'red';
  return ready.status === 'True' ? 'green' : 'yellow';
}

/** Returns the counts of a fleet: `2 of 4 variants ready, 1 stalled`. */
export function statusSummary(rows: readonly StatusRow[]): string {
  const variants = rows.filter(({ facts }) => facts.kind === undefined);
  const { length: ready } = variants.filter(({ conditions }) => conditions.ready.status === 'True');
  const { length: stalled } = rows.filter(({ conditions }) => conditions.stalled.status === 'True');
  return `${ready} of ${counted(variants.length, 'variant')} ready${stalled === 0 ? '' : `, ${stalled} stalled`}`;
}

/** Outcome of the whole call. */
interface StatusOutcome {
  readonly exitCode: number;
  readonly results: readonly Result[];
  /** Git repository of the fleet. */
  readonly store: Pick<FleetStore, 'branch' | 'has'>;
}

/** Returns the report in the form of `schemas/reports/fleet-status.json`. */
export function statusReport(rows: readonly StatusRow[], { exitCode, results, store }: StatusOutcome): string {
  const branch = store.branch ?? 'HEAD';
  const variants = rows.map((row) => asData(row, store, branch));
  return `${JSON.stringify({ version: 1, exitCode, variants, results: results.map(asShown) }, undefined, 2)}\n`;
}

function asData({ row, facts, conditions }: StatusRow, store: Pick<FleetStore, 'has'>, branch: string) {
  const { name, namespace, set, repository, folder, upstream, hold } = row;
  const { kind = 'PackageVariant', variant } = facts;
  // The branch that Porch has for another git repository is not known here.
  const hasFolder = repository === undefined && folder !== undefined && store.has(lockFile(folder));
  const targets = variant !== undefined && hasFolder ? [{ name: targetName(variant.downstream, branch) }] : [];
  const { stalled, ready } = conditions;
  const status = { conditions: [stalled, ready], ...(facts.kind === undefined && { downstreamTargets: targets }) };
  const own = { kind, name, namespace, set: facts.kind === undefined ? set : undefined };
  return { ...own, repository, folder, upstream, hold, status };
}

/** Returns the name of the PackageRevision that Porch has for a folder on a branch. */
function targetName(
  { place, package: path }: { readonly place: { readonly name: string }; readonly package: string },
  branch: string,
): string {
  return [place.name, path.replaceAll('/', '.'), branch].join('.');
}
