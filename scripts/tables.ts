import { formsOf, type ConfigForm, type FunctionDefinition } from '../src/index.ts';
import { isCoreKind, isOwnKind, structuralSchema, type StructuralSchema } from './schema.ts';

/** Returns the README's table of all functions. */
export function functionTable(definitions: readonly FunctionDefinition[]): string {
  const rows = definitions.map(({ name, summary, origin, configs }) => [
    `[${name}](functions/${name}/README.md)`,
    summary,
    origin,
    [...new Set(configs.map(({ kind }) => kind))].join(', '),
  ]);
  return table(['function', 'what it does', 'from', 'configuration'], rows);
}

/**
 * Returns a section for each kind of configuration that a function accepts, as function config or among the items: a
 * description of the kind, and a table of its fields. Upstream's kinds have no table, as upstream documents them.
 */
export function configurationTables(definition: FunctionDefinition): string {
  return formsOf(definition).map(configurationTable).join('\n');
}

function configurationTable(form: ConfigForm<unknown>): string {
  const schema = structuralSchema(form);
  const title = `### ${form.kind} (\`${form.apiVersion}\`)\n\n${schema.description ?? ''}\n`;
  if (!isOwnKind(form) && !isCoreKind(form)) return title;
  return `${title}\n${table(['field', 'type', 'meaning'], topFields(schema).flatMap(fieldRows))}`;
}

interface Field {
  readonly path: string;
  readonly schema: StructuralSchema;
  readonly required: boolean;
}

const everyResource = ['apiVersion', 'kind', 'metadata', 'status'];

function topFields(schema: StructuralSchema): Field[] {
  return fieldsOf(schema, '').filter(({ path }) => !everyResource.includes(path));
}

function fieldsOf({ properties = {}, required = [] }: StructuralSchema, prefix: string): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    path: `${prefix}${name}`,
    schema,
    required: required.includes(name),
  }));
}

/** Returns one row for the field and one for every field below it. */
function fieldRows({ path, schema, required }: Field): string[][] {
  const row = [`\`${path}\``, typeName(schema) + (required ? ', required' : ''), schema.description ?? ''];
  const below = schema.items ? fieldsOf(schema.items, `${path}[].`) : fieldsOf(schema, `${path}.`);
  return [row, ...below.flatMap(fieldRows)];
}

function typeName(schema: StructuralSchema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' or ');
  if (schema.items) return `list of ${typeName(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return `map of ${typeName(schema.additionalProperties)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(tableRow).join('');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}
