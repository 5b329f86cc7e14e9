import type { ReplacedPath } from '../../report/run-outcome.ts';
import { isTerminal } from '../../terminal/terminal.ts';
import { fittedTable, type TableColumn } from './fitted-table.ts';
import { namesOf } from './table-formats.ts';
import { type ChangeClass, foldersOf, pendingCount, placesText } from '../../../src/fleet/index.ts';

const REPLACED_COLUMNS: readonly TableColumn[] = [
  { head: 'WITH', long: 'name' },
  { head: 'IN PLACE OF', long: 'name' },
];

/** Formats the files that a call planned with in place of others as a table for people; '' if there are none. */
export function replacedTable(replaced: readonly ReplacedPath[]): string {
  const rows = replaced.map(({ from, at, isAdded }) => ({ cells: [from, isAdded ? `${at} (added)` : at] }));
  return fittedTable(REPLACED_COLUMNS, rows);
}

/** Of a field and its values, a part says too little: the table may be wider than others. */
const CHANGE_COLUMNS: readonly TableColumn[] = [
  { head: 'VARIANTS' },
  { head: 'ANYWAY', isOptional: true },
  ...['RESOURCE', 'FIELD', 'BEFORE', 'AFTER', 'LINE', 'FOLDERS'].map((head) => ({ head })),
];

/** Maximum length of a value: maps and lists can be of any length. */
const MAX_VALUE = 60;

/** Text for an absent value, and for a whole resource. */
const ABSENT = '-';

/** Formats equal changes of variants as a table for people, after other tables; '' if there are none. */
export function changeTable(classes: readonly ChangeClass[]): string {
  if (classes.length === 0) return '';
  const rows = classes.map((found) => {
    const { resource, field, before = ABSENT, after = ABSENT } = found;
    const folders = foldersOf(found);
    const pending = pendingCount(found);
    return {
      cells: [
        String(folders.length),
        pending === 0 ? '' : String(pending),
        resource,
        field === '' ? ABSENT : field,
        shortened(before),
        shortened(after),
        placesText(found),
        namesOf(folders, isTerminal(1)),
      ],
    };
  });
  return `\n${fittedTable(CHANGE_COLUMNS, rows)}`;
}

function shortened(value: string): string {
  return value.length <= MAX_VALUE ? value : `${value.slice(0, MAX_VALUE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
