import { formatResult, type Result } from '../../src/krm/index.ts';
import type { Conflict } from '../../src/merge/index.ts';
import { counted } from '../../src/wording.ts';
import type { ReportFormat } from '../arguments/report-argument.ts';
import { changedLines } from '../package/diff.ts';
import type { ContentChange } from '../package/file-changes.ts';
import type { RunOutcome } from './run-outcome.ts';

/** Version of the JSON report. Fields may be added within a version. */
const REPORT_VERSION = 1;

/** Formats a report. */
export function formatReport(format: ReportFormat, outcome: RunOutcome): string {
  return format === 'json' ? jsonReport(outcome) : markdownReport(outcome);
}

function jsonReport({
  functionName,
  steps,
  results,
  notices,
  changes,
  explanations,
  conflicts,
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
    files: changes.map((change) => ({ path: change.path, change: kindOf(change), ...changedLines(change) })),
    results,
    notices,
    ...(conflicts && { conflicts: conflicts.map(withWords) }),
    ...(explanations && { explanations }),
  };
  return `${JSON.stringify(report, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2)}\n`;
}

function kindOf({ before, after }: ContentChange): 'added' | 'removed' | 'modified' {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'modified';
}

/** Maximum length of a diff in a comment, in characters: repository hosts refuse comments of more than 65,536. */
const MAX_DIFF = 50_000;

/** Returns a conflict with its values named as in the options. */
function withWords({ values: { base, theirs, local }, ...conflict }: Conflict): object {
  return { ...conflict, values: { base, new: theirs, local } };
}

function markdownReport({ functionName, results, conflicts = [], changes, diff }: RunOutcome): string {
  const files = changes.length === 0 ? 'nothing would change' : `${counted(changes.length, 'file')} changed`;
  const found = conflicts.length === 0 ? files : counted(conflicts.length, 'conflict');
  const parts = [`### ${functionName}: ${found}`];
  const problems = results.filter(({ severity }) => severity !== 'info');
  if (problems.length > 0) parts.push(problems.map((result) => `- ${escapeMarkdown(formatResult(result))}`).join('\n'));
  if (changes.length > 0) parts.push(diffBlock(diff()));
  return `${parts.join('\n\n')}\n`;
}

function diffBlock(diff: string): string {
  const isCut = diff.length > MAX_DIFF;
  const shown = isCut ? diff.slice(0, diff.lastIndexOf('\n', MAX_DIFF) + 1) : diff;
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const more = isCut ? '\n\nThe diff is longer: run the command for the rest.' : '';
  return `<details><summary>Changes</summary>\n\n${fence}diff\n${shown}${fence}\n\n</details>${more}`;
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_<>|[\]#]/g, (character) => `\\${character}`).replaceAll('\n', ' ');
}
