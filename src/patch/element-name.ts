import { isMap, scalarText, type Path, type Value } from '../yaml/index.ts';
import type { Places } from './target.ts';

/**
 * Name of an element of a sequence: a field of a map, and the text of its scalar. Written as the token `[name=main]`.
 */
export interface ElementName {
  readonly field: string;
  readonly text: string;
}

/** Reads a token that names an element: the first `=` separates. Returns undefined for any other token. */
export function readElementName(token: string): ElementName | undefined {
  const [, field, text] = /^\[([^=]+)=(.*)\]$/s.exec(token) ?? [];
  return field === undefined || text === undefined ? undefined : { field, text };
}

/** Reports whether a value is a map with the field and text of a name. */
export function hasElementName(value: Value, { field, text }: ElementName): boolean {
  return isMap(value) && Object.hasOwn(value, field) && scalarText(value[field]) === text;
}

/**
 * Returns the requirement of a name on the value of its element, such as `must be a map whose field "name" is "main"`.
 */
export function requirementOf({ field, text }: ElementName): string {
  return `must be a map whose field ${JSON.stringify(field)} is ${JSON.stringify(text)}`;
}

/** Returns the indexes of the elements that a name matches, of the sequence at a path. */
export function elementsNamed(places: Places, path: Path, { field, text }: ElementName): readonly number[] {
  const length = places.length(path) ?? 0;
  if (length > MAX_UNINDEXED && places.indexesOf !== undefined) return places.indexesOf(path, field, text);
  const indexes = Array.from({ length }, (_, index) => index);
  return indexes.filter((index) => scalarText(places.value([...path, index, field])) === text);
}

/** Maximum number of elements that are searched for a name; of longer lists, an index is asked. */
const MAX_UNINDEXED = 16;
