import type { Result } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import type { RunOutcome } from './run-outcome.ts';

/** Parts of a run to count. */
interface Summarized extends Pick<RunOutcome, 'results' | 'conclusion'> {
  /** Changed files. */
  readonly changes: readonly unknown[];
}

/**
 * Formats the counts of a run, unless it has another conclusion: `3 files changed, 2 warnings`. After an error, which
 * voids the changes of a package, counts files only if another package changed.
 */
export function formatSummary({ conclusion, changes, results }: Summarized, args: WrittenTo): string {
  if (conclusion !== undefined) return conclusion;
  const count = (wanted: Result['severity']): number => results.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const parts = [
    ...(errors === 0 || changes.length > 0 ? [fileCount(changes.length, args)] : []),
    ...(errors === 0 ? [] : [counted(errors, 'error')]),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
  ];
  return parts.join(', ');
}

/** Arguments that say where changes are written to. */
export type WrittenTo = Pick<FolderArguments, 'writes' | 'prints' | 'output'>;

function fileCount(count: number, { writes, prints, output }: WrittenTo): string {
  const files = count === 0 ? 'no file' : counted(count, 'file');
  if (!writes) return `${files} would change`;
  return `${files} changed${prints || output !== undefined ? ' in the output' : ''}`;
}

/** Returns the start of a summary, with these parts; '' if all of them are. */
export function summaryStart(...parts: readonly string[]): string {
  const some = parts.filter((part) => part !== '');
  return some.length === 0 ? '' : `${some.join(', ')}: `;
}

/** Counts packages that are left out; '' if none is. */
export function leftOutText(count: number): string {
  return count === 0 ? '' : `${counted(count, 'package')} left out`;
}
