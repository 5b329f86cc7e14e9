import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../cli/run-support.ts';
import { until } from './running.ts';

/** Registry of images on a free port of this machine, without TLS, which keeps them in a temporary folder. */
export class Registry {
  readonly #folder: string;
  readonly #server: ChildProcess;
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  /** For clients: a pull from this registry needs no TLS. */
  readonly env: Readonly<Record<string, string>>;

  private constructor(folder: string, server: ChildProcess, host: string) {
    this.#folder = folder;
    this.#server = server;
    this.host = host;
    this.env = { CONTAINERS_REGISTRIES_CONF: join(folder, 'registries.conf') };
    writeFiles(folder, { 'registries.conf': `[[registry]]\nlocation = "${host}"\ninsecure = true\n` });
  }

  static async open(): Promise<Registry> {
    const folder = mkdtempSync(join(tmpdir(), 'krm-variants-registry-'));
    const log = join(folder, 'log');
    writeFiles(folder, {
      'config.yaml': `version: 0.1
storage: {filesystem: {rootdirectory: '${folder}/data'}}
http: {addr: '127.0.0.1:0'}
`,
    });
    // Not a pipe: nobody would read it while a test waits for a command.
    const output = openSync(log, 'w');
    const server = spawn('docker-registry', ['serve', join(folder, 'config.yaml')], {
      stdio: ['ignore', 'ignore', output],
    });
    closeSync(output);
    const listening = (): string | undefined => /listening on (127\.0\.0\.1:\d+)/.exec(readFileSync(log, 'utf8'))?.[1];
    return new Registry(folder, server, await until(listening));
  }

  /** Returns the API's answer, with its digest. */
  async get(path: string, accept = 'application/json'): Promise<{ readonly body: unknown; readonly digest: string }> {
    const answer = await this.#fetch(path, accept);
    return { body: await answer.json(), digest: answer.headers.get('docker-content-digest') ?? '' };
  }

  /** Returns a blob of a repository: a layer, or the configuration of an image. */
  async blob(repository: string, digest: string): Promise<Buffer> {
    const answer = await this.#fetch(`${repository}/blobs/${digest}`, '*/*');
    return Buffer.from(await answer.arrayBuffer());
  }

  async #fetch(path: string, accept: string): Promise<Response> {
    const answer = await fetch(`http://${this.host}/v2/${path}`, { headers: { accept } });
    assert.equal(answer.status, 200, path);
    return answer;
  }

  /** Returns the size in bytes of each stored blob, in descending order. */
  blobSizes(): number[] {
    const found = readdirSync(join(this.#folder, 'data'), { recursive: true, withFileTypes: true });
    const blobs = found.filter(({ name, parentPath }) => name === 'data' && parentPath.includes('/blobs/'));
    return blobs.map(({ name, parentPath }) => statSync(join(parentPath, name)).size).toSorted((a, b) => b - a);
  }

  async close(): Promise<void> {
    const ended = once(this.#server, 'exit');
    this.#server.kill();
    await ended;
    rmSync(this.#folder, { recursive: true });
  }
}
