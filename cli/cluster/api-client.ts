import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { ClusterAccess } from '../../src/krm/index.ts';
import { answerOf, messageOf, type ApiAnswer } from './api-answer.ts';
import { ClusterFailure, connectionFailure, reasonOf } from './cluster-failure.ts';
import { runExecPlugin } from './exec-plugin.ts';
import { readKubeContext, type ClusterContext } from './kubeconfig.ts';
import { ReadingLimits } from './reading-limits.ts';

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
    if (isOfNobody(answer)) throw this.failure(path, `not authenticated: ${messageOf(answer)}`);
    return answer;
  }

  /** Returns the error for a request, with its server and the outcome. */
  failure(path: string, message: string): ClusterFailure {
    const { shownServer, name } = this.#context;
    return new ClusterFailure(`GET ${shownServer}${path}, ${name}: ${message}`);
  }

  #check(limit: string | undefined, path: string): void {
    if (limit === undefined) return;
    throw this.failure(
      path,
      `reading the cluster must take at most ${limit}: check the server, or read a folder with \`krm-variants run --objects\``,
    );
  }

  async #ask(url: URL, path: string): Promise<ApiAnswer> {
    const options = await this.#options(path);
    const signal = AbortSignal.timeout(this.#seconds * 1000);
    try {
      return await answerOf(url, options, signal);
    } catch (error) {
      const reason = signal.aborted ? `no response within ${this.#seconds} s` : connectionFailure(error);
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
      throw this.failure(path, `cannot get credentials: ${reasonOf(error)}`);
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
