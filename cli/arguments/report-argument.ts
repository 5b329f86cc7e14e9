import { oneOf } from '../../src/wording.ts';
import { choice } from './choice.ts';
import type { Option } from './option.ts';
import { UsageError } from './usage-error.ts';

/** Format of a report. `names`: only the names of what was found. */
export type ReportFormat = 'json' | 'markdown' | 'html' | 'names';

const SHARED_FORMATS = ['json', 'markdown'] as const satisfies readonly ReportFormat[];

/** Format of the reports of all commands. */
export type SharedFormat = (typeof SHARED_FORMATS)[number];

/** Option for a report. */
export const REPORT_OPTION = {
  name: 'report',
  value: 'json|markdown[=FILE]',
  meaning: 'Print a report, or write it to FILE.',
  group: 'Output',
} as const satisfies Option;

/** Option for the form of what a command of a fleet prints, as kubectl has it. */
export const FORM_OPTION = {
  name: 'output',
  short: 'o',
  value: 'wide|name|json',
  meaning: 'wide: all columns, whole. name: only folders. json: a report.',
  group: 'Output',
} as const satisfies Option;

/** A report and its file; stdout if undefined. */
export interface ReportRequest {
  readonly format: ReportFormat;
  readonly file: string | undefined;
}

/** Reads the value of `--report`. `formats`: those of the command. Throws a `UsageError`. */
export function parseReport(
  text: string | undefined,
  formats: readonly ReportFormat[] = SHARED_FORMATS,
): ReportRequest | undefined {
  if (text === undefined) return undefined;
  const [name = '', ...file] = text.split('=');
  const format = formats.find((each) => each === name);
  if (format === undefined || (file.join('=') === '' && file.length > 0))
    throw new UsageError(`\`--report\` must be ${oneOf(formats)}, with \`=FILE\` to write a file, not "${text}"`);
  return { format, file: file.length === 0 ? undefined : file.join('=') };
}

/** Reads the value of `--report` of a command that only prints it. Throws a `UsageError`. */
export function parsePrinted<Format extends ReportFormat>(
  sorted: { readonly value: (name: 'report') => string | undefined },
  formats: readonly [Format, ...Format[]],
): ReportRequest | undefined {
  if (sorted.value('report') === undefined) return undefined;
  return { format: choice(sorted, 'report', formats), file: undefined };
}

/** Form of what a command prints. */
interface OutputForm {
  /** True for tables that nothing is left out of. */
  readonly isWide: boolean;
  readonly report: ReportRequest | undefined;
}

/** Reads `--output`. `report`: what `--report` asks for. Throws a `UsageError`. */
export function parseForm(
  sorted: { readonly value: (name: 'output') => string | undefined },
  report: ReportRequest | undefined,
): OutputForm {
  if (sorted.value('output') === undefined) return { isWide: false, report };
  const form = choice(sorted, 'output', ['wide', 'name', 'json']);
  if (form === 'wide') return { isWide: true, report };
  if (report !== undefined)
    throw new UsageError(`\`--output ${form}\` and \`--report\` are mutually exclusive: give one of them`);
  return { isWide: false, report: { format: form === 'name' ? 'names' : 'json', file: undefined } };
}

/** Outputs that a command line asks for on stdout. */
interface StdoutRequest {
  /** True to print resources. Default: false. */
  readonly prints?: boolean;
  readonly diff: boolean;
  readonly report: ReportRequest | undefined;
}

/** Throws a `UsageError` that has the remedy if several outputs would be mixed on stdout. */
export function checkStdout({ prints = false, diff, report }: StdoutRequest): void {
  const format = report?.file === undefined ? report?.format : undefined;
  const option = `\`--report ${format}\``;
  const toFile = `give the report a file (\`--report ${format}=FILE\`)`;
  const pairs: readonly (readonly [isMixed: boolean, outputs: string, remedy: string])[] = [
    [prints && diff, 'the resources and `--diff`', 'leave out `--diff`, or add `--dry-run` to print only the diff'],
    [prints && format !== undefined, `the resources and ${option}`, `${toFile}, or add \`--dry-run\` to print only it`],
    [
      diff && (format === 'markdown' || format === 'html' || format === 'names'),
      `\`--diff\` and ${option}`,
      `leave out \`--diff\`, which the report has, or ${toFile}`,
    ],
    [diff && format === 'json', `\`--diff\` and ${option}`, toFile],
  ];
  const mixed = pairs.find(([isMixed]) => isMixed);
  if (mixed !== undefined) throw new UsageError(`${mixed[1]} cannot both go to stdout: ${mixed[2]}`);
}
