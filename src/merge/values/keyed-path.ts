import { formatSegment } from '../../krm/field-path.ts';
import type { Path } from '../../yaml/index.ts';
import type { FieldStep } from '../policy/field-pattern.ts';
import type { MergeSchema, Place } from './place.ts';

/**
 * Formats the path of a place in a document of a schema, with the keys of list elements instead of their indexes:
 * `spec.containers[name=web].image`. An element without keys keeps its index.
 */
export function keyedPath({ path, steps }: Pick<Place, 'path' | 'steps'>, schema: MergeSchema): string {
  return path
    .map((segment, depth) => keysOf(path.slice(0, depth), steps[depth], schema) ?? formatSegment(segment))
    .join('')
    .replace(/^\./, '');
}

/** Returns the path of a place with each key as the text has it. */
export function writtenPath({ path, steps }: Pick<Place, 'path' | 'steps'>): Path {
  return path.map((key, depth) => {
    const step = steps[depth];
    return typeof step === 'object' && 'written' in step ? step.written : key;
  });
}

/** Steps to a value that are the same in all merges: keys of maps, and those of elements that have keys. */
export type SettledSteps = readonly string[];

/**
 * Returns the steps to the list or map around a value: to the outermost list on its path whose elements have no keys by
 * their type, since indexes change in a merge, or else to the list or map that has the value.
 */
export function settledStepsAround(
  path: Path,
  steps: readonly (FieldStep | undefined)[],
  schema: MergeSchema,
): SettledSteps {
  const all = settledSteps(path, steps, schema);
  return all.length < path.length ? all : all.slice(0, -1);
}

/** Returns the steps to a value, up to the first list whose elements have no keys by their type. */
export function settledSteps(path: Path, steps: readonly (FieldStep | undefined)[], schema: MergeSchema): SettledSteps {
  const found: string[] = [];
  for (const [depth, segment] of path.entries()) {
    const keys =
      typeof segment === 'string' ? undefined : keysOf(path.slice(0, depth), withoutFoundKey(steps[depth]), schema);
    if (typeof segment === 'number' && keys === undefined) return found;
    found.push(keys ?? String(segment));
  }
  return found;
}

/** Returns a step without the key that was found in one merge. */
function withoutFoundKey(step: FieldStep | undefined): FieldStep | undefined {
  return typeof step === 'object' && 'index' in step ? { ...step, foundKey: undefined } : step;
}

function keysOf(list: Path, step: FieldStep | undefined, schema: MergeSchema): string | undefined {
  if (step === undefined || typeof step === 'string' || 'written' in step) return undefined;
  const { foundKey } = step;
  const keys = schema.listKeys(list) ?? (foundKey === undefined ? undefined : { [foundKey]: undefined });
  if (keys === undefined || keys === 'set') return undefined;
  const named = Object.entries(keys).map(([key, byDefault]) => [key, step.scalars.get(key) ?? byDefault] as const);
  if (named.length === 0 || named.some(([, value]) => value === undefined)) return undefined;
  return `[${named.map(([key, value]) => `${key}=${value}`).join()}]`;
}
