import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { ClusterAccess } from '../../src/index.ts';
import { ClusterFailure, connectionFailure, reasonOf } from './cluster-failure.ts';
import { readContext, type ClusterContext } from './kubeconfig.ts';

/** What an API server answered. */
export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

/** Asks one API server. The client of Kubernetes' own would make numbers of JSON's, and lose what JavaScript's cannot hold. */
export class ApiClient {
  readonly #context: ClusterContext;
  readonly #seconds: number;

  /** Throws a `ClusterFailure` where the configuration names no server. */
  constructor(access: ClusterAccess) {
    this.#context = readContext(access);
    this.#seconds = access.timeoutSeconds;
  }

  /**
   * Reads a path of the API. Throws a `ClusterFailure` where nothing was answered, or the server does not know who asks.
   * Any other status is the caller's.
   */
  async get(path: string, query: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
    const url = new URL(`${this.#context.server}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await this.#ask(url);
    if (answer.status === 401) throw this.failure(path, `not authenticated: ${messageOf(answer)}`);
    return answer;
  }

  /** The error that says what was asked of whom, and what came of it. */
  failure(path: string, message: string): ClusterFailure {
    const { server, name } = this.#context;
    return new ClusterFailure(`GET ${server}${path}, ${name}: ${message}`);
  }

  async #ask(url: URL): Promise<ApiAnswer> {
    const options = await this.#options(url);
    const signal = AbortSignal.timeout(this.#seconds * 1000);
    try {
      return await ask(url, { ...options, signal });
    } catch (error) {
      const reason = signal.aborted ? `no answer within ${this.#seconds} s` : connectionFailure(error);
      throw this.failure(url.pathname, reason);
    }
  }

  async #options({ pathname }: URL): Promise<RequestOptions> {
    const options: RequestOptions = {
      method: 'GET',
      headers: { Accept: 'application/json', 'User-Agent': 'krm-variants' },
    };
    try {
      await this.#context.config.applyToHTTPSOptions(options);
    } catch (error) {
      throw this.failure(pathname, `the credentials cannot be had: ${reasonOf(error)}`);
    }
    return options;
  }
}

/** What a server says in the Status that it answers in place of what was asked for. */
export function messageOf({ status, text }: ApiAnswer): string {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    return typeof message === 'string' && message !== '' ? message : `status ${status}`;
  } catch {
    return `status ${status}`;
  }
}

async function ask(url: URL, options: RequestOptions): Promise<ApiAnswer> {
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(url, options, resolve).on('error', reject).end();
  });
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return { status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') };
}
