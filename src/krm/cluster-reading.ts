import type { Resource } from './resource.ts';

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
