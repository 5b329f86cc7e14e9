import { byteOrder } from '../../src/byte-order.ts';
import { arrangeResults, formatResult, type Result } from '../../src/krm/index.ts';
import type { Conflict } from '../../src/merge/index.ts';

/** Returns an error for each conflict, by file. None is omitted, since each needs a decision. */
export function conflictResults(conflicts: readonly Conflict[]): readonly Result[] {
  const sorted = conflicts.toSorted((a, b) => byteOrder(a.file.path, b.file.path) || a.file.index - b.file.index);
  return sorted.map((conflict) => ({
    severity: 'error',
    message: `conflict ${conflict.kind}: base ${shown(conflict, 'base')}, new ${shown(conflict, 'theirs')}, local ${shown(conflict, 'local')}`,
    file: conflict.file,
    ...(conflict.resource && { resourceRef: conflict.resource }),
    ...(conflict.field !== undefined && { field: { path: conflict.field } }),
  }));
}

/** Returns the results that are not about these conflicts, for a report that shows them in another way. */
export function otherResults(results: readonly Result[], conflicts: readonly Conflict[]): readonly Result[] {
  const about = conflictResults(conflicts);
  // Many conflicts of one kind are one result.
  const texts = new Set([...about, ...arrangeResults(about)].map(formatResult));
  return results.filter((result) => !texts.has(formatResult(result)));
}

/** Maximum number of characters of a value in a message. */
const MAX_VALUE = 100;

/** Returns the values of a conflict for people, on one line each. */
export function shownValues(conflict: Conflict): Readonly<Record<keyof Conflict['values'], string>> {
  const of = (side: keyof Conflict['values']): string => shown(conflict, side).replaceAll(/\s+/g, ' ');
  return { base: of('base'), theirs: of('theirs'), local: of('local') };
}

/** Returns a value of a conflict as the source has it, or else as JSON. */
function shown({ values, texts }: Conflict, side: keyof Conflict['values']): string {
  const { [side]: value } = values;
  if (value === undefined) return 'absent';
  const text =
    texts?.[side] ?? JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
