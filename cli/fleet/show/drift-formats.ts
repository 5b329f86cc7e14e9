import { asShown, type Result } from '../../../src/krm/index.ts';
import { changedLines } from '../../../src/package/index.ts';
import type { TerminalStyle } from '../../terminal/terminal.ts';
import type { TableColumn } from '../../terminal/table.ts';
import { fleetRows, shownFolder } from './table.ts';
import { byFolder } from './variant-row.ts';
import { changeOf, type FileEdit } from '../../../src/fleet/answers/file-edit.ts';
import type { DriftRow } from '../../../src/fleet/answers/variant-drift.ts';

const COLUMNS: readonly TableColumn[] = [
  { head: 'STATE' },
  { head: 'FOLDER', long: 'path' },
  { head: 'PACKAGEVARIANT', long: 'name' },
  { head: 'CHANGED', isOptional: true },
  { head: 'ADDED', isOptional: true },
  { head: 'DELETED', isOptional: true },
  { head: 'FILES', long: 'text' },
];

/** States in the order of the table, those that need attention first, each with its style. */
const ORDER = new Map<DriftRow['state'], TerminalStyle>([
  ['error', 'red'],
  ['removed', 'red'],
  ['edited', 'yellow'],
  ['foreign', 'cyan'],
  ['unapplied', 'cyan'],
  ['clean', 'dim'],
]);

/** Formats the edits in folders as a table for people, those that need attention first. `isWhole`: lists each. */
export function driftTable(rows: readonly DriftRow[], isWhole: boolean): string {
  const order = [...ORDER.keys()];
  const sorted = rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || byFolder(a, b));
  return fleetRows(
    COLUMNS,
    sorted.map(({ state, repository, folder, name, edits }) => {
      const count = (change: FileEdit['change']): string => {
        const { length } = edits.filter((edit) => edit.change === change);
        return length === 0 ? '' : String(length);
      };
      const counts = [count('changed'), count('added'), count('deleted')];
      const files = edits.map(({ path }) => path).join(', ');
      const cells = [state, shownFolder({ repository, folder }), name === '' ? '-' : name, ...counts, files];
      return { cells, style: ORDER.get(state), quiet: state === 'clean' ? 'clean' : undefined };
    }),
    isWhole,
  );
}

/** Returns the report in the form of `schemas/reports/fleet-drift.json`. */
export function driftReport(rows: readonly DriftRow[], results: readonly Result[], exitCode: number): string {
  const variants = rows.toSorted(byFolder).map(asData);
  return `${JSON.stringify({ version: 1, exitCode, variants, results: results.map(asShown) }, undefined, 2)}\n`;
}

function asData({ repository, folder, name, set, state, isGone, edits }: DriftRow) {
  return {
    repository,
    folder,
    name,
    set,
    state,
    ...(isGone && { gone: true }),
    files: edits.map((edit) => fileData(folder, edit)),
  };
}

function fileData(folder: string, edit: FileEdit) {
  const { path, change, mode, isBaseLost } = edit;
  const lines = isBaseLost ? { baseLost: true } : changedLines(changeOf(folder, edit));
  return { path, change, ...(mode && { mode }), ...lines };
}
