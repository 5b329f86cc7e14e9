import { byteOrder } from '../../../src/byte-order.ts';
import { groupBy } from '../../../src/group-by.ts';
import { formatTable, type TableColumn } from '../../terminal/table.ts';
import type { VariantRow } from '../../../src/fleet/index.ts';

const COLUMNS: readonly TableColumn[] = [
  { head: 'PACKAGE', long: 'path' },
  { head: 'REVISION', long: 'version' },
  { head: 'NOW' },
  { head: 'AFTER' },
];

/** Number of variants that have a revision of an upstream package, now and after `apply`. */
interface RevisionCount {
  readonly package: string;
  readonly revision: string;
  readonly now: number;
  readonly after: number;
}

/** Formats how many variants have each revision as a table for people. Returns '' if each package has one revision. */
export function revisionTable(variants: readonly VariantRow[]): string {
  const counts = revisionCounts(variants);
  if (counts.length === 0) return '';
  const table = formatTable(
    COLUMNS,
    counts.map((count) => ({ cells: [count.package, count.revision, String(count.now), String(count.after)] })),
  );
  return `\n${table}`;
}

/** Counts the variants of each revision, by package and revision. Returns none if each package has one revision. */
export function revisionCounts(variants: readonly VariantRow[]): readonly RevisionCount[] {
  const packages = [...groupBy(variants, ({ upstream = '' }) => upstream)].filter(([name]) => name !== '');
  const counts = packages
    .toSorted(([a], [b]) => byteOrder(a, b))
    .map(([name, rowsOfPackage]) => countsOf(name, rowsOfPackage));
  return counts.every(({ length }) => length < 2) ? [] : counts.flat();
}

function countsOf(name: string, variants: readonly VariantRow[]): readonly RevisionCount[] {
  const revisions = new Set(variants.flatMap((variant) => [variant.from, nextOf(variant)]));
  const count = (of: (variant: VariantRow) => string | undefined, revision: string): number =>
    variants.filter((variant) => of(variant) === revision).length;
  return [...revisions]
    .filter((revision) => revision !== undefined)
    .toSorted(byNumbers)
    .map((revision) => ({
      package: name,
      revision,
      now: count(({ from }) => from, revision),
      after: count(nextOf, revision),
    }));
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
