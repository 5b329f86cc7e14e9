import { byteOrder } from '../../../src/byte-order.ts';
import { groupBy } from '../../../src/group-by.ts';
import { foldersOf, type ChangeClass } from '../../report/change-class.ts';
import { alignColumns } from '../../reference/wrap.ts';
import { printable } from '../../terminal/printable.ts';
import { isTerminal } from '../../terminal/terminal.ts';
import { markdownCell, namesOf } from '../show/table-formats.ts';
import type { PackageDifference } from './package-differences.ts';

/** Changes of one variant. */
export interface VariantChanges {
  readonly folder: string;
  readonly differences: readonly PackageDifference[];
}

/** Groups equal changes of variants, the largest class first. */
export function changeClasses(all: readonly VariantChanges[]): readonly ChangeClass[] {
  const found = all
    .toSorted((a, b) => byteOrder(a.folder, b.folder))
    .flatMap(({ folder, differences }) =>
      differences.map((difference) => {
        const { resource, field, before, after } = ofAnyVariant(difference);
        const { file = '', line } = difference.sides[1] ?? difference.sides[0] ?? {};
        return { resource, field, before, after, places: [{ folder, file, line }] };
      }),
    );
  const groups = groupBy(found, ({ resource, field, before, after }) =>
    JSON.stringify([resource, field, before, after]),
  );
  return [...groups.values()]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ ...first, places: [first, ...others].flatMap(({ places }) => places) }],
    )
    .toSorted((a, b) => foldersOf(b).length - foldersOf(a).length);
}

/**
 * Returns a difference with `*` in place of the PackageVariant in the names of the functions that it puts into a Kptfile: those of one set are
 * then equal.
 */
function ofAnyVariant({ resource, field, sides }: PackageDifference): Omit<ChangeClass, 'places'> {
  const shown = KPTFILE.test(resource) ? withoutOwners : (text: string) => text;
  const [before, after] = sides.map((side) => side && shown(side.text));
  return { resource, field: shown(field), before, after };
}

const KPTFILE = /(?:^|\/)Kptfile$/;

/** Names of functions are read from their right, since that of a PackageVariant may have dots. They end a text, a field or a JSON string. */
function withoutOwners(text: string): string {
  return text.replaceAll(/PackageVariant\.[^\s"\]]+(\.[^.\s"\]]*\.\d+)(?=["\]]|$)/g, 'PackageVariant.*$1');
}

const HEAD = ['VARIANTS', 'RESOURCE', 'FIELD', 'BEFORE', 'AFTER', 'FOLDERS'];

/** Text for an absent value, and for a whole resource. */
const ABSENT = '-';

/** Formats classes as a table: for people, or in Markdown. '' if there are none. */
export function formatClasses(classes: readonly ChangeClass[], isMarkdown: boolean): string {
  if (classes.length === 0) return '';
  const isShort = !isMarkdown && isTerminal(1);
  const rows = classes.map((found) => {
    const { resource, field, before = ABSENT, after = ABSENT } = found;
    const folders = foldersOf(found);
    return [String(folders.length), resource, field === '' ? ABSENT : field, before, after, namesOf(folders, isShort)];
  });
  if (!isMarkdown) return lines(alignColumns([HEAD, ...rows].map((row) => row.map(printable))));
  const [head = '', ...others] = [HEAD, ...rows].map((row) => `| ${row.map(markdownCell).join(' | ')} |`);
  return lines([head, `|${' --- |'.repeat(HEAD.length)}`, ...others]);
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
