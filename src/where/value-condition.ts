import type { FieldQuery, FieldValue } from './field-query.ts';

/** Condition for a value in a package. */
export interface ValueCondition {
  readonly text: string;
  /** Its field, as given. */
  readonly field: string;
  readonly query: FieldQuery;
  /** True if a package without the field meets it. */
  readonly isNegative: boolean;
  /** Advice if no value meets it; undefined if there is none. */
  readonly advice: string | undefined;
  readonly holds: (values: readonly FieldValue[]) => boolean;
}

/** Reports whether a package meets all conditions. `values`: those that it has for the query of each. */
export function meetsAll(
  values: readonly (readonly FieldValue[])[],
  conditions: readonly Pick<ValueCondition, 'holds'>[],
): boolean {
  return conditions.every(({ holds }, index) => holds(values[index] ?? []));
}
