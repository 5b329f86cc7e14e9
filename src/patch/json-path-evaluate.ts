import { MAX_DEPTH, type Path, type Value } from '../yaml/index.ts';
import type { JsonPath, JsonPathSegment } from './json-path.ts';

/** Values in which paths are evaluated, such as source documents. */
interface Places {
  /** Reports whether a path exists. */
  has(path: Path): boolean;
  /** Returns the plain data at a path, or undefined if there is none. */
  value(path: Path): Value | undefined;
  /** Returns the number of elements of the sequence at a path, or undefined if there is none. */
  length(path: Path): number | undefined;
}

/**
 * Returns the paths of all matches of a JSONPath, in the order of the elements. Names match only in maps, other
 * segments only in sequences. Without indexes, wildcards and filters only the value itself is examined.
 */
export function evaluateJsonPath(places: Places, { names, rest }: JsonPath): readonly Path[] {
  // No document nests deeper, and a path may be long.
  if (names.length + rest.length > MAX_DEPTH) return NOWHERE;
  if (rest.length === 0) return places.has(names) ? [names] : NOWHERE;
  let found: readonly Path[] = [names];
  for (const segment of rest)
    found = found.flatMap((at) => stepsFrom(places, at, segment).map((step) => [...at, step]));
  return found.filter((at) => places.has(at));
}

const NOWHERE: readonly Path[] = [];

function stepsFrom(places: Places, at: Path, segment: JsonPathSegment): readonly (string | number)[] {
  if (segment.kind === 'name') return [segment.name];
  const length = places.length(at) ?? 0;
  if (segment.kind === 'index') {
    const index = segment.index < 0 ? length + segment.index : segment.index;
    return index >= 0 && index < length ? [index] : [];
  }
  const indexes = Array.from({ length }, (_, index) => index);
  if (segment.kind === 'wildcard') return indexes;
  return indexes.filter((index) => places.value([...at, index, ...segment.names]) === segment.value);
}
