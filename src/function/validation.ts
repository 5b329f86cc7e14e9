import { formatFieldPath } from '../krm/field-path.ts';
import { didYouMean, nearestName, suggestion } from '../nearest-name.ts';
import { valueAt } from './plain-value.ts';
import type { Problem } from './problems.ts';
import { fieldNames, subschema, type Schema } from './schema.ts';
import { oneOf } from '../wording.ts';
import { isList, isMap, type Path, type Value } from '../yaml/index.ts';

/** One error of a compiled validator, as ajv reports it. */
interface SchemaError {
  readonly keyword: string;
  /** JSON pointer (RFC 6901) to the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Compiled validator, as ajv generates it: `errors` are those of the last call. */
export interface Validator {
  (value: unknown): unknown;
  readonly errors?: readonly SchemaError[] | null;
}

/** Rules that a resource has to meet. */
export interface Fit {
  readonly schema: Schema;
  /** Replacements to suggest for fields that users often expect, by field name. */
  readonly instead?: Readonly<Record<string, string>>;
}

/**
 * Returns the problems that keep a value from fitting its schema, one a field: a wrong type hides the errors that
 * follow from it.
 */
export function validate(value: Value, fit: Fit, validator: Validator): Problem[] {
  if (validator(value) === true) return [];
  const problems = (validator.errors ?? []).map((error) => explain(error, value, fit));
  return [...new Map(problems.toReversed().map((problem) => [formatFieldPath(problem.field), problem])).values()];
}

function explain({ keyword, instancePath, params, message }: SchemaError, top: Value, fit: Fit): Problem {
  const field = pathOf(instancePath, top);
  const value = valueAt(top, field);
  switch (keyword) {
    case 'additionalProperties':
      return unknownField([...field, String(params['additionalProperty'])], fit);
    case 'required':
      return missingField([...field, String(params['missingProperty'])], value, fit);
    case 'type':
      return { field, message: wrongType(params['type'], value), ...shown(value) };
    case 'enum':
      return { field, message: `must be ${choice(params['allowedValues'])}`, ...shown(value) };
    case 'minLength':
      return { field, message: 'must not be empty', ...shown(value) };
    default:
      return { field, message: message ?? `breaks the rule "${keyword}"`, ...shown(value) };
  }
}

function pathOf(pointer: string, top: Value): Path {
  const path: (string | number)[] = [];
  for (const escaped of pointer.split('/').slice(1)) {
    const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(isList(valueAt(top, path)) ? Number(key) : key);
  }
  return path;
}

/** Shows only a scalar: a map would repeat half of the resource. */
function shown(value: Value | undefined): Pick<Problem, 'currentValue'> {
  return value === undefined || isMap(value) || isList(value) ? {} : { currentValue: value };
}

function wrongType(types: unknown, value: Value | undefined): string {
  const message = `must be ${typeNames(types)}, not ${valueTypeName(value)}`;
  const [key] = isMap(value) ? Object.keys(value) : [];
  return types === 'array' && key !== undefined ? `${message}: put "- " before \`${key}\`` : message;
}

function unknownField(field: Path, { schema, instead = {} }: Fit): Problem {
  const name = String(field.at(-1));
  if (Object.hasOwn(instead, name))
    return { code: 'unknown-field', field, message: `unknown field; write ${instead[name]}` };
  const known = knownFields(schema, field.slice(0, -1));
  const otherwise = `known fields: ${known.map(quoted).join(', ')}`;
  return {
    code: 'unknown-field',
    field,
    message: `unknown field${didYouMean(name, known, { quote: quoted, otherwise })}`,
  };
}

/**
 * Returns the problem of a field that must be set. Names a misspelled one where a map may have any fields, since that
 * is no problem of its own.
 */
function missingField(field: Path, map: Value | undefined, { schema }: Fit): Problem {
  const name = String(field.at(-1));
  const around = schemaAt(schema, field.slice(0, -1));
  const isOpen = typeof around === 'object' && around.additionalProperties === undefined;
  const others = isMap(map) && isOpen ? Object.keys(map).filter((key) => !fieldNames(around).includes(key)) : [];
  const written = others.find((key) => nearestName(key, [name]) !== undefined);
  const hint = written === undefined ? '' : suggestion(`${quoted(name)}, not ${quoted(written)}`);
  return { code: 'missing-field', field, message: `must be set${hint}` };
}

function knownFields(schema: Schema, path: Path): string[] {
  return fieldNames(schemaAt(schema, path));
}

function schemaAt(schema: Schema, path: Path): Schema | undefined {
  return path.reduce<Schema | undefined>(subschema, schema);
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'a boolean',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'a map',
  string: 'a string',
};

function typeNames(types: unknown): string {
  const names: readonly unknown[] = Array.isArray(types) ? types : [types];
  return oneOf(names.map((type) => TYPE_NAMES[String(type)] ?? String(type)));
}

function valueTypeName(value: Value | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (isList(value)) return 'a list';
  return TYPE_NAMES[typeof value] ?? 'a number';
}

function choice(values: unknown): string {
  return oneOf((Array.isArray(values) ? values : [values]).map((value) => JSON.stringify(value)));
}

function quoted(name: string): string {
  return `\`${name}\``;
}
