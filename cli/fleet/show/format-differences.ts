import { columnsOf } from '../../blame/format-causes.ts';
import type { Cause } from '../../blame/cause.ts';
import { alignColumns } from '../../reference/wrap.ts';
import { printable } from '../../terminal/printable.ts';
import { markdownCell } from './table-formats.ts';
import type { VariantDifference } from '../answers/variant-differences.ts';

/** Names of two variants. */
type Names = readonly [left: string, right: string];

/** Formats differences for people: the field, then for each side its name, its value and who asked for it. */
export function formatDifferences(differences: readonly VariantDifference[], names: Names): string {
  return differences
    .map((difference) => {
      const rows = alignColumns(rowsOf(difference, names).map((row) => row.map(printable)));
      return `${printable(titleOf(difference))}\n${rows.map((row) => `  ${row}\n`).join('')}`;
    })
    .join('');
}

/** Formats differences as a table in Markdown. '' if there are none. */
export function markdownDifferences(differences: readonly VariantDifference[], names: Names): string {
  if (differences.length === 0) return '';
  const rows = differences.map((difference) => {
    const sides = rowsOf(difference, names).map(
      ([, value = '', place = '', who = '']) => `${value} (${`${place} ${who}`.trim()})`,
    );
    return [difference.resource, difference.field, ...sides];
  });
  const [head = '', ...others] = [['RESOURCE', 'FIELD', ...names], ...rows].map(
    (row) => `| ${row.map(markdownCell).join(' | ')} |`,
  );
  return [head, '| --- | --- | --- | --- |', ...others].map((line) => `${line}\n`).join('');
}

function titleOf({ resource, field }: VariantDifference): string {
  return field === '' ? resource : `${resource} ${field}`;
}

function rowsOf({ sides, causes }: VariantDifference, names: Names): readonly (readonly string[])[] {
  return names.map((name, index) => [
    name,
    sides[index]?.text ?? '-',
    ...causeColumns(sides[index] === undefined, causes[index]),
  ]);
}

function causeColumns(isAbsent: boolean, cause: Cause | undefined): readonly string[] {
  if (cause === undefined) return ['', ''];
  return isAbsent ? ['removed by a person', ''] : columnsOf(cause);
}
