import { fieldNames, subschema, type Schema } from './schema.ts';
import { isList, isMap, type Value } from '../yaml/index.ts';

/**
 * Returns a copy of plain data without the fields that are null, which the API server also treats as absent. Keeps a
 * null that is not a field of the schema, such as a value in a map of strings.
 */
export function withoutNullFields(value: Value, schema: Schema | undefined): Value {
  if (isList(value)) return value.map((element, index) => withoutNullFields(element, subschema(schema, index)));
  if (!isMap(value)) return value;
  const fields = new Set(fieldNames(schema));
  const entries = Object.entries(value).filter(([key, field]) => field !== null || !fields.has(key));
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutNullFields(field, subschema(schema, key))]));
}
