import { byteOrder } from '../../byte-order.ts';
import { groupBy } from '../../group-by.ts';
import { imageName, type ImageReference, ImageReferenceError, parseImageReference } from '../../image-reference.ts';
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
 * Joins the classes of an image whose tag alone changes, in the same way but in several registries: the values are then
 * `tag 3.3.0` and `tag 3.4.0`. The largest class comes first.
 */
export function joinTagChanges(classes: readonly ChangeClass[]): readonly ChangeClass[] {
  const groups = groupBy(classes, ({ resource, field, before, after }) =>
    JSON.stringify([resource, field, ...(tagChange(field, before, after) ?? [before, after, 'whole'])]),
  );
  return [...groups.values()].flatMap(joined).toSorted((a, b) => foldersOf(b).length - foldersOf(a).length);
}

function joined(group: readonly ChangeClass[]): readonly ChangeClass[] {
  const [first] = group;
  const tags = first && tagChange(first.field, first.before, first.after);
  if (first === undefined || tags === undefined || group.length < 2) return group;
  const places = group.flatMap((found) => found.places).toSorted((a, b) => byteOrder(a.folder, b.folder));
  return [{ ...first, before: `tag ${tags[0]}`, after: `tag ${tags[1]}`, places }];
}

/** Returns the tags of an image before and after a change; undefined if something else changes. */
function tagChange(
  field: string,
  before: string | undefined,
  after: string | undefined,
): readonly [before: string, after: string] | undefined {
  if (!/(?:^|\.)image$/.test(field) || before === undefined || after === undefined) return undefined;
  const [old, now] = [before, after].map(imageIn);
  const isBump = old !== undefined && now !== undefined && old.tag !== '' && now.tag !== '' && old.tag !== now.tag;
  return isBump && imageName(old) === imageName(now) && `${old.digest}${now.digest}` === ''
    ? [old.tag, now.tag]
    : undefined;
}

function imageIn(text: string): ImageReference | undefined {
  try {
    return parseImageReference(text);
  } catch (error) {
    if (error instanceof ImageReferenceError) return undefined;
    throw error;
  }
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
