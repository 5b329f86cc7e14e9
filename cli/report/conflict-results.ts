import { byteOrder } from '../../src/byte-order.ts';
import type { Result } from '../../src/krm/index.ts';
import type { Conflict } from '../../src/merge/index.ts';
import type { Value } from '../../src/yaml/index.ts';

/** Returns an error for each conflict, by file. None is omitted, since each needs a decision. */
export function conflictResults(conflicts: readonly Conflict[]): readonly Result[] {
  const sorted = conflicts.toSorted((a, b) => byteOrder(a.file.path, b.file.path) || a.file.index - b.file.index);
  return sorted.map(({ kind, file, resource, field, values }) => ({
    severity: 'error',
    message: `conflict ${kind}: base ${shown(values.base)}, new ${shown(values.theirs)}, local ${shown(values.local)}`,
    file,
    ...(resource && { resourceRef: resource }),
    ...(field !== undefined && { field: { path: field } }),
  }));
}

/** Maximum number of characters of a value in a message. */
const MAX_VALUE = 100;

function shown(value: Value | undefined): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
