import type { DescribedCommand } from '../cli/arguments/command.ts';
import { optionText, type Option } from '../cli/arguments/option.ts';
import { formsOf, type FunctionDefinition } from '../src/function/index.ts';
import { RESULT_CODES } from '../src/krm/index.ts';
import { WAYS } from '../src/pairing/certainty.ts';
import { isCoreKind, isOwnKind, structuralSchema, type StructuralSchema } from '../cli/reference/kind-schema.ts';

/** Returns the README's table of all functions. */
export function functionTable(definitions: readonly FunctionDefinition[]): string {
  const rows = definitions.map(({ name, summary, origin }) => [
    `[${name}](functions/${name}/README.md)`,
    summary,
    origin,
  ]);
  return table(['function', 'what it does', 'origin'], rows);
}

/** Returns the reference's table of commands. */
export function commandTable(commands: readonly DescribedCommand[]): string {
  return table(
    ['command', 'what it does'],
    commands.map(({ name, operands, summary }) => [`\`${[name, ...operands].join(' ')}\``, summary]),
  );
}

/** Returns the reference's table of the codes of results. */
export function codeTable(): string {
  const rows = Object.entries(RESULT_CODES).map(([code, meaning]) => [`\`${code}\``, meaning]);
  return table(['code', 'meaning'], rows);
}

/** Largest number of options that a command has in the table of all other commands. */
const FEW = 5;

/**
 * Returns the reference's tables of options by the names of their places: one for each command with many options, and
 * one for the others. Options of `run`, and those of the first command of a group, are listed only there.
 */
export function optionTables(commands: readonly DescribedCommand[]): (readonly [name: string, table: string])[] {
  const shared = commands.find(({ name }) => name === 'run')?.options ?? [];
  const own = commands.map((command) => {
    const first = commands.find(({ name }) => groupOf(name) === groupOf(command.name));
    const known = groupOf(command.name) === '' || first === command ? [] : (first?.options ?? []);
    return { ...command, options: command.options.filter((option) => !known.includes(option)) };
  });
  const many = own.filter(({ options }) => options.length > FEW);
  const few = own.filter(({ options }) => options.length <= FEW);
  const rows = few.flatMap(({ name, options }) =>
    options.map((option) => [`\`${name}\``, `\`${optionText(option)}\``, option.meaning]),
  );
  return [
    ...many.map(({ name, options }): [string, string] => [
      `${name} options`,
      optionTable(name === 'run' ? options : options.filter((option) => !shared.includes(option))),
    ]),
    ['other options', table(['command', 'option', 'meaning'], rows)],
  ];
}

/** Returns the group of a command, such as `fleet` of `fleet plan`; '' if it is in none. */
function groupOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(' ')));
}

function optionTable(options: readonly Option[]): string {
  return table(
    ['option', 'meaning'],
    options.map((option) => [`\`${optionText(option)}\``, option.meaning]),
  );
}

/** Returns the table of what makes versions of something the same one to a merge. */
export function wayTable(): string {
  const rows = Object.values(WAYS).map(({ of, by, isCertain, because }) => [
    of,
    by,
    isCertain ? 'certain' : 'a guess',
    because,
  ]);
  return table(['what', 'is matched by', 'certain?', 'because'], rows);
}

interface ConfigurationOptions {
  /** Has tables for upstream's kinds, too. By default they have none, as upstream documents them. */
  readonly withUpstream?: boolean;
}

/**
 * Returns a section for each kind of configuration that a function accepts, as function config or among the items: a
 * description of the kind, and a table of its fields.
 */
export function configurationTables(
  definition: FunctionDefinition,
  { withUpstream = false }: ConfigurationOptions = {},
): string {
  const seen = new Map<string, SeenField>();
  const sections = formsOf(definition).map((form) => {
    const schema = structuralSchema(form);
    const title = `### ${form.kind} (\`${form.apiVersion}\`)\n\n${schema.description ?? ''}\n`;
    return withUpstream || isOwnKind(form) || isCoreKind(form)
      ? `${title}\n${fieldTable(form.kind, schema, seen)}`
      : title;
  });
  return sections.join('\n');
}

/** Place where fields are listed. */
interface SeenField {
  readonly kind: string;
  readonly path: string;
}

function fieldTable(kind: string, schema: StructuralSchema, seen: Map<string, SeenField>): string {
  const rows = topFields(schema).flatMap((field) => fieldRows(field, kind, seen));
  return table(['field', 'type', 'meaning'], rows);
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

/**
 * Returns one row for the field and one for every field below it. Where these were listed before, it refers to the path
 * there. `seen`: places by the fields below them.
 */
function fieldRows({ path, schema, required }: Field, kind: string, seen: Map<string, SeenField>): string[][] {
  const { items, additionalProperties: value } = schema;
  const [below, place] = items
    ? [items, `${path}[]`]
    : typeof value === 'object'
      ? [value, `${path}.*`]
      : [schema, path];
  const same = seenAt(below, { kind, path: place }, seen);
  const meaning = [schema.description ?? '', ...(same === undefined ? [] : [`Fields as those of ${same}.`])];
  const row = [`\`${path}\``, typeName(schema) + (required ? ', required' : ''), meaning.join(' ')];
  if (same !== undefined) return [row];
  return [row, ...fieldsOf(below, `${place}.`).flatMap((field) => fieldRows(field, kind, seen))];
}

/** Smallest number of fields that are not listed twice. */
const MANY = 3;

/** Returns where fields equal to those of a schema were listed; undefined if they are few, or listed here first. */
function seenAt(
  { properties = {} }: StructuralSchema,
  place: SeenField,
  seen: Map<string, SeenField>,
): string | undefined {
  if (Object.keys(properties).length < MANY) return undefined;
  const key = JSON.stringify(properties);
  const same = seen.get(key);
  if (same === undefined) seen.set(key, place);
  return same && (same.kind === place.kind ? `\`${same.path}\`` : `\`${same.path}\` of ${same.kind}`);
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
