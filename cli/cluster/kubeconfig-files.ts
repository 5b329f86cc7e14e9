import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
// The one file of the client that is needed: its door would bring in all of the API, too.
import { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import type { User } from '@kubernetes/client-node/dist/config_types.js';
import { parse } from 'yaml';
import { ClusterFailure, reasonOf } from './cluster-failure.ts';

/** What kubeconfigs say together. */
export interface LoadedConfig {
  readonly config: KubeConfig;
  /** Where it is from, for messages. */
  readonly origin: string;
}

/**
 * Loads a kubeconfig, or those that kubectl would take: of `$KUBECONFIG`, where those that are not there are passed over
 * and of two things of one name the first counts; else `~/.kube/config`; else the service account of a pod. Throws a
 * `ClusterFailure` where there is none, or one cannot be read.
 */
export function loadKubeconfig(kubeconfig: string | undefined): LoadedConfig {
  if (kubeconfig !== undefined) return { config: loadFile(kubeconfig), origin: kubeconfig };
  const named = process.env['KUBECONFIG'] || join(home(), '.kube/config');
  const files = named.split(delimiter).filter((file) => existsSync(file));
  if (files.length > 0) return { config: merged(files.map(loadFile)), origin: named };
  const config = new KubeConfig();
  if (!process.env['KUBECONFIG']) config.loadFromDefault();
  if (config.getCurrentContext() === IN_A_POD) return { config, origin: 'the service account' };
  throw new ClusterFailure(
    process.env['KUBECONFIG']
      ? `there is no kubeconfig: $KUBECONFIG is ${named}, which is not there`
      : `there is no kubeconfig: $KUBECONFIG is not set, ${named} is not there, and this is no pod`,
  );
}

/** That of a user whom the system does not know is the one that containers give them. */
function home(): string {
  try {
    return homedir() || '/';
  } catch {
    return '/';
  }
}

/** What the client calls the context that it makes of the service account of a pod. */
const IN_A_POD = 'inClusterContext';

/** The client finds the first of a name. */
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
    // Only once: it may be a pipe.
    const text = readFileSync(file, 'utf8');
    config.loadFromString(text);
    config.makePathsAbsolute(dirname(file));
    completeUsers(config, text, dirname(file));
  } catch (error) {
    throw new ClusterFailure(`${file} cannot be read as a kubeconfig: ${reasonOf(error)}`);
  }
  return config;
}

/** What the client passes over of users: `tokenFile`, and that the path of a program is relative to the kubeconfig. */
function completeUsers(config: KubeConfig, text: string, folder: string): void {
  const { users } = parse(text, { logLevel: 'error' }) as Written;
  config.users = config.users.map((user, index) => completeUser(user, users?.[index]?.user ?? {}, folder));
}

/** What we call the way by which the client reads a file of a token. */
export const TOKEN_FILE = 'tokenFile';

/** A kubeconfig, as far as the client does not read it. */
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

/** That of a pod, which is read when it is needed, goes before a token. */
function fromFile(tokenFile: string): Partial<User> {
  return { token: '', authProvider: { name: TOKEN_FILE, config: { tokenFile } } };
}

/** A token of OpenID Connect; renewing it is left to kubectl, which writes down what the next renewal needs. */
function fromProvider({ authProvider }: User): Partial<User> {
  const { name, config } = (authProvider ?? {}) as Provider;
  return name === 'oidc' ? { token: config?.['id-token'] ?? '', authProvider: null } : {};
}

/** What is built into clients. */
interface Provider {
  readonly name?: string;
  readonly config?: { readonly 'id-token'?: string } | null;
}
