import { byteOrder } from '../byte-order.ts';
import { groupBy } from '../group-by.ts';
import type { FieldValue } from '../where/index.ts';

/** Values of the fields of one variant. */
export interface ValueRow {
  readonly folder: string;
  /** For each field its values, none if no resource has it. */
  readonly values: readonly (readonly FieldValue[])[];
}

/** Variants with equal values. */
export interface ValueGroup {
  /** For each field its values as text. Those of Secrets are numbered: `secret 1`. */
  readonly values: readonly (readonly string[])[];
  /** Folders, in their order. */
  readonly folders: readonly string[];
}

/** Groups variants by the values of their fields: the largest group first. */
export function groupByValues(rows: readonly ValueRow[]): readonly ValueGroup[] {
  const sorted = rows.toSorted((a, b) => byteOrder(a.folder, b.folder));
  const shown = new Map<string, string>();
  const groups = [...groupBy(sorted, ({ values }) => JSON.stringify(values)).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  return groups.map((group) => ({
    values: (group[0]?.values ?? []).map((values) =>
      values.map((value) => fieldText(value, shown)).toSorted(byteOrder),
    ),
    folders: group.map(({ folder }) => folder),
  }));
}

/** Returns the text of a value; for data of a Secret a number, the same for equal data. */
function fieldText({ text, isSecret }: FieldValue, shown: Map<string, string>): string {
  if (!isSecret) return text;
  const known = shown.get(text) ?? `secret ${shown.size + 1}`;
  shown.set(text, known);
  return known;
}
