import type { Option } from './option.ts';
import { UsageError } from './usage-error.ts';

const REPORT_FORMATS = ['json', 'markdown'] as const;

/** Option for a report. */
export const REPORT_OPTION = {
  name: 'report',
  value: 'json|markdown[=FILE]',
  meaning: 'Print a report, or write it to a file.',
} as const satisfies Option;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A report and its file; stdout if undefined. */
export interface ReportRequest {
  readonly format: ReportFormat;
  readonly file: string | undefined;
}

/** Reads the value of `--report`. Throws a `UsageError`. */
export function parseReport(text: string | undefined): ReportRequest | undefined {
  if (text === undefined) return undefined;
  const [name = '', ...file] = text.split('=');
  const format = REPORT_FORMATS.find((each) => each === name);
  if (format === undefined || (file.join('=') === '' && file.length > 0))
    throw new UsageError(`\`--report\` must be json or markdown, with \`=FILE\` to write a file, not "${text}"`);
  return { format, file: file.length === 0 ? undefined : file.join('=') };
}
