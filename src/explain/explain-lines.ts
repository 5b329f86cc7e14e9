import type { Origin } from '../krm/index.ts';
import {
  changedRuns,
  type DiffLines,
  type EditedFile,
  type FileChange,
  readSource,
  type Run,
} from '../package/index.ts';
import { ExplainedOrigins, type ExplainedOrigin, type ExplainedLines } from './explained-lines.ts';
import { addEdits, LineOrigins, type LinesOfVersions } from './line-origins.ts';

/**
 * Explains the changed lines of a file by the origins of the edits on them. A line without an edit, such as the key of a
 * map that was added with its first value, is explained by the adjacent changed lines. `fallback`: origin of an edit
 * without one. `detailed`: the changed lines, to explain them with lines of their origins and with functions of pipelines. Default: those
 * of a diff, without details.
 */
export function explainLines(
  { path, before = '', after = '' }: FileChange,
  { documents }: EditedFile,
  fallback: Origin,
  detailed?: readonly Run[],
): readonly ExplainedLines[] {
  const [old, now] = [before, after].map((text) => readSource(text, path).documents.values());
  const lines = { before: new LineOrigins(before), after: new LineOrigins(after) };
  const origins = new ExplainedOrigins(fallback, detailed !== undefined);
  for (const document of documents) {
    if ('added' in document) {
      lines.after.add(now?.next().value, [], origins.of(document.added));
      continue;
    }
    const { edits, removed } = document;
    const versions = { before: old?.next().value, after: removed === undefined ? now?.next().value : undefined };
    if (removed === undefined) addEdits(edits, versions, lines, origins);
    else lines.before.add(versions.before, [], origins.of(removed));
  }
  return (detailed ?? changedRuns({ before, after })).flatMap((run) => explainRun(path, run, lines));
}

/** A changed line, with the origins of its edits; undefined if no edit is on it. */
interface ChangedLine {
  readonly line: number;
  readonly origins: readonly ExplainedOrigin[] | undefined;
}

/** Explains lines that changed together: the new ones, and old ones that a different origin removed. */
function explainRun(file: string, run: Run, { before, after }: LinesOfVersions): readonly ExplainedLines[] {
  const [added, removed] = [changedLines(run.added, after), changedLines(run.removed, before)];
  const originsOf = (lines: readonly ChangedLine[]): readonly ExplainedOrigin[] =>
    lines.flatMap(({ origins = [] }) => origins);
  const all = [...new Set([...originsOf(added), ...originsOf(removed)])];
  const shown = new Set(originsOf(added));
  const others = removed.filter(({ origins = [] }) => added.length === 0 || origins.some((each) => !shown.has(each)));
  return [
    ...joined(added, all).map((lines) => ({ file, side: 'added' as const, ...lines })),
    ...joined(others, all).map((lines) => ({ file, side: 'removed' as const, ...lines })),
  ];
}

function changedLines({ start, count }: DiffLines, found: LineOrigins): readonly ChangedLine[] {
  return Array.from({ length: count }, (_, index) => ({ line: start + index, origins: found.at(start + index) }));
}

/**
 * Joins consecutive lines with the same origins. A line without an edit gets the origins of the next line with one, or else
 * of the last; `all` if there is none.
 */
function joined(
  lines: readonly ChangedLine[],
  all: readonly ExplainedOrigin[],
): Pick<ExplainedLines, 'start' | 'end' | 'origins'>[] {
  const groups: { start: number; end: number; readonly of: readonly ExplainedOrigin[] }[] = [];
  let next = lines.findLast(({ origins }) => origins !== undefined)?.origins ?? all;
  for (const { line, origins } of lines.toReversed()) {
    next = origins ?? next;
    const first = groups[0];
    if (first !== undefined && first.start === line + 1 && isSame(first.of, next)) first.start = line;
    else groups.unshift({ start: line, end: line, of: next });
  }
  return groups.map(({ start, end, of }) => ({ start, end, origins: of }));
}

function isSame(a: readonly ExplainedOrigin[], b: readonly ExplainedOrigin[]): boolean {
  return a.length === b.length && a.every((origin, index) => origin === b[index]);
}
