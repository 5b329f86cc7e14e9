import { type BlamedFile, type BlamedLine, type Cause, commitOf, causePlace, rulesOf } from '../../src/blame/index.ts';
import { asShown } from '../../src/krm/index.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import type { BlameFormat } from './blame-arguments.ts';
import { formatFiles, formatLine } from './format-causes.ts';

/** Version of the JSON report. Fields may be added within a version. */
const REPORT_VERSION = 1;

interface Blamed {
  readonly files: readonly BlamedFile[];
  /** True if everything is to be shown about the only line. */
  readonly isOne: boolean;
  /** Returns the name of a file for people. */
  readonly nameOf: (path: string) => string;
}

/** Prints causes for people, or as the format asks. `name`: of the command. */
export function printCauses(
  { name, format, isDone }: { readonly name: string; readonly format: BlameFormat; readonly isDone: boolean },
  { files, isOne, nameOf }: Blamed,
  { results, exitCode }: Pick<RunOutcome, 'results' | 'exitCode'>,
): string {
  const [file] = files;
  const [line] = file?.lines ?? [];
  const texts: Readonly<Record<BlameFormat, () => string>> = {
    json: () => {
      const report = { version: REPORT_VERSION, function: name, exitCode, files, results: results.map(asShown) };
      return `${JSON.stringify(report, undefined, 2)}\n`;
    },
    porcelain: () => formatPorcelain(files, nameOf),
    text: () => (isOne && line !== undefined ? formatLine(nameOf(file?.path ?? ''), line) : formatFiles(files, nameOf)),
  };
  // After an error only a report is printed, since it has the errors.
  return isDone || format === 'json' ? texts[format]() : '';
}

/** Fields of a cause in their order; '' for one that the cause does not have. */
const FIELDS: readonly ((cause: Cause) => string | number | undefined)[] = [
  ({ by }) => by,
  (cause) => causePlace(cause)?.file,
  (cause) => causePlace(cause)?.line,
  (cause) => (cause.by === 'function' ? cause.name : cause.by === 'upstream' ? cause.version?.ref : undefined),
  (cause) => rulesOf(cause)[0]?.resource,
  (cause) => rulesOf(cause)[0]?.field,
  (cause) => commitOf(cause)?.commit,
  (cause) => commitOf(cause)?.author,
  (cause) => commitOf(cause)?.date,
  (cause) => commitOf(cause)?.subject,
];

/**
 * Formats each line as fields with tabs between them: file, line, the fields of its cause, those of the cause of the
 * line that is derived in its place, this line, and its own text. In a field, `\t` is a tab and `\\` a backslash.
 */
function formatPorcelain(files: readonly BlamedFile[], nameOf: (path: string) => string): string {
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
