import { joinPath } from '../../files/index.ts';
import { IN_NEITHER_VARIANT, NOT_COMPARED } from '../messages/versions.ts';
import { type Result, fileError, fileWarning } from '../../krm/index.ts';
import type { Cause } from '../../blame/index.ts';
import {
  changedPaths,
  packageDifferences,
  unreadableFiles,
  type PackageDifference,
  type PlacedValue,
} from './package-differences.ts';
import { type OpenVariant, fromFolder } from './variant-blame.ts';

/** A difference between two variants, with who asked for each side. */
export interface VariantDifference extends Pick<PackageDifference, 'resource' | 'field'> {
  /** False if a person made the difference, or if the cause of a side is not known. */
  readonly isExplained: boolean;
  readonly sides: readonly [left: PlacedValue | undefined, right: PlacedValue | undefined];
  /** Undefined for a side that is absent, unless a person removed it. */
  readonly causes: readonly [left: Cause | undefined, right: Cause | undefined];
}

/** One of two variants that are compared. */
export class ComparedVariant {
  /** As given. */
  readonly name: string;
  readonly folder: string;
  readonly results: readonly Result[];
  readonly #open: OpenVariant;
  #removed: readonly PackageDifference[] | undefined;

  /** `folder`: with the URL of its git repository before it, for people. */
  constructor(name: string, folder: string, open: OpenVariant) {
    this.name = name;
    this.folder = folder;
    this.results = open.results;
    this.#open = open;
  }

  get files() {
    return this.#open.blame.local;
  }

  /** Returns who set this side of a difference; undefined if it is absent, and no person removed it. */
  causeOf({ resource, field }: PackageDifference, side: PackageDifference['sides'][0]): Cause | undefined {
    const { blame } = this.#open;
    if (side?.line !== undefined) return blame.causeOf({ file: side.file, line: side.line });
    if (side !== undefined) return blame.causeOf({ file: side.file, line: 1 });
    const isRemoved = this.#removedFields.some(
      (each) => each.resource === resource && (each.field === '' || isBelow(field, each.field)),
    );
    return isRemoved ? { by: 'person' } : undefined;
  }

  /** Fields, resources and files that people removed. */
  get #removedFields(): readonly PackageDifference[] {
    const { blame } = this.#open;
    return (this.#removed ??= packageDifferences(blame.derived, blame.local).filter(
      ({ sides: [, local] }) => local === undefined,
    ));
  }
}

function isBelow(field: string, above: string): boolean {
  return field === above || (field.startsWith(above) && /^[.[]/.test(field.slice(above.length)));
}

/**
 * Returns the differences between two variants. `file`: only in this file or folder of either variant. Default: all.
 * Throws a `KrmError` if neither has it.
 */
export function variantDifferences(
  left: ComparedVariant,
  right: ComparedVariant,
  file?: string,
): readonly VariantDifference[] {
  if (file !== undefined && ![left, right].some((side) => hasFile(side, file)))
    throw fileError(file, 'file-not-found', IN_NEITHER_VARIANT);
  const [inLeft, inRight] = [left, right].map((each) => (file === undefined ? '' : fromFolder(file, each.folder)));
  return packageDifferences(left.files, right.files)
    .filter(({ sides: [a, b] }) => isIn(a, inLeft ?? '') || isIn(b, inRight ?? ''))
    .map((difference) => {
      const [a, b] = difference.sides;
      const causes = [left.causeOf(difference, a), right.causeOf(difference, b)] as const;
      const isExplained = !causes.some((cause) => cause?.by === 'person' || cause?.by === 'unknown');
      return { ...difference, causes, isExplained };
    });
}

/**
 * Returns a warning for each file of a variant that differs, and whose resources cannot be compared. `file`: as for
 * `variantDifferences`.
 */
export function unreadableWarnings(left: ComparedVariant, right: ComparedVariant, file?: string): readonly Result[] {
  const changed = changedPaths(left.files, right.files);
  return [left, right].flatMap(({ files, folder }) => {
    const asked = file === undefined ? '' : fromFolder(file, folder);
    const isAsked = (path: string): boolean => asked === '' || path === asked || path.startsWith(`${asked}/`);
    return unreadableFiles(files, changed.filter(isAsked)).map((path) =>
      fileWarning(joinPath(folder, path), 'invalid-yaml', NOT_COMPARED),
    );
  });
}

function hasFile({ files, folder }: ComparedVariant, file: string): boolean {
  const path = fromFolder(file, folder);
  return [...files.keys()].some((each) => path === '' || each === path || each.startsWith(`${path}/`));
}

function isIn(side: PlacedValue | undefined, path: string): boolean {
  return side !== undefined && (path === '' || side.file === path || side.file.startsWith(`${path}/`));
}
