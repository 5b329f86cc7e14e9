import { byteOrder } from '../../../src/byte-order.ts';
import type { ValueTable } from '../../../src/fleet/answers/value-table.ts';
import type { ValueGroup } from '../../../src/fleet/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import type { Result } from '../../../src/krm/index.ts';
import type { ReportFormat } from '../../arguments/report-argument.ts';
import { formatTable, type TableColumn } from '../../terminal/table.ts';
import { type Content, type Html, markup } from '../../report/html.ts';
import { bar, type Column, dataTable, nameList, type Row, valueCode } from '../../report/page-parts.ts';
import { countOf, formatPage, grouped } from '../../report/page.ts';
import { problemSection } from '../../report/problem-section.ts';
import { printable } from '../../terminal/printable.ts';
import { terminalWidth } from '../../terminal/terminal.ts';

/**
 * Formats the values of fields over variants as a page for a browser. `results`: warnings about variants that are left
 * out.
 */
export function tablePage(table: ValueTable, results: readonly Result[] = []): string {
  const { fields, groups, by } = table;
  const count = groups.reduce((sum, { folders }) => sum + folders.length, 0);
  const columns: readonly Column[] = [
    ...(fields.length === 0 ? ['Group'] : fields).map((head) => ({ head, isLong: true })),
    { head: 'Variants', width: 'measure' },
    ...(by === undefined ? [] : [{ head: by, width: 'short' } as const]),
    { head: 'Folders', width: 'names' },
  ];
  const rows = groups.map((group) => rowOf(group, table, count));
  return formatPage({
    title: 'Fleet table',
    summary: `${countOf(count, 'variant')}, ${countOf(groups.length, 'group')}: variants with equal values are one group`,
    overview: '',
    sections: [
      problemSection(results, 'krm-variants fleet table'),
      { id: 'groups', title: 'Groups', count: groups.length, content: dataTable('Groups', columns, rows) },
    ],
    command: 'krm-variants fleet table --report html',
  });
}

function rowOf({ values, folders }: ValueTable['groups'][number], { by, keys }: ValueTable, all: number): Row {
  const cells: Row = values.length === 0 ? ['all'] : values.map(valuesOf);
  const { length } = folders;
  return [
    ...cells,
    markup`<span class="number">${grouped(length)}</span>${bar([{ count: length, color: 'blue' }], all)}<span class="sub">${percent(length, all)}</span>`,
    ...(by === undefined ? [] : [keyCounts(folders, keys)]),
    nameList(folders),
  ];
}

function valuesOf(values: readonly string[]): Content {
  if (values.length === 0) return markup`<span class="sub inline">absent</span>`;
  return markup`<ul class="cell">${values.map((value) => markup`<li>${valueCode(value)}</li>`)}</ul>`;
}

/** Counts the folders with each value of a key. */
function keyCounts(folders: readonly string[], keys: ValueTable['keys']): Html {
  const counts = [...groupBy(folders, (folder) => keys.get(folder) ?? '')].toSorted(([a], [b]) => byteOrder(a, b));
  const item = ([key, { length }]: readonly [string, readonly string[]]): Html =>
    markup`<li>${key === '' ? markup`<span class="sub inline">absent</span>` : markup`<bdi>${key}</bdi>`} <b>${grouped(length)}</b></li>`;
  return markup`<ul class="cell">${counts.map(item)}</ul>`;
}

function percent(count: number, all: number): string {
  const share = (100 * count) / all;
  return share > 0 && share < 1 ? 'less than 1 %' : `${Math.round(share)} %`;
}

/** Format of a report about values. */
export type TableFormat = ReportFormat;

/** Reports about a table of values, by their format. `results`: warnings for a report that shows them. */
export const TABLE_REPORTS: Readonly<Record<TableFormat, (table: ValueTable, results: readonly Result[]) => string>> = {
  json: (table) => `${JSON.stringify(asData(table), undefined, 2)}\n`,
  markdown: markdownTable,
  html: tablePage,
  names: (table) => lines(foldersOf(table)),
};

