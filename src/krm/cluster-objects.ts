import type { ClusterKind } from './cluster-reading.ts';
import { sameNamespace, type Resource } from './resource.ts';
import type { Results } from './results.ts';

/** Whether an item stands for an object of a cluster: it is read, and never changed. */
export function isClusterObject(item: Resource): boolean {
  return item.annotation('krm-variants.dev/cluster-object') === 'true';
}

/** What is known of a cluster. */
export interface ClusterView {
  readonly objects: Iterable<Resource>;
  /** What was asked for in the namespace: it counts there, even of a kind that has no namespaces. */
  readonly live?: Iterable<Resource> | undefined;
  /** Why none of a kind are to be seen, or none of the names, by its `kindOf`. */
  readonly refusals?: ReadonlyMap<string, string> | undefined;
}

/** The objects of a cluster that one namespace may see. */
export class ClusterObjects {
  readonly #refusals: ReadonlyMap<string, string>;
  readonly #inNamespace = new Map<string, Map<string, Resource>>();
  readonly #elsewhere = new Map<string, Map<string, Resource>>();

  /** An object that is there twice is an error: which one is meant is not clear. */
  constructor({ objects, live = [], refusals = new Map() }: ClusterView, namespace: string, results: Results) {
    this.#refusals = refusals;
    const inside = [...live];
    for (const object of objects) {
      if (sameNamespace(object.namespace, namespace)) inside.push(object);
      else add(this.#elsewhere, object);
    }
    for (const object of inside) {
      if (!add(this.#inNamespace, object)) results.error(TWICE, { resource: object });
    }
  }

  /** Why none of the group, version and kind of a resource are to be seen; undefined where nothing keeps them from it. */
  refusalOf(resource: Resource): string | undefined {
    return this.#refusals.get(kindOf(resource));
  }

  /** Those of the group, version and kind of a resource, by their names. */
  like(resource: Resource): ReadonlyMap<string, Resource> {
    return this.#inNamespace.get(kindOf(resource)) ?? NONE;
  }

  /** The same in other namespaces, of each name the first. */
  elsewhereLike(resource: Resource): ReadonlyMap<string, Resource> {
    return this.#elsewhere.get(kindOf(resource)) ?? NONE;
  }
}

const TWICE = 'must not be given twice as an object of the cluster: which one is meant is not clear';

const NONE: ReadonlyMap<string, Resource> = new Map();

/** The same text for all objects of a group, version and kind. */
export function kindOf({ apiVersion, kind }: ClusterKind): string {
  return `${apiVersion}/${kind}`;
}

/** Whether there was none of that kind and name. */
function add(objects: Map<string, Map<string, Resource>>, object: Resource): boolean {
  const kind = kindOf(object);
  const ofKind = objects.get(kind) ?? new Map<string, Resource>();
  objects.set(kind, ofKind);
  if (ofKind.has(object.name)) return false;
  ofKind.set(object.name, object);
  return true;
}
