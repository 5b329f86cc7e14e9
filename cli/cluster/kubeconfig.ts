import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import type { User } from '@kubernetes/client-node/dist/config_types.js';
import type { ClusterAccess } from '../../src/krm/index.ts';
import { ClusterFailure } from './cluster-failure.ts';
import { isTokenFile, loadKubeconfig, type Provider } from './kubeconfig-files.ts';

/** One context of a kubeconfig: a server and the user's credentials. */
export interface ClusterContext {
  readonly config: KubeConfig;
  /** URL without a trailing slash. */
  readonly server: string;
  /** URL without its password, for messages. */
  readonly shownServer: string;
  /** Name and origin of the context, for messages. */
  readonly name: string;
}

/** Finds the server and the credentials, by the same rules as kubectl. Throws a `ClusterFailure` if there are none. */
export function readKubeContext({ kubeconfig, context }: ClusterAccess): ClusterContext {
  const { config, origin } = loadKubeconfig(kubeconfig);
  if (context !== undefined) config.setCurrentContext(context);
  const current = currentContext(config);
  if (current === undefined) throw new ClusterFailure(`${origin} must have a current context`);
  const name = `context "${current}" of ${origin}`;
  if (config.getContextObject(current) === null) throw new ClusterFailure(`${name} does not exist`);
  const cluster = config.getCurrentCluster();
  if (cluster?.server === undefined) throw new ClusterFailure(`${name} must name an existing cluster`);
  checkUser(config.getCurrentUser(), name, kubeconfig === undefined);
  const server = cluster.server.replace(/\/+$/, '');
  const shownServer = server.replace(/^([a-z]+:\/\/)?.*@/i, '$1');
  if (!/^https?:/i.test(server) || !URL.canParse(server))
    throw new ClusterFailure(`${name} must name a server by an https URL, not "${shownServer}"`);
  if (/^http:/i.test(server) && !cluster.skipTLSVerify)
    throw new ClusterFailure(`${name} names a server without TLS: \`insecure-skip-tls-verify\` must be true`);
  return { config, server, shownServer, name: cluster.proxyUrl === undefined ? name : `${name} through its proxy` };
}

/**
 * Checks a user. Of the providers built into clients, only those that need no request or program are supported. A program
 * of the kubeconfig is run only if it is the user's own, since a configuration may name one that comes with a package.
 */
function checkUser(user: User | null, name: string, isOwn: boolean): void {
  if (user === null) throw new ClusterFailure(`${name} must name an existing user`);
  if (user.exec != null && !isOwn) throw new ClusterFailure(`${name} ${FOREIGN_PROGRAM}`);
  const provider = user.authProvider as Provider | null | undefined;
  if (provider != null && !isTokenFile(provider))
    throw new ClusterFailure(
      `${name} has a user with the unsupported auth-provider ${JSON.stringify(provider.name ?? '')}: use a token or \`exec\``,
    );
}

const FOREIGN_PROGRAM =
  'has a user with `exec`, and programs are run only for your own kubeconfig: name the context with `--context`, or ' +
  'leave out `kubeconfig` and set $KUBECONFIG';

/** Returns the current context, which the client wrongly types as always a string. */
function currentContext(config: KubeConfig): string | undefined {
  return config.getCurrentContext();
}
