import { identityOf, type Resource } from '../krm/resource.ts';
import { formatFile, KrmError } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { equalValues } from '../yaml/index.ts';

/**
 * Policies and objects that the caller gives beside the items, and which of them functions have read. They are only
 * read: no function can select, edit or print them.
 */
export class GivenPolicies {
  readonly #resources: readonly Resource[];
  readonly #read = new Set<Resource>();

  /** `resources`: in the order in which they count where a function's own order leaves a tie. */
  constructor(resources: readonly Resource[]) {
    this.#resources = resources;
  }

  /**
   * Returns the resources that a function reads, without those that are also among the items. Throws a `KrmError` that
   * names each one with the identity of an item and other data.
   */
  take(isRead: (resource: Resource) => boolean, items: Iterable<Resource>): readonly Resource[] {
    const taken = this.#resources.filter(isRead);
    if (taken.length === 0) return [];
    for (const resource of taken) this.#read.add(resource);
    const { others, conflicts } = compareWith(items, taken);
    if (conflicts.length > 0) throw new KrmError(conflicts);
    return others;
  }

  get isEmpty(): boolean {
    return this.#resources.length === 0;
  }

  /** Resources that no function has read so far. */
  get unread(): readonly Resource[] {
    return this.#resources.filter((resource) => !this.#read.has(resource));
  }
}

/**
 * Compares resources with earlier ones of the same kind, namespace and name. Returns those without one, and an error
 * for each one whose data differ.
 */
export function compareWith(earlier: Iterable<Resource>, resources: readonly Resource[]) {
  const kinds = new Set(resources.map(({ kind }) => kind));
  const known = new Map<string, Resource>();
  for (const resource of earlier) if (kinds.has(resource.kind)) known.set(identityOf(resource), resource);
  const twinOf = (resource: Resource): Resource | undefined => known.get(identityOf(resource));
  return {
    others: resources.filter((resource) => twinOf(resource) === undefined),
    conflicts: resources.flatMap((resource) => {
      const twin = twinOf(resource);
      return twin === undefined || equalValues(twin.value(), resource.value()) ? [] : [conflict(resource, twin)];
    }),
  };
}

function conflict(resource: Resource, { file }: Resource) {
  const place = file === undefined ? 'among the items' : `in ${formatFile(file)}`;
  const message = `another ${resource.kind} of this namespace and name is ${place}, with different data: remove one, or make both equal`;
  return makeResult('error', message, { code: 'duplicate-resource', resource });
}
