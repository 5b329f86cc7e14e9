import { homedir } from 'node:os';
import { join } from 'node:path';
// The one file of the client that is needed: its door would bring in all of the API, too.
import { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import type { ClusterAccess } from '../../src/index.ts';
import { ClusterFailure, reasonOf } from './cluster-failure.ts';

/** One context of a kubeconfig: a server, and as whom it is asked. */
export interface ClusterContext {
  readonly config: KubeConfig;
  /** Without a slash at its end. */
  readonly server: string;
  /** The context and where it is from, for messages. */
  readonly name: string;
}

/** Finds the server and the credentials, by the same rules as kubectl. Throws a `ClusterFailure` where there are none. */
export function readContext({ kubeconfig, context }: ClusterAccess): ClusterContext {
  const config = new KubeConfig();
  const origin = load(config, kubeconfig);
  if (context !== undefined) config.setCurrentContext(context);
  const current = currentContext(config);
  if (current === undefined) throw new ClusterFailure(`${origin} names no current context`);
  const name = `context "${current}" of ${origin}`;
  if (config.getContextObject(current) === null) throw new ClusterFailure(`there is no ${name}`);
  const cluster = config.getCurrentCluster();
  if (cluster?.server === undefined) throw new ClusterFailure(`${name} names no cluster that is there`);
  if (config.getCurrentUser() === null) throw new ClusterFailure(`${name} names no user that is there`);
  const isProxied = cluster.proxyUrl !== undefined;
  return { config, server: cluster.server.replace(/\/+$/, ''), name: isProxied ? `${name} through its proxy` : name };
}

/** Returns where the configuration is from. */
function load(config: KubeConfig, kubeconfig: string | undefined): string {
  const origin = kubeconfig ?? (process.env['KUBECONFIG'] || join(homedir(), '.kube/config'));
  try {
    if (kubeconfig === undefined) config.loadFromDefault();
    else config.loadFromFile(kubeconfig);
  } catch (error) {
    throw new ClusterFailure(`${origin} cannot be read as a kubeconfig: ${reasonOf(error)}`);
  }
  if (config.getCurrentContext() === IN_A_POD) return 'the service account';
  if (config.getCurrentContext() === NOT_CONFIGURED)
    throw new ClusterFailure(
      `there is no kubeconfig: $KUBECONFIG is not set, ${origin} is not there, and this is no pod`,
    );
  return origin;
}

/** What the client calls the context that it makes of the service account of a pod. */
const IN_A_POD = 'inClusterContext';

/** What it calls the one that it makes where it finds nothing. */
const NOT_CONFIGURED = 'loaded-context';

/** The client says that it is a string always. */
function currentContext(config: KubeConfig): string | undefined {
  return config.getCurrentContext();
}
