import type { Resource } from '../../krm/resource.ts';
import type { Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import { REFERENCES, type Reference } from '../../kubernetes-types.ts';
import { canonicalText } from '../../pairing/align-equal.ts';
import { endsWith } from '../../pairing/list-keys.ts';
import { isList, isMap, type Path, type Value } from '../../yaml/index.ts';
import { referenceMixed } from '../messages/combinations.ts';
import type { FieldStep } from '../policy/field-pattern.ts';
import { scalarsOf } from '../policy/field-pattern.ts';
import type { SubjectRules } from '../policy/merge-rule.ts';
import type { Merged } from '../values/merged-value.ts';

/** Fields of a map that form one reference. */
interface FoundReference {
  readonly path: Path;
  readonly steps: readonly FieldStep[];
  readonly fields: readonly string[];
  /** Text of the fields and their values. */
  readonly text: string;
}

/**
 * Returns a warning for each reference in a merged document, such as an image with its tag, that neither side has: one
 * side changed one of its fields, and the other side another. References with a field that a rule decides are left out.
 * `sides`: returns the data of both sides, which are only needed if there is a reference.
 */
export function mixedReferences(
  sides: () => readonly Value[],
  merged: Merged,
  { resource, rules }: { readonly resource: Resource; readonly rules: SubjectRules },
): readonly Result[] {
  const found = newReferences(merged);
  if (found.length === 0) return [];
  const known = new Set(
    sides()
      .flatMap((side) => referencesIn(side))
      .map(({ text }) => text),
  );
  const isDecided = ({ steps, fields }: FoundReference): boolean =>
    fields.some((field) => rules.takeAt([...steps, field]) !== undefined);
  return found.flatMap((reference) => {
    if (known.has(reference.text) || isDecided(reference)) return [];
    const message = referenceMixed(reference.fields);
    return [makeResult('warning', message, { code: 'sides-combined', resource, field: reference.path })];
  });
}

function referencesIn(value: Value, at: Pick<FoundReference, 'path' | 'steps'> = TOP): readonly FoundReference[] {
  const { path, steps } = at;
  if (isList(value))
    return value.flatMap((each, index) =>
      referencesIn(each, { path: [...path, index], steps: [...steps, { index, scalars: scalarsOf(each) }] }),
    );
  if (!isMap(value)) return [];
  const inside = Object.entries(value).flatMap(([key, each]) =>
    referencesIn(each, { path: [...path, key], steps: [...steps, key] }),
  );
  return [...referenceAt(at, (field) => value[field]), ...inside];
}

/** Returns the references in a merged value, without those in a version of one side, which has them itself. */
function newReferences(merged: Merged, at: Pick<FoundReference, 'path' | 'steps'> = TOP): readonly FoundReference[] {
  const { path, steps } = at;
  const { kept, entries, elements } = merged;
  if (kept?.piece !== undefined) return [];
  if (elements !== undefined)
    return elements.flatMap((each, index) =>
      newReferences(each, { path: [...path, index], steps: [...steps, { index, scalars: scalarsOf(each.value) }] }),
    );
  // A merge key stands for other fields.
  if (entries === undefined || entries.has('<<')) return referencesIn(merged.value, at);
  const inside = Array.from(entries, ([key, each]) =>
    newReferences(each, { path: [...path, key], steps: [...steps, key] }),
  );
  return [...referenceAt(at, (field) => entries.get(field)?.value), ...inside.flat()];
}

/** Returns the reference that the map at a place forms; none if it has fewer than two of its fields. */
function referenceAt(
  { path, steps }: Pick<FoundReference, 'path' | 'steps'>,
  valueOf: (field: string) => Value | undefined,
): readonly FoundReference[] {
  const fields = rowAt(path)?.fields.filter((field) => valueOf(field) !== undefined) ?? [];
  if (fields.length < 2) return [];
  const text = canonicalText(fields.map((field) => [field, valueOf(field) ?? null]));
  return [{ path, steps, fields, text }];
}

const TOP = { path: [], steps: [] };

function rowAt(path: Path): Reference | undefined {
  const keys = path.filter((step) => typeof step === 'string');
  return REFERENCES.find((row) => endsWith(keys, row.path));
}
