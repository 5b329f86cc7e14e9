import type { Resource } from './resource.ts';
import type { DataEdit, Path } from '../yaml/index.ts';

/** Part of a configuration, a policy or a resource that asks for an edit. */
export interface Origin {
  /** Undefined for a rule that is built into a function. */
  readonly resource?: Resource | undefined;
  readonly field?: Path;
  /** Name of a rule that is built into a function. */
  readonly title?: string;
}

/** Origin of what a function keeps in a resource for its next run. */
export const RECORD_ORIGIN: Origin = { title: 'record for the next run' };

/** Beside the edits, which are plain data, and without a use in what is written. */
const ORIGINS = new WeakMap<DataEdit | Resource, readonly Origin[]>();

/**
 * Runs edits of a resource and records who asks for them. Calls may be nested: the inner origins count, and those
 * without a resource name fields of the outer one. Returns what `edit` returns.
 */
export function attributeEdits<T>(origins: Origin | readonly Origin[], resource: Resource, edit: () => T): T {
  const from = resource.document.edits.length;
  const result = edit();
  attributeEditsFrom(from, origins, resource);
  return result;
}

/** Records who asked for the edits of a resource from an index on. Origins that they have already count as inner ones. */
export function attributeEditsFrom(from: number, origins: Origin | readonly Origin[], resource: Resource): void {
  const asked = [origins].flat();
  for (const made of resource.document.edits.slice(from))
    ORIGINS.set(made, ORIGINS.get(made)?.map((inner) => completed(inner, asked[0])) ?? asked);
}

/** Returns an origin with the resource of another, if it has none. */
export function completed(origin: Origin, { resource }: Origin = {}): Origin {
  const isComplete = origin.resource !== undefined || origin.title !== undefined || resource === undefined;
  return isComplete ? origin : { ...origin, resource };
}

/** Records who asks for a new resource, or for the removal of one. */
export function attributeResource(origin: Origin, resource: Resource): void {
  ORIGINS.set(resource, [origin]);
}

/** Returns who asked for an edit, a new resource or the removal of one; empty if that is not recorded. */
export function originsOf(made: DataEdit | Resource): readonly Origin[] {
  return ORIGINS.get(made) ?? [];
}
