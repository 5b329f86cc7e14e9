import { structuralSchema, type StructuralSchema } from '../cli/reference/kind-schema.ts';
import { schemaFieldsOf } from '../cli/reference/explain-kind.ts';
import { alignColumns } from '../cli/terminal/table.ts';
import { COLUMNS } from '../cli/reference/wrap.ts';
import type { ConfigForm } from '../src/function/index.ts';

/** Fields that have the same meaning in every resource. */
const COMMON = ['apiVersion', 'kind', 'metadata', 'status'];

/** Returns the main fields of kinds, a section for each list of fields and a line for each field. */
export function helpFields(forms: readonly ConfigForm<unknown>[]): string {
  const sections = new Map<string, string[]>();
  for (const form of forms) {
    const lines = fieldLines(form).join('');
    sections.set(lines, [...(sections.get(lines) ?? []), form.kind]);
  }
  return [...sections].map(([lines, kinds]) => `${[...new Set(kinds)].join(', ')}:\n${lines}`).join('\n');
}

/** Returns a line for each field of `spec`, or of the top level, with the start of its description. */
function fieldLines(form: ConfigForm<unknown>): string[] {
  const top = [...schemaFieldsOf(structuralSchema(form))].filter(([name]) => !COMMON.includes(name));
  const rows = top
    .flatMap(([name, schema]) => {
      const below = [...schemaFieldsOf(schema)].map(([field, inner]) => [`  ${name}.${field}`, meaningOf(inner)]);
      return below.length === 0 ? [[`  ${name}`, meaningOf(schema)]] : below;
    })
    .filter(([, meaning]) => meaning !== NOT_READ);
  return alignColumns(rows).map((line) => `${cut(line)}\n`);
}

/** Description of fields that a function accepts but does not use. */
const NOT_READ = 'Not read.';

/** Returns the first sentence of a description. */
function meaningOf({ description = '' }: StructuralSchema): string {
  return description
    .replaceAll('`', "'")
    .replace(/(?<=[^.][.:]) .*$/s, '')
    .replace(/:$/, '.');
}

/** Cuts a line after a word if it is too long, and adds dots. */
function cut(line: string): string {
  return line.length <= COLUMNS ? line : line.slice(0, COLUMNS - 3).replace(/[ ,.;:]*\s\S*$/, ' ...');
}
