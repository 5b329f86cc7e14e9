import { columnsOf } from '../../blame/format-causes.ts';
import type { Cause } from '../../../src/blame/index.ts';
import { alignColumns, formatTable, type TableColumn } from '../../terminal/table.ts';
import { printable } from '../../terminal/printable.ts';
import { markdownCell, namesOf } from './table-formats.ts';
import type { VariantDifference } from '../../../src/fleet/answers/variant-differences.ts';
import { terminalWidth } from '../../terminal/terminal.ts';
import { type ChangeClass, foldersOf } from '../../../src/fleet/index.ts';

/** Names of two variants. */
type Names = readonly [left: string, right: string];

/** Styles of the name and the value of each side, as in a diff. */
const SIDE_STYLES = ['red', 'green'] as const;

/** Formats differences for people: the field, then for each side its name, its value and who asked for it. */
export function formatDifferences(differences: readonly VariantDifference[], names: Names): string {
  return differences
    .map((difference) => {
      const rows = alignColumns(
        rowsOf(difference, names).map((row) => row.map(printable)),
        (side, column) => (column < 2 ? SIDE_STYLES[side] : undefined),
      );
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

const CLASS_COLUMNS: readonly TableColumn[] = [
  { head: 'VARIANTS' },
  { head: 'RESOURCE' },
  { head: 'FIELD' },
  { head: 'BEFORE', long: 'text', style: 'red' },
  { head: 'AFTER', long: 'text', style: 'green' },
  { head: 'FOLDERS', isLow: true },
];

/** Text for an absent value, and for a whole resource. */
const ABSENT = '-';

/** Formats classes as a table: for people, or in Markdown. '' if there are none. */
export function formatClasses(classes: readonly ChangeClass[], isMarkdown: boolean): string {
  if (classes.length === 0) return '';
  const isShort = !isMarkdown && terminalWidth(1) !== undefined;
  const rows = classes.map((found) => {
    const { resource, field, before = ABSENT, after = ABSENT } = found;
    const folders = foldersOf(found);
    return [String(folders.length), resource, field === '' ? ABSENT : field, before, after, namesOf(folders, isShort)];
  });
  if (!isMarkdown)
    return formatTable(
      CLASS_COLUMNS,
      rows.map((cells) => ({ cells })),
    );
  const [first = '', ...others] = [CLASS_COLUMNS.map(({ head }) => head), ...rows].map(
    (row) => `| ${row.map(markdownCell).join(' | ')} |`,
  );
  return lines([first, `|${' --- |'.repeat(CLASS_COLUMNS.length)}`, ...others]);
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
