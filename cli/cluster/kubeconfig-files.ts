import { existsSync, readFileSync } from 'node:fs';
import { homedir } from '../process/host-folders.ts';
import { delimiter, dirname, join, resolve } from '../process/host-paths.ts';
// The only file of the client that is needed: its entry point would import the whole API, too.
import { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import type { User } from '@kubernetes/client-node/dist/config_types.js';
import { parse } from 'yaml';
import { kubeconfigUnreadable, noKubeconfig } from '../../src/messages/cluster.ts';
import { ClusterFailure, reasonOf } from './cluster-failure.ts';

/** Merged kubeconfigs. */
export interface LoadedConfig {
  readonly config: KubeConfig;
  /** Origin, for messages. */
  readonly origin: string;
}

/**
 * Loads a kubeconfig, or those that kubectl would use: the files of `$KUBECONFIG`, ignoring absent ones and preferring
 * the first of equal names; else `~/.kube/config`; else the service account of a pod. Throws a `ClusterFailure` if
 * there is none, or one cannot be read.
 */
export function loadKubeconfig(kubeconfig: string | undefined): LoadedConfig {
  if (kubeconfig !== undefined) return { config: loadFile(kubeconfig), origin: kubeconfig };
  const named = process.env['KUBECONFIG'] || join(home(), '.kube/config');
  const files = named.split(delimiter).filter((file) => existsSync(file));
  if (files.length > 0) return { config: merged(files.map(loadFile)), origin: named };
  const config = new KubeConfig();
  if (!process.env['KUBECONFIG']) config.loadFromDefault();
  if (config.getCurrentContext() === IN_A_POD) return { config, origin: 'the service account' };
  throw new ClusterFailure(noKubeconfig(named, process.env['KUBECONFIG'] ? 'variable' : 'default'));
}

/** Returns the home folder; for a user unknown to the system, that of containers. */
function home(): string {
  try {
    return homedir() || '/';
  } catch {
    return '/';
  }
}

/** Name that the client gives to the context made from the service account of a pod. */
const IN_A_POD = 'inClusterContext';

/** Merges kubeconfigs; the client finds the first of a name. */
function merged(configs: readonly KubeConfig[]): KubeConfig {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: configs.flatMap(({ clusters }) => clusters),
    users: configs.flatMap(({ users }) => users),
    contexts: configs.flatMap(({ contexts }) => contexts),
    currentContext: configs.map(({ currentContext }) => currentContext).find(Boolean),
  });
  return config;
}

function loadFile(file: string): KubeConfig {
  const config = new KubeConfig();
  try {
    // Read once: it may be a pipe.
    const text = readFileSync(file, 'utf8');
    config.loadFromString(text);
    config.makePathsAbsolute(dirname(file));
    completeUsers(config, text, dirname(file));
  } catch (error) {
    throw new ClusterFailure(kubeconfigUnreadable(file, reasonOf(error)));
  }
  return config;
}

/** Completes users with what the client ignores: `tokenFile`, and program paths relative to the kubeconfig. */
function completeUsers(config: KubeConfig, text: string, folder: string): void {
  const { users } = parse(text, { logLevel: 'error' }) as Written;
  config.users = config.users.map((user, index) => completeUser(user, users?.[index]?.user ?? {}, folder));
}

/** Name of the provider that makes the client read a token file. */
const TOKEN_FILE = 'tokenFile';

/** Reports whether a provider only reads a token file. The client runs a program for `exec` in any provider. */
export function isTokenFile({ name, config }: Provider): boolean {
  return name === TOKEN_FILE && config?.exec === undefined;
}

/** Fields of a kubeconfig that the client does not read. */
interface Written {
  readonly users?: readonly { readonly user?: WrittenUser | null }[];
}

interface WrittenUser {
  readonly tokenFile?: string;
  readonly exec?: { readonly command?: string } | null;
}

function completeUser(user: User, { tokenFile, exec }: WrittenUser, folder: string): User {
  const program = exec?.command?.includes('/') && { exec: { ...exec, command: resolve(folder, exec.command) } };
  return { ...user, ...program, ...(tokenFile ? fromFile(resolve(folder, tokenFile)) : fromProvider(user)) };
}

/** Returns a user with a token file, which is read on demand and precedes a token. */
function fromFile(tokenFile: string): Partial<User> {
  return { token: '', authProvider: { name: TOKEN_FILE, config: { tokenFile } } };
}

/** Returns the token of OpenID Connect; renewal is left to kubectl, which stores the data for the next one. */
function fromProvider({ authProvider }: User): Partial<User> {
  const { name, config } = (authProvider ?? {}) as Provider;
  return name === 'oidc' ? { token: config?.['id-token'] ?? '', authProvider: null } : {};
}

/** Authentication provider built into clients. */
export interface Provider {
  readonly name?: string;
  readonly config?: { readonly 'id-token'?: string; readonly exec?: unknown } | null;
}
