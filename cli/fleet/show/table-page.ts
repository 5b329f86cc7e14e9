import { byteOrder } from '../../../src/byte-order.ts';
import { groupBy } from '../../../src/group-by.ts';
import type { Result } from '../../../src/krm/index.ts';
import { markup, type Content, type Html } from '../../report/html.ts';
import { bar, dataTable, nameList, valueCode, type Column, type Row } from '../../report/page-parts.ts';
import { countOf, formatPage, grouped } from '../../report/page.ts';
import { problemSection } from '../../report/problem-section.ts';
import type { ValueTable } from '../../../src/fleet/answers/value-table.ts';

/** Formats the values of fields over variants as a page for a browser. `results`: warnings about variants that are left out. */
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
