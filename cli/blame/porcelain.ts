import { type BlamedFile, type BlamedLine, type Cause, commitOf, placeOf, rulesOf } from '../../src/blame/index.ts';

/** Fields of a cause in their order; '' for one that the cause does not have. */
const FIELDS: readonly ((cause: Cause) => string | number | undefined)[] = [
  ({ by }) => by,
  (cause) => placeOf(cause)?.file,
  (cause) => placeOf(cause)?.line,
  (cause) => (cause.by === 'function' ? cause.name : cause.by === 'upstream' ? cause.version?.ref : undefined),
  (cause) => rulesOf(cause)[0]?.resource,
  (cause) => rulesOf(cause)[0]?.field,
  (cause) => commitOf(cause)?.commit,
  (cause) => commitOf(cause)?.author,
  (cause) => commitOf(cause)?.date,
  (cause) => commitOf(cause)?.subject,
];

/**
 * Formats each line as fields with tabs between them: file, line, the fields of its cause, those of the cause of the line that is derived in
 * its place, this line, and its own text. In a field, `\t` is a tab and `\\` a backslash.
 */
export function formatPorcelain(files: readonly BlamedFile[], nameOf: (path: string) => string): string {
  return files.flatMap(({ path, lines }) => lines.map((line) => `${fieldsOf(nameOf(path), line)}\n`)).join('');
}

function fieldsOf(name: string, { line, text, cause, derived }: BlamedLine): string {
  const of = (one: Cause | undefined) => FIELDS.map((field) => (one === undefined ? '' : (field(one) ?? '')));
  const fields = [name, line, ...of(cause), ...of(derived?.cause), derived?.text ?? '', text];
  return fields.map((field) => escaped(`${field}`)).join('\t');
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}
