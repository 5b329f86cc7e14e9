import { MAX_DEPTH, type Path, type Value } from '../yaml/index.ts';
import type { JsonPath, JsonPathSegment } from './json-path.ts';

/** Where paths are evaluated: source documents, and what is like them. */
interface Places {
  /** Whether there is anything at a path. */
  has(path: Path): boolean;
  /** The plain data at a path; undefined where there is none. */
  value(path: Path): Value | undefined;
  /** The number of elements of the sequence at a path; undefined where there is none. */
  length(path: Path): number | undefined;
}

/**
 * The paths of all that a JSONPath leads to, in the order of the elements. Names lead into maps alone, all else into
 * sequences alone. Without indexes, wildcards and filters nothing is looked at but the value itself.
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
