import { groupBy } from '../../src/group-by.ts';
import { formatResult, type AnySeverity, type Notice, type Result } from '../../src/krm/index.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { changedFile } from './changed-file.ts';
import { formatExplainedLines } from '../../src/explain/index.ts';
import type { RunOutcome } from './run-outcome.ts';

/** Messages of a run for people. */
export interface RunMessages {
  /** Results and notices, without those that a log shows. Sorted. */
  readonly found: readonly (Result | Notice)[];
  /** Advice about the results. */
  readonly hints: readonly Result[];
  /** Stderr of the function that failed, formatted; '' if there is none, or if a log shows it. */
  readonly failedOutput: string;
}

/** A run with its messages. */
interface ShownRun {
  readonly outcome: Pick<RunOutcome, 'changes' | 'explanations'>;
  readonly messages: RunMessages;
}

/** Arguments that select messages. */
export type MessageSettings = Pick<
  FolderArguments,
  'verbose' | 'quiet' | 'strict' | 'explain' | 'writes' | 'prints'
> & {
  readonly listsFiles?: boolean;
};

/**
 * Formats what people see of runs on stderr, each fact once: changed files with the origins of their lines, notices,
 * infos, warnings, then the errors of each run with the stderr of its failed function, advice, and the summary. Notices
 * and infos are shown with `verbose`, functions that were skipped also with `explain`, and only errors with `quiet`.
 * `errors`: those of files that could not be written.
 */
export function formatMessages(
  runs: readonly ShownRun[],
  { errors, summary }: { readonly errors: readonly Result[]; readonly summary: string },
  settings: MessageSettings,
): string {
  const { verbose, quiet, strict, explain } = settings;
  const all = (severity: AnySeverity): string => lines(runs.flatMap(({ messages }) => messagesOf(messages, severity)));
  const infos = runs.flatMap(({ messages }) => messagesOf(messages, 'info'));
  const skipped = lines(infos.filter((info) => 'code' in info && info.code === 'function-skipped'));
  const failures = runs.map(({ messages }) => lines(messagesOf(messages, 'error')) + messages.failedOutput);
  const parts = [
    runs.map(({ outcome }) => fileLines(outcome, settings)).join(''),
    ...(verbose ? [all('notice'), all('info')] : explain ? [skipped] : []),
    all('warning'),
    ...failures,
    lines(errors),
    lines(runs.flatMap(({ messages }) => messages.hints)),
    `${summary}\n`,
  ];
  // With --strict, warnings are the reason for an error.
  return (quiet ? [...(strict ? [all('warning')] : []), ...failures, lines(errors)] : parts).join('');
}

function messagesOf({ found }: RunMessages, wanted: AnySeverity): readonly (Result | Notice)[] {
  return found.filter(({ severity }) => severity === wanted);
}

/** Formats messages, each on a line, without duplicates. */
function lines(messages: readonly (Result | Notice)[]): string {
  return [...new Set(messages.map((message) => `${formatResult(message)}\n`))].join('');
}

/** Formats each changed file, unless the files are printed, and the origins of its lines. */
function fileLines(
  { changes, explanations = [] }: ShownRun['outcome'],
  { explain, writes, prints, listsFiles = true }: MessageSettings,
): string {
  const explained = groupBy(explain ? explanations : [], ({ file }) => file);
  const shown = changes.flatMap((change) => [
    ...(prints || !listsFiles ? [] : [changedFile(change, writes)]),
    ...(explained.get(change.path) ?? []).map(formatExplainedLines),
  ]);
  return shown.map((line) => `${line}\n`).join('');
}
