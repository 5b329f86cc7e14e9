import { groupBy } from '../group-by.ts';
import { type Resource, sameNamespace } from './resource.ts';
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

/** Access to a live cluster. Unset fields default as in kubectl. */
export interface ClusterAccess {
  /**
   * Path of a kubeconfig, relative to the working directory. Defaults to `$KUBECONFIG`, then `~/.kube/config`, then the
   * service account of a pod. Programs for credentials are run only for these defaults, which are the user's own: a
   * kubeconfig that a configuration names may come with a package.
   */
  readonly kubeconfig?: string;
  /** Name of a context of the kubeconfig. Defaults to its current context. */
  readonly context?: string;
  /** Time limit in seconds for a request, and for a program that returns credentials. */
  readonly timeoutSeconds: number;
}

/** Default time limit in seconds. An answer takes less than a second, so a longer request hangs. */
export const TIMEOUT_SECONDS = 30;

/** Kind of objects, with its group and version. */
export type ClusterKind = Pick<Resource, 'apiVersion' | 'kind'>;

/** Query to a live cluster. */
export interface ClusterQuestion {
  readonly kinds: readonly ClusterKind[];
  /** Namespace to read, for kinds that have namespaces. */
  readonly namespace: string;
  /** Names of the objects to return. Defaults to all. */
  readonly names?: ReadonlySet<string> | undefined;
}

/** Objects of one kind in a live cluster. */
export type KindAnswer =
  /** Requested objects, each as JSON with numbers as the server wrote them, and whether others exist. */
  | { readonly objects: readonly string[]; readonly hasOthers: boolean }
  /** Reason why no objects are visible: the kind is unknown, or access is denied. */
  | { readonly refusal: string };

/** One answer for each kind, or the failure: the request, its server and the outcome. */
export type ClusterAnswer = { readonly kinds: readonly KindAnswer[] } | { readonly failure: string };

/**
 * Reads objects of a live cluster, and changes nothing there. Passes only plain data: the reader is a separate program
 * with its own copies of our classes.
 */
export type ReadCluster = (access: ClusterAccess, question: ClusterQuestion) => Promise<ClusterAnswer>;

/** Reads objects of one live cluster, and changes nothing there. */
export type AskCluster = (question: ClusterQuestion) => Promise<ClusterAnswer>;
