import { asShown, type Result } from '../../src/krm/index.ts';
import type { ChangeClass, ConflictClass } from '../../src/fleet/index.ts';
import type { Conflict, Sides } from '../../src/merge/index.ts';
import type { ReportFormat, SharedFormat } from '../arguments/report-argument.ts';
import { changedLines } from '../../src/package/index.ts';
import { changeKind } from './changed-file.ts';
import { markdownReport } from './markdown-report.ts';
import type { ReplacedPath, RunOutcome } from './run-outcome.ts';
import type { WrittenTo } from './summary.ts';

/** Version of the JSON report. Fields may be added within a version. */
const REPORT_VERSION = 1;

/** Formats a report. `args`: arguments that say where changes are written to. */
export function formatReport(format: ReportFormat, outcome: RunOutcome, args: WrittenTo): string {
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
    ...(steps && { steps }),
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
