import { join } from 'node:path';
import { resultsOf, type Result } from '../../src/krm/index.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { withFile } from '../package/file-error.ts';
import { writeWhole } from '../package/write-whole.ts';
import { formatReport } from './report.ts';
import type { RunOutcome } from './run-outcome.ts';
import type { WrittenTo } from './summary.ts';
import { formatResultList } from './result-list.ts';

/** Report of a run that is not yet printed. */
interface Published {
  /** Report for stdout; empty if it was written to a file, or not requested. */
  readonly report: string;
  /** Errors of files that could not be written. */
  readonly errors: readonly Result[];
}

/** Writes the report and the results of a run to the files that the command line names. */
export function publish(
  outcome: RunOutcome,
  { report, resultsDir, ...args }: Pick<FolderArguments, 'report' | 'resultsDir'> & WrittenTo,
): Published {
  const errors: Result[] = [];
  const write = (file: string, text: string): void => {
    try {
      withFile(file, () => writeWhole(file, text));
    } catch (error) {
      errors.push(...resultsOf(error));
    }
  };
  const text = report === undefined ? '' : formatReport(report.format, outcome, args);
  if (report?.file !== undefined && text !== '') write(report.file, text);
  if (resultsDir !== undefined) write(join(resultsDir, 'results.yaml'), formatResultList(outcome));
  return { report: report?.file === undefined ? text : '', errors };
}
