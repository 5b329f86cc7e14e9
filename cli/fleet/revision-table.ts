import { byteOrder } from '../../src/byte-order.ts';
import { groupBy } from '../../src/group-by.ts';
import type { VariantRow } from '../report/run-outcome.ts';
import { fittedTable, type TableColumn } from './fitted-table.ts';

const COLUMNS: readonly TableColumn[] = [
  { head: 'PACKAGE', long: 'name' },
  { head: 'REVISION', long: 'version' },
  { head: 'NOW' },
  { head: 'AFTER' },
];

/**
 * Formats how many variants have each revision of an upstream package, now and after `apply`, as a table for people. Returns '' if
 * each package has one revision.
 */
export function revisionTable(variants: readonly VariantRow[]): string {
  const packages = [...groupBy(variants, ({ upstream = '' }) => upstream)].filter(([name]) => name !== '');
  const rows = packages
    .toSorted(([a], [b]) => byteOrder(a, b))
    .map(([name, rowsOfPackage]) => revisionRows(name, rowsOfPackage));
  if (rows.every(({ length }) => length < 2)) return '';
  const table = fittedTable(
    COLUMNS,
    rows.flat().map((cells) => ({ cells })),
  );
  return `\n${table}`;
}

function revisionRows(name: string, variants: readonly VariantRow[]): readonly (readonly string[])[] {
  const revisions = new Set(variants.flatMap((variant) => [variant.from, nextOf(variant)]));
  const count = (of: (variant: VariantRow) => string | undefined, revision: string): string =>
    String(variants.filter((variant) => of(variant) === revision).length);
  return [...revisions]
    .filter((revision) => revision !== undefined)
    .toSorted(byNumbers)
    .map((revision) => [name, revision, count(({ from }) => from, revision), count(nextOf, revision)]);
}

/** Returns the revision that a folder has after `apply`. */
function nextOf({ action, from, to }: VariantRow): string | undefined {
  return action === 'create' || action === 'update' || action === 'unchanged' ? to : from;
}

/** Orders `v9` before `v10`. */
function byNumbers(a: string, b: string): number {
  const [one, other] = [a, b].map((text) => text.replaceAll(/\d+/g, (digits) => digits.padStart(MAX_DIGITS, '0')));
  return byteOrder(one ?? '', other ?? '');
}

/** Digits of the largest number in a revision. */
const MAX_DIGITS = 20;
