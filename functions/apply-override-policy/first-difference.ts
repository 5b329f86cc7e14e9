import { equalValues, isList, isMap, type Path, type Value } from '../../src/yaml/index.ts';

/**
 * Returns the path of the first value that differs: a scalar, a value that only one side has, or lists of different lengths.
 * Returns undefined if both are equal.
 */
export function firstDifference(a: Value | undefined, b: Value | undefined, path: Path = []): Path | undefined {
  if (a === undefined || b === undefined) return a === b ? undefined : path;
  if (equalValues(a, b)) return undefined;
  for (const [key, item, other] of pairsOf(a, b)) {
    const found = firstDifference(item, other, [...path, key]);
    if (found !== undefined) return found;
  }
  return path;
}

type Pair = readonly [key: string | number, a: Value | undefined, b: Value | undefined];

function pairsOf(a: Value, b: Value): readonly Pair[] {
  if (isList(a) && isList(b) && a.length === b.length) return a.map((item, index) => [index, item, b[index]]);
  if (!isMap(a) || !isMap(b)) return [];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [key, a[key], b[key]]);
}
