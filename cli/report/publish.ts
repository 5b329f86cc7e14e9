import { join } from '../process/host-paths.ts';
import type { ChangeClass, ConflictClass } from '../../src/fleet/index.ts';
import { asShown, fileError, listedResult, type Result, resultsOf } from '../../src/krm/index.ts';
import type { Conflict, Sides } from '../../src/merge/index.ts';
import { reportUnwritable } from '../../src/messages/writing.ts';
import { changedLines } from '../../src/package/index.ts';
import { newDocument } from '../../src/yaml/index.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import type { ReportFormat, SharedFormat } from '../arguments/report-argument.ts';
import { withFile } from '../package/file-error.ts';
import { inPackage } from '../package/input.ts';
import { prepareWhole, type WholeFile } from '../package/write-whole.ts';
import { systemErrorCode, systemReason } from '../process/system-error.ts';
import { changeKind } from './changed-file.ts';
import { markdownReport } from './markdown-report.ts';
import type { ReplacedPath, RunOutcome } from './run-outcome.ts';
import type { WrittenTo } from './summary.ts';

/** Report of a run that is not yet printed. */
interface Published {
  /** Report for stdout; empty if it was written to a file, or not requested. */
  readonly report: string;
  /** Errors of files that could not be written. */
  readonly errors: readonly Result[];
}

/** Files of reports that were prepared before the work, by name. */
const prepared = new Map<string, WholeFile>();

/**
 * Prepares to write the report and the results of a run, before it changes anything. Throws a `KrmError` for a file
 * that cannot be written.
 */
export function prepareReports({ report, resultsDir }: Partial<Pick<FolderArguments, 'report' | 'resultsDir'>>): void {
  const files = [report?.file, resultsDir === undefined ? undefined : resultsFile(resultsDir)];
  for (const file of files) {
    if (file === undefined) continue;
    try {
      prepared.set(file, prepareWhole(file));
    } catch (error) {
      const code = systemErrorCode(error);
      throw code === undefined ? error : fileError(file, 'file-unwritable', reportUnwritable(systemReason(code)));
    }
  }
}

function resultsFile(folder: string): string {
  return join(folder, 'results.yaml');
}

/** Arguments that say what to report, and where. */
type PublishArguments = Pick<FolderArguments, 'report' | 'resultsDir'> &
  Partial<Pick<FolderArguments, 'inputs'>> &
  WrittenTo;

/** Writes the report and the results of a run to the files that the command line names. */
export function publish(
  outcome: RunOutcome,
  { report, resultsDir, inputs = [], ...args }: PublishArguments,
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
  if (resultsDir !== undefined) write(resultsFile(resultsDir), formatResultList(outcome, inputs));
  return { report: report?.file === undefined ? text : '', errors };
}

/** Formats results as kpt writes them with `--results-dir`: a FunctionResultList of the functions that ran. */
function formatResultList({ functionName, steps, results, exitCode }: RunOutcome, inputs: readonly string[]): string {
  const code = exitCode === 0 ? 0 : 1;
  const calls = steps ?? [{ function: { exec: functionName }, exitCode: code, results: inPackage(results, inputs) }];
  const ran = calls.filter((call) => !('skipped' in call));
  const items = ran.map((call) => ({
    ...call.function,
    ...('stderr' in call && { stderr: call.stderr }),
    exitCode: call.exitCode,
    ...(call.results.length > 0 && { results: call.results.map(listedResult) }),
  }));
  const list = {
    apiVersion: 'kpt.dev/v1',
    kind: 'FunctionResultList',
    metadata: { name: 'fnresults' },
    exitCode: code,
    ...(items.length > 0 && { items }),
  };
  return newDocument(list).text();
}

/** Version of the JSON report. Fields may be added within a version. */
const REPORT_VERSION = 1;

/** Formats a report. `args`: arguments that say where changes are written to. */
function formatReport(format: ReportFormat, outcome: RunOutcome, args: WrittenTo): string {
  const shared: Readonly<Record<SharedFormat, () => string>> = {
    json: () => jsonReport(outcome),
    markdown: () => markdownReport(outcome, args),
  };
  const make = { ...shared, ...outcome.reports }[format];
  if (make === undefined) throw new Error(`${outcome.functionName} has no report in the format ${format}`);
  return make();
}

function jsonReport({
  functionName,
  steps,
  results,
  notices,
  changes,
  explanations,
  conflicts,
  classes,
  variants,
  replaced,
  changeClasses,
  commits = [],
  resources,
  exitCode,
}: RunOutcome): string {
  const count = (severity: Result['severity']): number =>
    results.filter((result) => result.severity === severity).length;
  const report = {
    version: REPORT_VERSION,
    function: functionName,
    ...(steps && { steps: steps.map(({ shown, ...step }) => ({ ...step, results: shown })) }),
    exitCode,
    counts: {
      resources,
      files: changes.length,
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
    },
    files: changes.map((change) => ({ path: change.path, change: changeKind(change), ...changedLines(change) })),
    results: results.map(asShown),
    notices,
    ...(variants && { variants }),
    ...(commits.length > 0 && { commits }),
    ...(conflicts && { conflicts: conflicts.map(withWords) }),
    ...(classes && { conflictClasses: classes.map(classWithWords) }),
    ...(replaced && { with: replaced.map(replacedWithWords) }),
    ...(replaced && changeClasses && { changeClasses: changeClasses().map(changesWithWords) }),
    ...(explanations && { explanations }),
  };
  return `${JSON.stringify(report, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2)}\n`;
}

/** Returns a class of conflicts without what differs between its variants. */
function classWithWords({ id, upstream, kind, resource, file, path, first, folders, places }: ConflictClass): object {
  const { base, theirs } = first.values;
  return { id, upstream, resource, file, path, kind, base, new: theirs, variants: folders, places };
}

/** Returns what a run planned with, named as on the command line. */
function replacedWithWords({ from, at, isAdded }: ReplacedPath): object {
  return { path: from, replaced: at, added: isAdded };
}

function changesWithWords({ places, ...found }: ChangeClass): object {
  const variants = places.map(({ isPending, ...place }) => ({ ...place, ...(isPending && { pending: true }) }));
  return { ...found, variants };
}

/** Returns a conflict with its values named as in the options. */
function withWords({ values, texts, ...conflict }: Conflict): object {
  const named = <T>({ base, theirs, local }: Sides<T>): object => ({ base, new: theirs, local });
  return { ...conflict, values: named(values), ...(texts && { texts: named(texts) }) };
}
