import type { ListKeys } from '../../kubernetes-types.ts';
import { elementKey } from '../../pairing/list-keys.ts';
import { equalValues, isList, isMap, readDocument, type SourceDocument, type Value } from '../../yaml/index.ts';
import { scalarsOf, type FieldStep } from '../policy/field-pattern.ts';
import { settledStepsAround, type SettledSteps } from '../values/keyed-path.ts';
import type { MergeSchema } from '../values/place.ts';
import type { MergedDocument } from './merged-document.ts';
import { plainText } from '../text/merged-text.ts';
import type { Sides } from '../sides.ts';

/** Merges the versions of a document. */
export type MergeVersions = (documents: Sides<SourceDocument>) => MergedDocument;

/**
 * Returns the paths of uncertain maps and lists in a clean merge: those that change if the result is merged with either
 * side again. `isSymmetrical`: also those that are a conflict if the sides are swapped, before or after.
 */
export function unsettledPaths(
  { base, theirs, local }: Sides<SourceDocument>,
  merge: MergeVersions,
  { isSymmetrical, schema }: { readonly isSymmetrical: boolean; readonly schema: MergeSchema },
): readonly SettledSteps[] {
  if (base === undefined || theirs === undefined || local === undefined) return [];
  const ways = isSymmetrical ? [merge({ base, theirs: local, local: theirs })] : [];
  return [merge({ base, theirs, local }), ...ways].flatMap(({ text, data, conflictPaths }) => {
    if (conflictPaths.length > 0 || text === undefined) return conflictPaths;
    const merged = readDocument(plainText(text));
    return [theirs, local].flatMap((side): readonly SettledSteps[] => {
      const again = merge({ base, theirs: side, local: merged });
      if (again.conflictPaths.length > 0) return again.conflictPaths;
      const difference = firstDifference(data?.value ?? null, again.data?.value ?? null, schema);
      if (difference !== undefined) return [difference];
      return isSymmetrical ? merge({ base, theirs: merged, local: side }).conflictPaths : [];
    });
  });
}

/** Returns the steps to the map or list around the first entry, or element, in which two values differ; undefined if they are equal. */
function firstDifference(one: Value, other: Value, schema: MergeSchema): SettledSteps | undefined {
  const path: (string | number)[] = [];
  const steps: FieldStep[] = [];
  let [a, b] = [one, other];
  if (equalValues(a, b)) return undefined;
  for (;;) {
    const step = isList(a) && isList(b) ? differentElement(a, b, schema.listKeys(path)) : differentKey(a, b);
    if (step === undefined) break;
    path.push(step);
    if (typeof step === 'string') steps.push(step);
    else steps.push({ index: step, scalars: scalarsOf(isList(a) ? (a[step] ?? null) : null), foundKey: undefined });
    [a, b] = [entryOf(a, step), entryOf(b, step)];
  }
  return settledStepsAround(path, steps, schema);
}

/** Returns the index of the first element that differs; undefined unless both lists have the same keys in the same order. */
function differentElement(
  a: readonly Value[],
  b: readonly Value[],
  keys: ListKeys | 'set' | undefined,
): number | undefined {
  if (keys === undefined || keys === 'set' || a.length !== b.length) return undefined;
  const haveKeys = a.every((element, index) => {
    const key = elementKey(element, keys);
    return key !== undefined && key === elementKey(b[index] ?? null, keys);
  });
  return haveKeys ? a.findIndex((element, index) => !equalValues(element, b[index] ?? null)) : undefined;
}

function differentKey(a: Value, b: Value): string | undefined {
  if (!isMap(a) || !isMap(b)) return undefined;
  return Object.keys({ ...a, ...b }).find((key) => !equalValues(a[key] ?? null, b[key] ?? null));
}

function entryOf(value: Value, step: string | number): Value {
  if (isList(value)) return value[Number(step)] ?? null;
  return isMap(value) ? (value[step] ?? null) : null;
}
