import type { Problems } from '../function/problems.ts';
import type { Resource } from '../krm/resource.ts';
import type { PointerOptions } from '../patch/index.ts';
import type { Path } from '../yaml/index.ts';
import { applyFieldOverriders } from './apply-field-overriders.ts';
import { readFieldOverrider, type FieldOverrider, type WrittenFieldOverrider } from './field-overrider.ts';
import type { OverrideContext, OverrideEffect, Overrider } from './overrider.ts';

/**
 * Reads the `fieldOverrider` entries of a rule at a field. Together they are one overrider, since all texts of a
 * resource are edited or none; there is none without entries. A field that a resource lacks is not reported but
 * returned as `lacking`, unless the entry has `ifMissing`.
 */
export function readFieldOverriders(
  written: readonly WrittenFieldOverrider[],
  field: Path,
  problems: Problems,
  options: PointerOptions = {},
): Overrider[] {
  const entries = written.flatMap(
    (entry, index) => readFieldOverrider(entry, [...field, index], problems, options) ?? [],
  );
  if (entries.length === 0) return [];
  return [{ field, apply: (resource, context) => overrideTexts(resource, entries, context) }];
}

function overrideTexts(
  resource: Resource,
  entries: readonly FieldOverrider[],
  context: OverrideContext,
): OverrideEffect | undefined {
  const overridden = applyFieldOverriders(resource, entries, context);
  if (overridden === undefined) return undefined;
  const { effects, again } = overridden;
  // An info says which `test` does not hold.
  if (again === undefined) return { found: true, changed: changesIn(effects), absent: [] };
  const found = new Set(again.map(({ overrider }) => overrider.fieldPath));
  const unreported = entries.filter(({ ifMissing }) => ifMissing === undefined);
  const lacking = unreported.map(({ fieldPath }) => fieldPath).filter((fieldPath) => !found.has(fieldPath));
  return {
    found: found.size > 0,
    changed: changesIn(effects),
    absent: again.flatMap(({ overrider, absent }) => absent.map((pointer) => `${pointer} in ${overrider.fieldPath}`)),
    lacking: [...new Set(lacking)],
  };
}

function changesIn(effects: readonly { readonly changed: number }[]): number {
  return effects.reduce((sum, { changed }) => sum + changed, 0);
}
