import { byteOrder } from '../../src/byte-order.ts';
import { arrangeResults, formatResult, type Result } from '../../src/krm/index.ts';
import { candidateMessage, type Conflict } from '../../src/merge/index.ts';

/** Returns an error for each conflict, by file. None is omitted, since each needs a decision. */
export function conflictResults(conflicts: readonly Conflict[]): readonly Result[] {
  const sorted = conflicts.toSorted((a, b) => byteOrder(a.file.path, b.file.path) || a.file.index - b.file.index);
  return sorted.map((conflict) => {
    const { base, theirs, local } = valuesOf(conflict, MAX_VALUE);
    return {
      severity: 'error',
      message: `conflict ${conflict.kind}: base ${base}, new ${theirs}, local ${local}${candidateIn(conflict)}`,
      file: conflict.file,
      ...(conflict.resource && { resourceRef: conflict.resource }),
      ...(conflict.field !== undefined && { field: { path: conflict.writtenField ?? conflict.field } }),
    };
  });
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

/** Maximum number of characters of a value in a message. */
const MAX_VALUE = 100;

type Side = keyof Conflict['values'];
type ShownValues = Readonly<Record<Side, string>>;

/**
 * Returns the values of a conflict for people, on one line each. `max`: characters of a value that are shown. Default: 100. `sides`: values that a
 * reader compares. Default: all.
 */
export function shownValues(conflict: Conflict, max = MAX_VALUE, sides: readonly Side[] = SIDES): ShownValues {
  const { base, theirs, local } = valuesOf(conflict, max, sides);
  const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
  return { base: oneLine(base), theirs: oneLine(theirs), local: oneLine(local) };
}

/** Characters of a common start that stay, for orientation. */
const LEAD = 12;

/** Returns the values of a conflict, cut. Long ones that begin in the same way are shown from where they differ. */
function valuesOf(conflict: Conflict, max: number, sides: readonly Side[] = SIDES): ShownValues {
  const texts = sides.flatMap((side) => textOf(conflict, side) ?? []);
  const isCut = texts.some(({ length }) => length > max);
  const start = isCut ? Math.max(0, commonStart(texts) - LEAD) : 0;
  const shown = (side: Side): string => {
    const text = textOf(conflict, side);
    if (text === undefined) return 'absent';
    const rest = start === 0 ? text : `…${text.slice(start)}`;
    return rest.length > max ? `${rest.slice(0, max)}…` : rest;
  };
  return { base: shown('base'), theirs: shown('theirs'), local: shown('local') };
}

const SIDES = ['base', 'theirs', 'local'] as const;

/** Returns the number of characters with which all texts begin; 0 for a single text. */
function commonStart([first = '', ...others]: readonly string[]): number {
  if (others.length === 0) return 0;
  let length = 0;
  while (length < first.length && others.every((each) => each[length] === first[length])) length++;
  return length;
}

/** Returns a value of a conflict as the source has it, or else as JSON; undefined if it is absent. */
function textOf({ values, texts }: Conflict, side: Side): string | undefined {
  const { [side]: value } = values;
  if (value === undefined) return undefined;
  return texts?.[side] ?? JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
}
