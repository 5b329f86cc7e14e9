import type { Resource } from './resource.ts';
import type { DataEdit, Path } from '../yaml/index.ts';

/** Part of a configuration, policy or resource that requests an edit. */
export interface Origin {
  /** Undefined for a built-in rule of a function. */
  readonly resource?: Resource | undefined;
  readonly field?: Path;
  /** Name of a built-in rule of a function. */
  readonly title?: string;
  /** Function of a pipeline that made the edit; undefined outside of pipelines. */
  readonly step?: OriginStep;
}

/** Function of a pipeline, as its Kptfile declares it. */
interface OriginStep {
  readonly kptfile: Resource;
  readonly field: Path;
  /** Image or command, as written. */
  readonly called: string;
}

/** Origin of data that a function keeps in a resource for its next run. */
export const RECORD_ORIGIN: Origin = { title: 'record for the next run' };

/**
 * Origins of the edits of each document, by index. Kept separately, since edits are plain data and origins do not
 * affect the output. A weak map of all edits took 7 % of the CPU time of a large rendering.
 */
const OF_EDITS = new WeakMap<readonly DataEdit[], (readonly Origin[] | undefined)[]>();

/** Origins of new and removed resources. */
const OF_RESOURCES = new WeakMap<Resource, readonly Origin[]>();

/**
 * Runs edits of a resource and records their origins. In nested calls, the inner origins count, and those without a
 * resource name fields of the outer origin's resource. Returns the result of `edit`.
 */
export function attributeEdits<T>(origins: Origin | readonly Origin[], resource: Resource, edit: () => T): T {
  const from = resource.document.edits.length;
  const result = edit();
  attributeEditsFrom(from, origins, resource);
  return result;
}

/** Records the origins of a resource's edits from an index on. Existing origins count as inner ones. */
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

/** Returns an origin, with the resource of another if it has none, and with the step of the other. */
export function completed(origin: Origin, { resource, step }: Origin = {}): Origin {
  const isComplete = origin.resource !== undefined || origin.title !== undefined || resource === undefined;
  const complete = isComplete ? origin : { ...origin, resource };
  return step === undefined ? complete : { ...complete, step };
}

/** Records the origin of a new resource, or of the removal of one. */
export function attributeResource(origin: Origin, resource: Resource): void {
  OF_RESOURCES.set(resource, [origin]);
}

/** Returns the origins of each edit of a document. Edits without recorded origins are absent. */
export function originsOfEdits(edits: readonly DataEdit[]): ReadonlyMap<DataEdit, readonly Origin[]> {
  const known = OF_EDITS.get(edits) ?? [];
  return new Map(edits.flatMap((edit, index) => (known[index] === undefined ? [] : [[edit, known[index]]])));
}

/** Returns the origins of a new resource or of a removal; empty if they are not recorded. */
export function originsOf(made: Resource): readonly Origin[] {
  return OF_RESOURCES.get(made) ?? [];
}
