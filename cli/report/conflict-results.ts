import { byteOrder } from '../../src/byte-order.ts';
import { arrangeResults, formatResult, type Result } from '../../src/krm/index.ts';
import { candidateMessage, type Conflict } from '../../src/merge/index.ts';
import { isList } from '../../src/yaml/index.ts';
import { changesOf, shortValues } from './conflict-values.ts';

/** Returns an error for each conflict, by file. None is omitted, since each needs a decision. */
export function conflictResults(conflicts: readonly Conflict[]): readonly Result[] {
  const sorted = conflicts.toSorted((a, b) => byteOrder(a.file.path, b.file.path) || a.file.index - b.file.index);
  return sorted.map((conflict) => {
    const { base, theirs, local } = shortValues(conflict);
    return {
      severity: 'error',
      message: `conflict ${conflict.kind}: base ${base}, new ${theirs}, local ${local}${reasonOf(conflict)}${candidateIn(conflict)}`,
      file: conflict.file,
      ...(conflict.resource && { resourceRef: conflict.resource }),
      ...(conflict.field !== undefined && { field: { path: shownField(conflict, conflict.field) } }),
    };
  });
}

/** Returns a field as the text has its keys, or else with the keys of elements, which people know them by. */
function shownField({ writtenField, keyedField }: Conflict, field: string): string {
  return writtenField ?? keyedField ?? field;
}

/** Says why it is not certain what belongs together, and what would be lost. */
function reasonOf({ kind, values: { base, theirs, local }, data }: Conflict): string {
  if (kind !== 'identity') return '';
  if (typeof base !== 'string') return isList(base ?? null) ? '; it is not certain which elements are the same' : '';
  const side = isList(theirs ?? null) ? 'new' : isList(local ?? null) ? 'local' : undefined;
  if (side === undefined) return '; both sides moved it';
  const [other, word] = side === 'new' ? (['local', 'local'] as const) : (['theirs', 'new'] as const);
  const changes = data && changesOf(other, data);
  const lost = data?.[other] === undefined ? '' : `; ${word} changes ${changes ?? 'its place, comments or layout'}`;
  return `; ${side} no longer has it there, and it may be any of these of ${side}, or none${lost}`;
}

function candidateIn({ candidate }: Conflict): string {
  return candidate === undefined ? '' : `; ${candidateMessage(candidate)}`;
}

/** Returns the results that are not about these conflicts, for a report that shows them in another way. */
export function otherResults(results: readonly Result[], conflicts: readonly Conflict[]): readonly Result[] {
  const about = conflictResults(conflicts);
  // Many conflicts of one kind are one result.
  const texts = new Set([...about, ...arrangeResults(about)].map(formatResult));
  return results.filter((result) => !texts.has(formatResult(result)));
}
