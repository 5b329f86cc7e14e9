import { printable } from '../terminal/printable.ts';
import type { ContentChange } from '../../src/package/index.ts';

/** Kind of a change, as in reports. */
type ChangeKind = 'added' | 'removed' | 'modified';

const VERBS: Readonly<Record<ChangeKind, readonly [written: string, planned: string]>> = {
  added: ['added', 'would add'],
  removed: ['removed', 'would remove'],
  modified: ['changed', 'would change'],
};

/** Formats a changed file as a line. `isWritten`: false if it would only change. */
export function changedFile(change: ContentChange, isWritten: boolean): string {
  const [written, planned] = VERBS[changeKind(change)];
  return `${isWritten ? written : planned} ${printable(change.path)}`;
}

export function changeKind({ before, after }: ContentChange): ChangeKind {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'modified';
}
