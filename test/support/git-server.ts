import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('git-http-program.ts', import.meta.url));

/** An HTTP server of git repositories on loopback, in a process of its own. */
export class GitServer {
  readonly url: string;
  /** Headers of the requests, complete once the server has ended. */
  readonly headers: readonly IncomingHttpHeaders[];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #requests: readonly string[];

  private constructor(
    child: ChildProcessWithoutNullStreams,
    port: string,
    log: Pick<GitServer, 'headers'> & { readonly requests: readonly string[] },
  ) {
    this.#child = child;
    this.#requests = log.requests;
    this.headers = log.headers;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Serves the repositories in a folder. `password`: `USER:PASSWORD` that it requires. */
  static async start(folder: string, password?: string): Promise<GitServer> {
    const child = spawn(process.execPath, [program, folder, ...(password === undefined ? [] : [password])]);
    child.stderr.pipe(process.stderr);
    const lines = createInterface(child.stdout);
    return await new Promise((resolve, reject) => {
      const requests: string[] = [];
      const headers: IncomingHttpHeaders[] = [];
      lines.on('line', (line) => {
        const [, port] = /^port (\d+)$/.exec(line) ?? [];
        if (port !== undefined) resolve(new GitServer(child, port, { requests, headers }));
        else if (line.startsWith('headers '))
          headers.push(JSON.parse(line.slice('headers '.length)) as IncomingHttpHeaders);
        else requests.push(line);
      });
      child.on('exit', () => reject(new Error('the server did not start')));
    });
  }

  /** Host as another name of it has it: `localhost`. */
  get otherHost(): string {
    return this.host.replace('127.0.0.1', 'localhost');
  }

  get host(): string {
    return new URL(this.url).host;
  }

  /** Ends the server. Returns all requests: method, host and path. */
  async stop(): Promise<readonly string[]> {
    this.#child.kill();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
    return this.#requests;
  }
}
