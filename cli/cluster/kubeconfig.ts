import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import type { ClusterAccess } from '../../src/index.ts';
import { ClusterFailure } from './cluster-failure.ts';
import { loadKubeconfig } from './kubeconfig-files.ts';

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
  const { config, origin } = loadKubeconfig(kubeconfig);
  if (context !== undefined) config.setCurrentContext(context);
  const current = currentContext(config);
  if (current === undefined) throw new ClusterFailure(`${origin} names no current context`);
  const name = `context "${current}" of ${origin}`;
  if (config.getContextObject(current) === null) throw new ClusterFailure(`there is no ${name}`);
  const cluster = config.getCurrentCluster();
  if (cluster?.server === undefined) throw new ClusterFailure(`${name} names no cluster that is there`);
  if (config.getCurrentUser() === null) throw new ClusterFailure(`${name} names no user that is there`);
  const server = cluster.server.replace(/\/+$/, '');
  if (!/^https?:/i.test(server) || !URL.canParse(server))
    throw new ClusterFailure(`${name} names a server by what is no URL of https: ${server}`);
  return { config, server, name: cluster.proxyUrl === undefined ? name : `${name} through its proxy` };
}

/** The client says that it is a string always. */
function currentContext(config: KubeConfig): string | undefined {
  return config.getCurrentContext();
}
