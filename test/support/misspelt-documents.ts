import { stringify } from 'yaml';
import type { ConfigForm, Schema } from '../../src/function/index.ts';
import { isList, isMap, type Value } from '../../src/yaml/index.ts';
import { misspellings } from './misspelt.ts';

/** A document with one wrong word. */
export interface MisspeltDocument {
  /** Path of the field that is wrong, or whose value is. */
  readonly field: string;
  /** Texts of which a message has one, to show what is wrong. */
  readonly says: readonly string[];
  readonly text: string;
}

type Segment = string | 0;

/** Returns documents of a kind with its `kind`, its `apiVersion` or one of its fields, at any depth, misspelt. */
export function misspeltDocuments({ apiVersion, kind, ...form }: ConfigForm<unknown>): readonly MisspeltDocument[] {
  const schema = named(form.schema);
  const minimal = asMap(smallest(schema));
  const ofType = Object.entries({ apiVersion, kind }).flatMap(([field, right]) =>
    misspellings(right).map((word) => ({
      field,
      says: [right, word],
      text: stringify({ ...minimal, [field]: word }),
    })),
  );
  return [...ofType, ...fieldsOf(schema).flatMap((path) => misspeltFields(schema, path))];
}

/** Returns copies of a document, each with one of its keys misspelt. */
export function misspeltKeys(document: Value): readonly MisspeltDocument[] {
  return keysIn(document).flatMap((path) => {
    const [word] = misspellings(String(path.at(-1)));
    return word === undefined
      ? []
      : [{ field: path.join('.'), says: [word], text: stringify(renamed(document, path, word)) }];
  });
}

function keysIn(value: Value): readonly (readonly string[])[] {
  if (!isMap(value) && !isList(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    ...(isMap(value) ? [[key]] : []),
    ...keysIn(part).map((path) => [key, ...path]),
  ]);
}

function renamed(value: Value, [segment, ...rest]: readonly string[], name: string): Value {
  if (isList(value)) return value.map((part, at) => (String(at) === segment ? renamed(part, rest, name) : part));
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([key, part]): [string, Value] => {
    if (key !== segment) return [key, part];
    return rest.length === 0 ? [name, part] : [key, renamed(part, rest, name)];
  });
  return Object.fromEntries(entries);
}

/** Returns the schema of a resource that must have a name and, since a ConfigMap without any counts as none, `data`. */
function named(schema: Schema): Schema {
  if (typeof schema !== 'object') return schema;
  const { properties = {}, required = [] } = schema;
  const { metadata: own } = properties;
  const metadata = { ...(typeof own === 'object' && own), required: ['name'] };
  const data = 'data' in properties ? ['data'] : [];
  return { ...schema, properties: { ...properties, metadata }, required: [...required, 'metadata', ...data] };
}

function misspeltFields(schema: Schema, path: readonly Segment[]): readonly MisspeltDocument[] {
  const name = String(path.at(-1));
  const [word] = misspellings(name, namesAt(schema, path));
  const value = containing(schema, path, word);
  return word === undefined ? [] : [{ field: path.join('.'), says: [word], text: stringify(value) }];
}

/** Returns the paths of all fields, with 0 for each list and `a` for each key of the user's. */
function fieldsOf(schema: Schema): readonly (readonly Segment[])[] {
  return partsOf(schema).flatMap(([segment, part, isField]) => [
    ...(isField ? [[segment]] : []),
    ...fieldsOf(part).map((path) => [segment, ...path]),
  ]);
}

/** Returns the schemas in a schema, each with its segment, and true if this is the name of a field. */
function partsOf(schema: Schema): readonly (readonly [segment: Segment, part: Schema, isField: boolean])[] {
  if (typeof schema !== 'object') return [];
  const { properties = {}, items, additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, part]) => [name, part, true] as const);
  const elements = isSchema(items) ? [[0, items, false] as const] : [];
  const others = isSchema(additionalProperties) ? [['a', additionalProperties, false] as const] : [];
  return [...fields, ...elements, ...others];
}

function isSchema(value: unknown): value is Exclude<Schema, boolean> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the names of the fields beside the one at a path. */
function namesAt(schema: Schema, path: readonly Segment[]): readonly string[] {
  const [segment, ...rest] = path;
  const parts = partsOf(schema);
  if (rest.length === 0) return parts.map(([name]) => String(name));
  return namesAt(partAt(schema, segment) ?? true, rest);
}

function partAt(schema: Schema, segment: Segment | undefined): Schema | undefined {
  return partsOf(schema).find(([name]) => name === segment)?.[1];
}

/** Returns the smallest value that fits a schema and has the field at a path, of which the last name is replaced. */
function containing(schema: Schema, [segment, ...rest]: readonly Segment[], name: string | undefined): unknown {
  if (segment === undefined) return smallest(schema);
  const part = containing(partAt(schema, segment) ?? true, rest, name);
  if (segment === 0) return [part];
  const isLast = rest.length === 0;
  const others = Object.entries(asMap(smallest(schema))).filter(([key]) => key !== segment);
  return Object.fromEntries([...others, [isLast ? (name ?? segment) : segment, part]]);
}

function asMap(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Returns a small value that fits a schema. */
function smallest(schema: Schema): unknown {
  if (typeof schema !== 'object') return 'a';
  const { type, enum: values, minimum = 1, required = [], additionalProperties } = schema;
  if (values !== undefined) return (values as readonly unknown[])[0];
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  if (type === 'array') return [isSchema(schema.items) ? smallest(schema.items) : 'a'];
  if (type !== 'object') return 'a';
  if (isSchema(additionalProperties)) return { a: smallest(additionalProperties) };
  return Object.fromEntries(required.map((key) => [key, smallest(schema.properties?.[key] ?? true)]));
}
