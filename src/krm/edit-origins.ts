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

/**
 * Origins of the edits of each document, by their indexes. They are beside the edits, which are plain data, and have no use in
 * what is written. A weak map of all edits took 7 % of the CPU of a large rendering.
 */
const OF_EDITS = new WeakMap<readonly DataEdit[], (readonly Origin[] | undefined)[]>();

/** Origins of new and removed resources. */
const OF_RESOURCES = new WeakMap<Resource, readonly Origin[]>();

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
  const { edits } = resource.document;
  if (edits.length === from) return;
  const asked = [origins].flat();
  const known = OF_EDITS.get(edits) ?? [];
  OF_EDITS.set(edits, known);
  while (known.length < from) known.push(undefined);
  for (let index = from; index < edits.length; index++)
    known[index] = known[index]?.map((inner) => completed(inner, asked[0])) ?? asked;
}

/** Returns an origin with the resource of another, if it has none. */
export function completed(origin: Origin, { resource }: Origin = {}): Origin {
  const isComplete = origin.resource !== undefined || origin.title !== undefined || resource === undefined;
  return isComplete ? origin : { ...origin, resource };
}

/** Records who asks for a new resource, or for the removal of one. */
export function attributeResource(origin: Origin, resource: Resource): void {
  OF_RESOURCES.set(resource, [origin]);
}

/** Returns who asked for each edit of a document; an edit is absent if that is not recorded. */
export function originsOfEdits(edits: readonly DataEdit[]): ReadonlyMap<DataEdit, readonly Origin[]> {
  const known = OF_EDITS.get(edits) ?? [];
  return new Map(edits.flatMap((edit, index) => (known[index] === undefined ? [] : [[edit, known[index]]])));
}

/** Returns who asked for a new resource or the removal of one; empty if that is not recorded. */
export function originsOf(made: Resource): readonly Origin[] {
  return OF_RESOURCES.get(made) ?? [];
}
