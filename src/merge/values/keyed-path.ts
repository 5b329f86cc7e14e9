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

function keysOf(list: Path, step: FieldStep | undefined, schema: MergeSchema): string | undefined {
  if (step === undefined || typeof step === 'string' || 'written' in step) return undefined;
  const { foundKey } = step;
  const keys = schema.listKeys(list) ?? (foundKey === undefined ? undefined : { [foundKey]: undefined });
  if (keys === undefined || keys === 'set') return undefined;
  const named = Object.entries(keys).map(([key, byDefault]) => [key, step.scalars.get(key) ?? byDefault] as const);
  if (named.length === 0 || named.some(([, value]) => value === undefined)) return undefined;
  return `[${named.map(([key, value]) => `${key}=${value}`).join()}]`;
}
