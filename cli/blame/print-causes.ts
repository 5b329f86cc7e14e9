import { asShown } from '../../src/krm/index.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import type { BlameFormat } from './blame-arguments.ts';
import type { BlamedFile } from '../../src/blame/index.ts';
import { formatFiles, formatLine } from './format-causes.ts';
import { formatPorcelain } from './porcelain.ts';

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
