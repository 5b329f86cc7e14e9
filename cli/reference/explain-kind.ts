import type { Functions } from '../../src/function/index.ts';
import { didYouMean } from '../../src/nearest-name.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { structuralSchema, type StructuralSchema } from './kind-schema.ts';
import { findKinds, kindsOf, type ReferenceKind } from './kinds.ts';
import { hang } from './wrap.ts';
import { alignColumns } from '../terminal/table.ts';

interface Options {
  /** Lists the fields of all levels, without their descriptions. */
  readonly isRecursive?: boolean;
}

/** Signs of lists and maps in a path, as in references. */
const PASSED = /\[\]|\.\*/g;

/**
 * Explains `KIND` or `KIND.FIELD` in the layout of `kubectl explain`: a block for each kind with that name and field.
 * Lists and maps on the path are skipped. Throws a `UsageError` for an unknown kind or field.
 */
export function explainKind(target: string, functions: Functions, { isRecursive = false }: Options = {}): string {
  const [name = '', ...path] = target.replaceAll(PASSED, '').split('.');
  const found = findKinds(name, kindsOf(functions)).map((kind) => ({ kind, field: findField(kind, path) }));
  const blocks = found.flatMap(({ kind, field }) =>
    field instanceof UsageError ? [] : [[...kindLines(kind), ...fieldLines(field, isRecursive)].join('\n')],
  );
  const [error] = found.flatMap(({ field }) => (field instanceof UsageError ? field : []));
  if (blocks.length === 0 && error !== undefined) throw error;
  return `${blocks.join('\n\n')}\n`;
}

/** Returns a line for each kind: its name, its version, and the functions, or the command, that read it. */
export function listKinds(functions: Functions): string {
  const rows = kindsOf(functions).map(({ form, functions: readers, command = '' }) => [
    form.kind,
    form.apiVersion,
    readers.join(', ') || command,
  ]);
  return `${alignColumns(rows).join('\n')}\n`;
}

/** Field of a kind; the kind itself has no name. */
interface Field {
  readonly name: string | undefined;
  readonly schema: StructuralSchema;
}

/** Returns the field at a path, or the error that suggests the nearest one. */
function findField({ form }: ReferenceKind, path: readonly string[]): Field | UsageError {
  let field: Field = { name: undefined, schema: structuralSchema(form) };
  for (const [depth, name] of path.entries()) {
    const fields = schemaFieldsOf(field.schema);
    const schema = fields.get(name);
    if (schema === undefined) {
      const quote = (each: string): string => `"${[form.kind, ...path.slice(0, depth), each].join('.')}"`;
      return new UsageError(`unknown field ${quote(name)}${didYouMean(name, [...fields.keys()], { quote })}`);
    }
    field = { name, schema };
  }
  return field;
}

function kindLines({ form: { apiVersion, kind }, functions, command }: ReferenceKind): string[] {
  const [version = '', group] = apiVersion.split('/').toReversed();
  return [
    ...(group === undefined ? [] : [`GROUP:      ${group}`]),
    `KIND:       ${kind}`,
    `VERSION:    ${version}`,
    ...(functions.length === 0 ? [`COMMAND:    ${command ?? ''}`] : hang('FUNCTIONS:  ', functions.join(', '))),
    '',
  ];
}

function fieldLines({ name, schema }: Field, isRecursive: boolean): string[] {
  const fields = fieldList(schema, 1, isRecursive);
  const descriptions = descriptionsOf(schema);
  return [
    ...(name === undefined ? [] : [`FIELD: ${name} <${schemaTypeName(schema)}>`, ...enumLines(schema), '']),
    'DESCRIPTION:',
    ...(descriptions.length === 0 ? ['<empty>'] : descriptions).flatMap((text) => hang('    ', text)),
    ...(fields.length === 0 ? [] : ['', 'FIELDS:', ...fields]),
  ];
}

function enumLines({ enum: values }: StructuralSchema): string[] {
  return values === undefined ? [] : ['ENUM:', ...values.map((value) => `    ${shownValue(value)}`)];
}

function shownValue(value: string | number): string {
  return value === '' ? '""' : String(value);
}

/** Returns the fields of a schema at a level of indentation, in the order of the schema. */
function fieldList(schema: StructuralSchema, level: number, isRecursive: boolean): string[] {
  const indent = '  '.repeat(level);
  return [...schemaFieldsOf(schema)].flatMap(([name, field]) => [
    `${indent}${name}\t<${schemaTypeName(field)}>${isRequired(name, schema) ? ' -required-' : ''}`,
    ...(field.enum === undefined ? [] : [`${indent}enum: ${field.enum.map(shownValue).join(', ')}`]),
    ...(isRecursive
      ? fieldList(field, level + 1, isRecursive)
      : [...hang(`${indent}  `, field.description ?? '<no description>'), '']),
  ]);
}

/** Returns the fields of an object, or of the elements of a list or map, at any depth; none of a scalar. */
export function schemaFieldsOf(schema: StructuralSchema): ReadonlyMap<string, StructuralSchema> {
  return new Map(Object.entries(innermost(schema).properties ?? {}));
}

/** Reports whether a field that `schemaFieldsOf` returns is required. */
function isRequired(name: string, schema: StructuralSchema): boolean {
  return innermost(schema).required?.includes(name) === true;
}

/** Returns the descriptions of a field and of its elements. */
function descriptionsOf(schema: StructuralSchema): string[] {
  const elements = elementsOf(schema);
  const own = schema.description === undefined ? [] : [schema.description];
  return [...own, ...(elements === undefined ? [] : descriptionsOf(elements))];
}

/** Returns a type as kubectl writes it: `[]Object`, `map[string]string`. */
function schemaTypeName(schema: StructuralSchema): string {
  const elements = elementsOf(schema);
  if (elements !== undefined) return `${schema.items === undefined ? 'map[string]' : '[]'}${schemaTypeName(elements)}`;
  const types = [schema.type ?? 'any'].flat();
  return types.map((type) => (type === 'object' ? 'Object' : type)).join(' or ');
}

function innermost(schema: StructuralSchema): StructuralSchema {
  const elements = elementsOf(schema);
  return elements === undefined ? schema : innermost(elements);
}

/** Returns the schema of the elements of a list or map; undefined if it is neither. */
function elementsOf({ items, additionalProperties }: StructuralSchema): StructuralSchema | undefined {
  return items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}
