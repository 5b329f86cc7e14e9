import {
  equalValues,
  isList,
  isMap,
  readDocument,
  type Path,
  type SourceDocument,
  type Value,
} from '../../yaml/index.ts';
import type { MergedDocument } from './merged-document.ts';
import { plainText } from '../text/merged-text.ts';
import type { Sides } from '../sides.ts';

/** Merges the versions of a document. */
export type MergeVersions = (documents: Sides<SourceDocument>) => MergedDocument;

/**
 * Returns the paths of uncertain maps and lists in a clean merge: those that change if the result is merged with either
 * side again. `isSymmetrical`: also those that are a conflict if the sides are swapped, before or after.
 */
export function unsettledPaths(
  { base, theirs, local }: Sides<SourceDocument>,
  merge: MergeVersions,
  { isSymmetrical }: { readonly isSymmetrical: boolean },
): readonly Path[] {
  if (base === undefined || theirs === undefined || local === undefined) return [];
  const ways = isSymmetrical ? [merge({ base, theirs: local, local: theirs })] : [];
  const found = [merge({ base, theirs, local }), ...ways].flatMap(({ text, data, conflictPaths }) => {
    if (conflictPaths.length > 0 || text === undefined) return conflictPaths;
    const merged = readDocument(plainText(text));
    return [theirs, local].flatMap((side): readonly Path[] => {
      const again = merge({ base, theirs: side, local: merged });
      if (again.conflictPaths.length > 0) return again.conflictPaths;
      const difference = firstDifference(data?.value ?? null, again.data?.value ?? null);
      if (difference !== undefined) return [difference];
      return isSymmetrical ? merge({ base, theirs: merged, local: side }).conflictPaths : [];
    });
  });
  return found.map(outermost);
}

/** Returns the path of the enclosing map, or of the outermost list on the path, since indexes change in a merge. */
function outermost(path: Path): Path {
  const index = path.findIndex((step) => typeof step === 'number');
  return index === -1 ? path.slice(0, -1) : path.slice(0, index);
}

/** Returns the path of the first entry, or of a list, in which two values differ; undefined if they are equal. */
function firstDifference(a: Value, b: Value, path: Path = []): Path | undefined {
  if (equalValues(a, b)) return undefined;
  if (isList(a) && isList(b)) return [...path, 0];
  if (!isMap(a) || !isMap(b)) return path;
  const key = Object.keys({ ...a, ...b }).find((each) => !equalValues(a[each] ?? null, b[each] ?? null));
  return key === undefined ? path : firstDifference(a[key] ?? null, b[key] ?? null, [...path, key]);
}
