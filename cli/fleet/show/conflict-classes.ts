import { placeText, type ConflictClass, type VariantConflicts } from '../../../src/fleet/index.ts';
import { formatResult, type Result } from '../../../src/krm/index.ts';
import { conflictResults } from '../../report/conflict-results.ts';
import { shownValues } from '../../report/conflict-values.ts';
import type { EndedJob } from '../../work/report-jobs.ts';
import { conflictOfClass } from '../../../src/fleet/messages/merge.ts';
import { formatTable, type TableColumn } from '../../terminal/table.ts';
import { terminalWidth } from '../../terminal/terminal.ts';
import { namesOf } from './table-formats.ts';

/** Returns a message for each class of conflicts. */
export function classResults(classes: readonly ConflictClass[]): readonly Result[] {
  return classes.flatMap(({ id, first, places }) => {
    const [result] = conflictResults([first]);
    const others = places.slice(1);
    if (result === undefined) return [];
    return { ...result, message: conflictOfClass(result.message, id, others) };
  });
}

/** Characters of a value in a cell: more would push each other out of the table. */
const MAX_CELL = 40;

const COLUMNS: readonly TableColumn[] = [
  { head: 'CONFLICT' },
  { head: 'VARIANTS' },
  { head: 'BASE', long: 'text' },
  { head: 'NEW', long: 'text' },
  { head: 'LOCAL', long: 'text' },
  { head: 'PACKAGE', isLow: true },
  { head: 'PLACE', isLow: true },
  { head: 'FOLDERS', isLow: true },
];

/** Formats classes of conflicts as a table for people; '' if there are none. */
export function conflictTable(classes: readonly ConflictClass[]): string {
  if (classes.length === 0) return '';
  const rows = classes.map((found) => {
    const { base, theirs } = shownValues(found.first, MAX_CELL, ['base', 'theirs']);
    const values = [base, theirs, localOf(found)];
    const folders = namesOf(found.places, terminalWidth(1) !== undefined);
    const cells = [found.id, String(found.places.length), ...values, packageOf(found), placeText(found), folders];
    return { cells, style: 'red' as const };
  });
  return `\n${formatTable(COLUMNS, rows)}`;
}

/** Returns the local value of a class, or how many different ones its variants have. */
function localOf({ conflicts }: ConflictClass): string {
  const [first = '', ...others] = new Set(conflicts.map((each) => shownValues(each, MAX_CELL, ['local']).local));
  return others.length === 0 ? first : `${others.length + 1} values`;
}

function packageOf({ upstream }: ConflictClass): string {
  return `${upstream.repository}/${upstream.package}`;
}

/** Returns a job without its messages about conflicts. */
export function withoutConflicts(ended: EndedJob, { conflicts }: VariantConflicts): EndedJob {
  const texts = new Set(conflictResults(conflicts).map(formatResult));
  const found = ended.messages.found.filter((each) => !texts.has(formatResult(each)));
  return { ...ended, messages: { ...ended.messages, found } };
}
