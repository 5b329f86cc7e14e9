import { joinPath } from '../../../src/files/index.ts';
import type { Result } from '../../../src/krm/index.ts';
import type { Cause } from '../../blame/cause.ts';
import { fileError } from '../../package/file-error.ts';
import { fromFolder } from '../call/open-variant.ts';
import type { ComparedVariant } from '../call/compared-variant.ts';
import {
  changedPaths,
  packageDifferences,
  unreadableFiles,
  type PackageDifference,
  type PlacedValue,
} from './package-differences.ts';

/** A difference between two variants, with who asked for each side. */
export interface VariantDifference extends Pick<PackageDifference, 'resource' | 'field'> {
  /** False if a person made the difference, or if the cause of a side is not known. */
  readonly isExplained: boolean;
  readonly sides: readonly [left: PlacedValue | undefined, right: PlacedValue | undefined];
  /** Undefined for a side that is absent, unless a person removed it. */
  readonly causes: readonly [left: Cause | undefined, right: Cause | undefined];
}

/**
 * Returns the differences between two variants. `file`: only in this file or folder of either variant. Default: all. Throws a `KrmError` if neither
 * has it.
 */
export function variantDifferences(
  left: ComparedVariant,
  right: ComparedVariant,
  file?: string,
): readonly VariantDifference[] {
  if (file !== undefined && ![left, right].some((side) => hasFile(side, file)))
    throw fileError(file, 'file-not-found', 'must be a file or folder of one of the two variants');
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

/** Returns a warning for each file of a variant that differs, and whose resources cannot be compared. `file`: as for `variantDifferences`. */
export function unreadableWarnings(left: ComparedVariant, right: ComparedVariant, file?: string): readonly Result[] {
  const changed = changedPaths(left.files, right.files);
  return [left, right].flatMap(({ files, folder }) => {
    const asked = file === undefined ? '' : fromFolder(file, folder);
    const isAsked = (path: string): boolean => asked === '' || path === asked || path.startsWith(`${asked}/`);
    return unreadableFiles(files, changed.filter(isAsked)).map((path) => {
      const at = { path: joinPath(folder, path), index: 0 };
      return { severity: 'warning', code: 'invalid-yaml', message: UNREADABLE, file: at } as const;
    });
  });
}

const UNREADABLE = 'is not YAML, so that its resources are not compared, only the whole file: correct it';

function hasFile({ files, folder }: ComparedVariant, file: string): boolean {
  const path = fromFolder(file, folder);
  return [...files.keys()].some((each) => path === '' || each === path || each.startsWith(`${path}/`));
}

function isIn(side: PlacedValue | undefined, path: string): boolean {
  return side !== undefined && (path === '' || side.file === path || side.file.startsWith(`${path}/`));
}
