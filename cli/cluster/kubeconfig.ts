import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import type { User } from '@kubernetes/client-node/dist/config_types.js';
import type { ClusterAccess } from '../../src/index.ts';
import { ClusterFailure } from './cluster-failure.ts';
import { loadKubeconfig, TOKEN_FILE } from './kubeconfig-files.ts';

/** One context of a kubeconfig: a server, and as whom it is asked. */
export interface ClusterContext {
  readonly config: KubeConfig;
  /** Without a slash at its end. */
  readonly server: string;
  /** Without the password that a URL may have, for messages. */
  readonly shownServer: string;
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
  checkUser(config.getCurrentUser(), name);
  const server = cluster.server.replace(/\/+$/, '');
  const shownServer = server.replace(/^([a-z]+:\/\/)?.*@/i, '$1');
  if (!/^https?:/i.test(server) || !URL.canParse(server))
    throw new ClusterFailure(`${name} names a server by what is no URL of https: ${shownServer}`);
  if (/^http:/i.test(server) && !cluster.skipTLSVerify)
    throw new ClusterFailure(`${name} names a server without TLS: it must have insecure-skip-tls-verify, too`);
  return { config, server, shownServer, name: cluster.proxyUrl === undefined ? name : `${name} through its proxy` };
}

/** Of the providers that are built into clients, only what needs no request or program is used. */
function checkUser(user: User | null, name: string): void {
  if (user === null) throw new ClusterFailure(`${name} names no user that is there`);
  const provider = (user.authProvider as { readonly name?: string } | null | undefined)?.name;
  if (provider !== undefined && provider !== TOKEN_FILE)
    throw new ClusterFailure(`${name} has a user of the auth-provider "${provider}": it must have a token, or exec`);
}

/** The client says that it is a string always. */
function currentContext(config: KubeConfig): string | undefined {
  return config.getCurrentContext();
}
