import { formatFieldPath } from '../krm/field-path.ts';
import { isList, isMap, type Path, type Value } from '../yaml/index.ts';

/** Returns the value at a path in plain data; undefined if there is none. */
export function valueAt(top: Value, path: Path): Value | undefined {
  let at: Value | undefined = top;
  for (const segment of path) at = child(at, segment);
  return at;
}

function child(value: Value | undefined, segment: string | number): Value | undefined {
  if (isList(value)) return typeof segment === 'number' ? value[segment] : undefined;
  return isMap(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}

/** Returns a copy of plain data without these fields of maps, given in the format of `formatFieldPath`. */
export function without(value: Value, fields: ReadonlySet<string>, at: Path = []): Value {
  if (isList(value)) return value.map((element, index) => without(element, fields, [...at, index]));
  if (!isMap(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !fields.has(formatFieldPath([...at, key])));
  return Object.fromEntries(entries.map(([key, field]) => [key, without(field, fields, [...at, key])]));
}
