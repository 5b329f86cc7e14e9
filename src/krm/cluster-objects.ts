import { groupBy } from '../group-by.ts';
import type { ClusterKind } from './cluster-reading.ts';
import { sameNamespace, type Resource } from './resource.ts';
import type { Results } from './results.ts';

/** Annotation of an item that represents an object of a cluster; its value is `true`. */
export const CLUSTER_OBJECT = 'krm-variants.dev/cluster-object';

/** Reports whether an item represents an object of a cluster. Such an item is read and never changed. */
export function isClusterObject(item: Resource): boolean {
  return item.annotation(CLUSTER_OBJECT) === 'true';
}

/** Cluster snapshot. */
export interface ClusterView {
  readonly objects: Iterable<Resource>;
  /** Objects queried for the namespace. They count as being in it, even if their kind has no namespaces. */
  readonly live?: Iterable<Resource> | undefined;
  /** Reason why no objects of a kind, or none of the names, are visible, by `kindOf`. */
  readonly refusals?: ReadonlyMap<string, string> | undefined;
}

/** Objects of a cluster that are visible to one namespace. */
export class ClusterObjects {
  readonly namespace: string;
  readonly #refusals: ReadonlyMap<string, string>;
  readonly #inNamespace = new Map<string, Map<string, Resource>>();
  readonly #elsewhere: ReadonlyMap<string, readonly Resource[]>;

  /** Reports duplicate objects as errors, since the intended one is ambiguous. */
  constructor({ objects, live = [], refusals = new Map() }: ClusterView, namespace: string, results: Results) {
    this.namespace = namespace;
    this.#refusals = refusals;
    const all = [...objects];
    const isInside = (object: Resource): boolean => sameNamespace(object.namespace, namespace);
    this.#elsewhere = groupBy(
      all.filter((object) => !isInside(object)),
      (object) => `${kindOf(object)}/${object.name}`,
    );
    for (const object of [...live, ...all.filter(isInside)]) {
      if (!add(this.#inNamespace, object)) results.error(TWICE, { code: 'duplicate-resource', resource: object });
    }
  }

  /** Returns why no objects with the group, version and kind of a resource are visible; undefined if they are. */
  refusalOf(resource: Resource): string | undefined {
    return this.#refusals.get(kindOf(resource));
  }

  /** Returns the objects with the group, version and kind of a resource, by name. */
  like(resource: Resource): ReadonlyMap<string, Resource> {
    return this.#inNamespace.get(kindOf(resource)) ?? NONE;
  }

  /** Returns such objects of other namespaces with a name. */
  elsewhereLike(resource: Resource, name: string): readonly Resource[] {
    return this.#elsewhere.get(`${kindOf(resource)}/${name}`) ?? [];
  }
}

const TWICE = 'duplicate cluster object: kind, namespace and name must be unique';

const NONE: ReadonlyMap<string, Resource> = new Map();

/** Returns the same key for all objects of a group, version and kind. */
export function kindOf({ apiVersion, kind }: ClusterKind): string {
  return `${apiVersion}/${kind}`;
}

/** Adds an object and reports whether its kind and name are new. */
function add(objects: Map<string, Map<string, Resource>>, object: Resource): boolean {
  const kind = kindOf(object);
  const ofKind = objects.get(kind) ?? new Map<string, Resource>();
  objects.set(kind, ofKind);
  if (ofKind.has(object.name)) return false;
  ofKind.set(object.name, object);
  return true;
}