/** Formats a table for people. */
export function formatValueTable(table: ValueTable): string {
  const [heads = [], ...rows] = rowsOf(table, terminalWidth(1) !== undefined);
  const values = heads.slice(1, table.fields.length + 1);
  const columns = heads.map((head): TableColumn =>
    values.includes(head) ? { head, long: 'text' } : { head, isLow: head === 'FOLDERS' },
  );
  return formatTable(
    columns,
    // The largest group comes first: the others differ from it.
    rows.map((cells, index) => ({ cells, style: index === 0 ? undefined : 'yellow' })),
  );
}

function markdownTable(table: ValueTable): string {
  const rows = rowsOf(table, false);
  const [head = [], ...others] = rows.map((row) => `| ${row.map(markdownCell).join(' | ')} |`);
  return lines([head as string, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...others]);
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

function foldersOf({ groups }: ValueTable): readonly string[] {
  return groups.flatMap(({ folders }) => folders).toSorted(byteOrder);
}

/** Escapes a text for a cell of a Markdown table. */
export function markdownCell(text: string): string {
  return printable(text).replaceAll(/[\\|`*_<>[\]]/g, '\\$&');
}

/** Text for variants without a value. */
const ABSENT = '-';

function rowsOf({ fields, groups, by, keys }: ValueTable, isShort: boolean): readonly (readonly string[])[] {
  const columns = columnsOf(groups, keys);
  const heads = by === undefined ? ['FOLDERS'] : columns.map((key) => `${by}=${key ?? ABSENT}`);
  return [
    ['VARIANTS', ...fields, ...heads],
    ...groups.map(({ values, folders }) => [
      String(folders.length),
      ...values.map((each) => (each.length === 0 ? ABSENT : each.join(', '))),
      ...(by === undefined
        ? [namesOf(folders, isShort)]
        : columns.map((key) => String(folders.filter((folder) => keys.get(folder) === key).length))),
    ]),
  ];
}

/** Returns the values of a key in their order, last undefined if some folders have none. */
function columnsOf(groups: readonly ValueGroup[], keys: ValueTable['keys']): readonly (string | undefined)[] {
  const all = new Set(groups.flatMap(({ folders }) => folders.map((folder) => keys.get(folder))));
  const named = [...all].filter((key) => key !== undefined).toSorted(byteOrder);
  return all.has(undefined) ? [...named, undefined] : named;
}

/** Number of folders of a group that are named on a terminal. */
const FEW = 2;

/** Names folders; on a terminal, only the first ones of many. */
export function namesOf(folders: readonly string[], isShort: boolean): string {
  if (!isShort || folders.length <= FEW + 1) return folders.join(', ');
  return `${folders.slice(0, FEW).join(', ')} and ${folders.length - FEW} more`;
}

/**
 * Names folders among others of which they are most: `all 12 that change`, or all but a few. `all`: the others, with
 * them.
 */
export function namesAmong(folders: readonly string[], all: ReadonlySet<string>, isShort: boolean): string {
  const named = new Set(folders);
  const left = [...all].filter((folder) => !named.has(folder));
  if (!isShort || named.size <= FEW + 1 || left.length > FEW) return namesOf(folders, isShort);
  return left.length === 0 ? `all ${named.size} that change` : `all that change but ${left.join(', ')}`;
}

/** Returns the table in the form of `schemas/reports/fleet-table.json`. */
function asData({ fields, groups, by, keys, places }: ValueTable) {
  return {
    version: 1,
    fields,
    ...(by !== undefined && { by }),
    groups: groups.map(({ values, folders }) => ({
      values,
      count: folders.length,
      variants: folders.map((folder) => {
        const key = keys.get(folder);
        return { ...(places?.get(folder) ?? { folder }), ...(key !== undefined && { key }) };
      }),
    })),
  };
}
