import { execFile } from 'node:child_process';
import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import type { User } from '@kubernetes/client-node/dist/config_types.js';
import type { ClusterAccess } from '../../src/krm/index.ts';
import {
  clusterNeeded,
  contextName,
  contextNeeded,
  credentialNeeded,
  foreignProgram,
  noContext,
  noCredentials,
  noResponse,
  notAuthenticated,
  programFailed,
  programHangs,
  readingTooLarge,
  requestFailed,
  serverUrlNeeded,
  throughProxy,
  tlsNeeded,
  unsupportedProvider,
  userNeeded,
} from '../../src/messages/cluster.ts';
import { answerOf, type ApiAnswer, messageOf } from './api-answer.ts';
import { ClusterFailure, connectionFailure, reasonOf } from './cluster-failure.ts';
import { isTokenFile, loadKubeconfig, type Provider } from './kubeconfig-files.ts';

/** Credential program of a user in a kubeconfig (client.authentication.k8s.io). */
interface ExecPlugin {
  readonly apiVersion?: string;
  readonly command?: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly provideClusterInfo?: boolean;
}

/** Output of such a program. */
interface ExecCredential {
  readonly status?: {
    readonly token?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
  };
}

/**
 * Replaces the program of the current user, if any, by the credentials that it prints. The client would run it for each
 * request, wait without a limit, and omit information that it may need. Throws a `ClusterFailure` that names the
 * problem.
 */
export async function runExecPlugin(config: KubeConfig, seconds: number): Promise<void> {
  const user = config.getCurrentUser();
  const plugin = user?.exec as ExecPlugin | null | undefined;
  if (user === null || !plugin?.command) return;
  const printed = await run(plugin, plugin.command, infoFor(plugin, config), seconds);
  config.users = [{ ...user, exec: null, ...credentialsOf(printed, plugin.command) }];
}

/** Returns the program's input: not interactive, and the cluster if it asks for it. */
function infoFor({ apiVersion, provideClusterInfo = false }: ExecPlugin, config: KubeConfig): string {
  const cluster = config.getCurrentCluster();
  const described = {
    server: cluster?.server,
    'tls-server-name': cluster?.tlsServerName,
    'insecure-skip-tls-verify': cluster?.skipTLSVerify,
    'certificate-authority-data': cluster?.caData,
    'proxy-url': cluster?.proxyUrl,
  };
  const spec = { interactive: false, ...(provideClusterInfo && { cluster: described }) };
  return JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
}

async function run({ args, env }: ExecPlugin, command: string, info: string, seconds: number): Promise<string> {
  const variables = (env ?? []).map(({ name, value }) => [name, value] as const);
  const options = {
    env: { ...process.env, ...Object.fromEntries(variables), KUBERNETES_EXEC_INFO: info },
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  } as const;
  return await new Promise((resolve, reject) => {
    const child = execFile(command, args ?? [], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (error.killed) reject(new ClusterFailure(programHangs(command, seconds)));
      else if (typeof error.code === 'string') reject(new ClusterFailure(reasonOf(error)));
      else reject(new ClusterFailure(programFailed(command, String(error.code ?? error.signal), shown(stderr))));
    });
    child.stdin?.end();
  });
}

/** Returns the error output of a program without possible tokens. */
function shown(stderr: string): string {
  return stderr
    .replaceAll(/[\w+=-]{40,}/g, '...')
    .slice(0, LONGEST_SAID)
    .trim();
}

/** Maximum length in characters: some programs log every step. */
const LONGEST_SAID = 1000;

function credentialsOf(printed: string, command: string): object {
  const { token, clientCertificateData, clientKeyData } = parse(printed)?.status ?? {};
  if (token === undefined && clientCertificateData === undefined) throw new ClusterFailure(credentialNeeded(command));
  return {
    ...(token !== undefined && { token }),
    ...(clientCertificateData !== undefined && { certData: toBase64(clientCertificateData) }),
    ...(clientKeyData !== undefined && { keyData: toBase64(clientKeyData) }),
  };
}

