import type { Resource } from './resource.ts';

/** How a live cluster is reached. What is not set is as kubectl takes it where it is not told. */
export interface ClusterAccess {
  /** Path of a kubeconfig, relative to where the program is called. If not set: `$KUBECONFIG`, `~/.kube/config`, the service account of a pod. */
  readonly kubeconfig?: string;
  /** Name of a context of the kubeconfig; its current one if not set. */
  readonly context?: string;
  /** How long one request may take, or a program that gives credentials, in seconds. */
  readonly timeoutSeconds: number;
}

/** A kind of objects, with its group and version. */
export type ClusterKind = Pick<Resource, 'apiVersion' | 'kind'>;

/** What is asked of a live cluster. */
export interface ClusterQuestion {
  readonly kinds: readonly ClusterKind[];
  /** Of kinds that have namespaces. */
  readonly namespace: string;
  readonly names: ReadonlySet<string>;
}

/** What a live cluster has of one kind. */
export type KindAnswer =
  /** Those of the names, each as JSON with numbers as the server wrote them, and whether there are any of other names. */
  | { readonly objects: readonly string[]; readonly hasOthers: boolean }
  /** Why there are none to be seen: the kind is unknown, or may not be read. */
  | { readonly refusal: string };

/** One answer for each kind, or why there are none: what was asked of whom, and what came of it. */
export type ClusterAnswer = { readonly kinds: readonly KindAnswer[] } | { readonly failure: string };

/**
 * Reads objects of a live cluster, and changes nothing there. Only plain data go in and come out: the reader is
 * a program of its own, with its own copies of our classes.
 */
export type ReadCluster = (access: ClusterAccess, question: ClusterQuestion) => Promise<ClusterAnswer>;
