import { sameNamespace, type Resource } from './resource.ts';
import type { Results } from './results.ts';

/** Whether an item stands for an object of a cluster: it is read, and never changed. */
export function isClusterObject(item: Resource): boolean {
  return item.annotation('krm-variants.dev/cluster-object') === 'true';
}

/** The objects of a cluster that one namespace may see. */
export class ClusterObjects {
  readonly #inNamespace = new Map<string, Map<string, Resource>>();
  readonly #elsewhere = new Map<string, Map<string, Resource>>();

  /** An object that is there twice is an error: which one is meant is not clear. */
  constructor(objects: Iterable<Resource>, namespace: string, results: Results) {
    for (const object of objects) {
      const isIn = sameNamespace(object.namespace, namespace);
      const isAdded = add(isIn ? this.#inNamespace : this.#elsewhere, object);
      if (isIn && !isAdded)
        results.error('must not be given twice as an object of the cluster: which one is meant is not clear', {
          resource: object,
        });
    }
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

const NONE: ReadonlyMap<string, Resource> = new Map();

function kindOf({ apiVersion, kind }: Resource): string {
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
