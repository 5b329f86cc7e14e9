import type { Result } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';

/** Parts of a run to count. */
interface Summarized {
  /** Changed files. */
  readonly changes: readonly unknown[];
  readonly results: readonly Result[];
}

/** Formats the counts of a run: `3 files changed, 2 warnings`. After an error, which voids all changes, counts only results. */
export function formatSummary({ changes, results }: Summarized, args: WrittenTo): string {
  const count = (wanted: Result['severity']): number => results.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const parts = [
    ...(errors === 0 ? [fileCount(changes.length, args)] : [counted(errors, 'error')]),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
  ];
  return parts.join(', ');
}

/** Arguments that say where changes are written to. */
type WrittenTo = Pick<FolderArguments, 'writes' | 'prints' | 'output'>;

function fileCount(count: number, { writes, prints, output }: WrittenTo): string {
  const files = count === 0 ? 'no file' : counted(count, 'file');
  if (!writes) return `${files} would change`;
  return `${files} changed${prints || output !== undefined ? ' in the output' : ''}`;
}