function parse(text: string): ExecCredential | null {
  try {
    return JSON.parse(text) as ExecCredential | null;
  } catch {
    return null;
  }
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/**
 * Client of one API server. Kubernetes' own client would parse JSON numbers, and lose those beyond JavaScript's
 * precision.
 */
export class ApiClient {
  readonly #context: ClusterContext;
  readonly #seconds: number;
  readonly #limits: ReadingLimits;

  /** Throws a `ClusterFailure` if the configuration names no server. */
  constructor(access: ClusterAccess) {
    this.#context = readKubeContext(access);
    this.#seconds = access.timeoutSeconds;
    this.#limits = new ReadingLimits(access.timeoutSeconds);
  }

  /**
   * Reads a path of the API. Throws a `ClusterFailure` if there is no answer, if all requests together exceed a limit,
   * or if the server does not authenticate the user. Returns any other status to the caller.
   */
  async get(path: string, query: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
    const url = new URL(`${this.#context.server}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    this.#check(this.#limits.countRequest(), path);
    const answer = await this.#ask(url, path);
    this.#check(this.#limits.countAnswer(answer.text), path);
    if (isOfNobody(answer)) throw this.failure(path, notAuthenticated(messageOf(answer)));
    return answer;
  }

  /** Returns the error for a request, with its server and the outcome. */
  failure(path: string, message: string): ClusterFailure {
    const { shownServer, name } = this.#context;
    return new ClusterFailure(requestFailed(`${shownServer}${path}`, name, message));
  }

  #check(limit: Limit | undefined, path: string): void {
    if (limit !== undefined) throw this.failure(path, readingTooLarge(...limit));
  }

  async #ask(url: URL, path: string): Promise<ApiAnswer> {
    const options = await this.#options(path);
    const signal = AbortSignal.timeout(this.#seconds * 1000);
    try {
      return await answerOf(url, options, signal);
    } catch (error) {
      const reason = signal.aborted ? noResponse(this.#seconds) : connectionFailure(error);
      throw this.failure(path, reason);
    }
  }

  async #options(path: string): Promise<RequestOptions> {
    const headers: OutgoingHttpHeaders = { Accept: 'application/json', 'User-Agent': 'krm-variants' };
    const options: RequestOptions = { method: 'GET', headers };
    const { config } = this.#context;
    try {
      await runExecPlugin(config, this.#seconds);
      await config.applyToHTTPSOptions(options);
    } catch (error) {
      throw this.failure(path, noCredentials(reasonOf(error)));
    }
    // A token read from a file may end with a line break.
    const { Authorization: token } = headers;
    if (typeof token === 'string') headers['Authorization'] = token.trim();
    return options;
  }
}

/** Reports whether a server does not authenticate the user; a server that admits anonymous users only denies access. */
function isOfNobody(answer: ApiAnswer): boolean {
  return answer.status === 401 || (answer.status === 403 && /"system:anonymous"/.test(messageOf(answer)));
}

/**
 * Maximum number of requests in one reading: with 500 objects in each answer enough for 500,000 objects, more than
 * clusters are designed for.
 */
const MOST_REQUESTS = 1000;

/** Maximum size of all answers together in megabytes: twice that of a single one. */
const MOST_MEGABYTES = 512;

/**
 * Time limit of a whole reading, as a multiple of that of one request, so that a reading takes a few minutes at most.
 */
const MOST_TIMEOUTS = 10;

/** A limit that is exceeded. */
type Limit = Parameters<typeof readingTooLarge>;

/** Limits of a whole reading: a server can split its answer into any number of pages, each within its own limits. */
class ReadingLimits {
  readonly #seconds: number;
  readonly #end: number;
  #requests = 0;
  #bytes = 0;

  /** `timeoutSeconds`: time limit of one request. */
  constructor(timeoutSeconds: number) {
    this.#seconds = timeoutSeconds * MOST_TIMEOUTS;
    this.#end = performance.now() + this.#seconds * 1000;
  }

  /** Counts one more request. Returns the exceeded limit, if any. */
  countRequest(): Limit | undefined {
    this.#requests++;
    if (this.#requests > MOST_REQUESTS) return [MOST_REQUESTS, 'requests'];
    return performance.now() > this.#end ? [this.#seconds, 's'] : undefined;
  }

  /** Counts the text of an answer. Returns the exceeded limit, if any. */
  countAnswer(text: string): Limit | undefined {
    this.#bytes += Buffer.byteLength(text);
    return this.#bytes > MOST_MEGABYTES * 1e6 ? [MOST_MEGABYTES, 'MB'] : undefined;
  }
}

/** One context of a kubeconfig: a server and the user's credentials. */
interface ClusterContext {
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
  if (current === undefined) throw new ClusterFailure(contextNeeded(origin));
  const name = contextName(current, origin);
  if (config.getContextObject(current) === null) throw new ClusterFailure(noContext(name));
  const cluster = config.getCurrentCluster();
  if (cluster?.server === undefined) throw new ClusterFailure(clusterNeeded(name));
  checkUser(config.getCurrentUser(), name, kubeconfig === undefined);
  const server = cluster.server.replace(/\/+$/, '');
  const shownServer = server.replace(/^([a-z]+:\/\/)?.*@/i, '$1');
  if (!/^https?:/i.test(server) || !URL.canParse(server)) throw new ClusterFailure(serverUrlNeeded(name, shownServer));
  if (/^http:/i.test(server) && !cluster.skipTLSVerify) throw new ClusterFailure(tlsNeeded(name));
  return { config, server, shownServer, name: cluster.proxyUrl === undefined ? name : throughProxy(name) };
}

/**
 * Checks a user. Of the providers built into clients, only those that need no request or program are supported. A
 * program of the kubeconfig is run only if it is the user's own, since a configuration may name one that comes with a
 * package.
 */
function checkUser(user: User | null, name: string, isOwn: boolean): void {
  if (user === null) throw new ClusterFailure(userNeeded(name));
  if (user.exec != null && !isOwn) throw new ClusterFailure(foreignProgram(name));
  const provider = user.authProvider as Provider | null | undefined;
  if (provider != null && !isTokenFile(provider))
    throw new ClusterFailure(unsupportedProvider(name, provider.name ?? ''));
}

/** Returns the current context, which the client wrongly types as always a string. */
function currentContext(config: KubeConfig): string | undefined {
  return config.getCurrentContext();
}
