import { join } from 'node:path';
import { type Result, fileError, resultsOf } from '../../src/krm/index.ts';
import { systemErrorCode, systemReason } from '../process/system-error.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { withFile } from '../package/file-error.ts';
import { prepareWhole, type WholeFile } from '../package/write-whole.ts';
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

/** Files of reports that were prepared before the work, by name. */
const prepared = new Map<string, WholeFile>();

/** Prepares to write the report and the results of a run, before it changes anything. Throws a `KrmError` for a file that cannot be written. */
export function prepareReports({ report, resultsDir }: Partial<Pick<FolderArguments, 'report' | 'resultsDir'>>): void {
  const files = [report?.file, resultsDir === undefined ? undefined : resultsFile(resultsDir)];
  for (const file of files) {
    if (file === undefined) continue;
    try {
      prepared.set(file, prepareWhole(file));
    } catch (error) {
      const code = systemErrorCode(error);
      throw code === undefined ? error : fileError(file, 'file-unwritable', `${systemReason(code)}: ${UNWRITTEN}`);
    }
  }
}

const UNWRITTEN = 'the report cannot be written, so nothing was changed';

function resultsFile(folder: string): string {
  return join(folder, 'results.yaml');
}

/** Writes the report and the results of a run to the files that the command line names. */
export function publish(
  outcome: RunOutcome,
  { report, resultsDir, ...args }: Pick<FolderArguments, 'report' | 'resultsDir'> & WrittenTo,
): Published {
  const errors: Result[] = [];
  const write = (file: string, text: string): void => {
    try {
      withFile(file, () => (prepared.get(file) ?? prepareWhole(file)).write(text));
    } catch (error) {
      errors.push(...resultsOf(error));
    } finally {
      prepared.delete(file);
    }
  };
  const text = report === undefined ? '' : formatReport(report.format, outcome, args);
  if (report?.file !== undefined && text !== '') write(report.file, text);
  if (resultsDir !== undefined) write(resultsFile(resultsDir), formatResultList(outcome));
  return { report: report?.file === undefined ? text : '', errors };
}
