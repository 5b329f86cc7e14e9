import { byteOrder } from '../../byte-order.ts';
import { groupBy } from '../../group-by.ts';
import type { PackageDifference } from './package-differences.ts';
import { type ChangeClass, foldersOf } from '../index.ts';

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
 * Returns a difference with `*` in place of the PackageVariant in the names of the functions that it puts into a
 * Kptfile: those of one set are then equal.
 */
function ofAnyVariant({ resource, field, sides }: PackageDifference): Omit<ChangeClass, 'places'> {
  const shown = KPTFILE.test(resource) ? withoutOwners : (text: string) => text;
  const [before, after] = sides.map((side) => side && shown(side.text));
  return { resource, field: shown(field), before, after };
}

const KPTFILE = /(?:^|\/)Kptfile$/;

/**
 * Names of functions are read from their right, since that of a PackageVariant may have dots. They end a text, a field
 * or a JSON string.
 */
function withoutOwners(text: string): string {
  return text.replaceAll(/PackageVariant\.[^\s"\]]+(\.[^.\s"\]]*\.\d+)(?=["\]]|$)/g, 'PackageVariant.*$1');
}
