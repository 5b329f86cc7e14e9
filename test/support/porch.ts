import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { basename } from 'node:path';
import type { Ended } from './child.ts';
import type { Containers } from './containers.ts';

/** Maximum message size, in bytes, between Porch and its server in the image, unless another limit is set. */
export const MAX_MESSAGE_SIZE = 6 * 1024 * 1024;

/** Result of a call: the output of the function, and its interpretation by a server in Go. */
export interface PorchAnswer extends Ended {
  /** Id of the process that was started for this call, in the container. */
  readonly pid: number;
  /** Results on stdout, as text. */
  readonly results: string;
  /** Reason why stdout is not a ResourceList; '' if it is one, whatever the exit code. */
  readonly error: string;
}

/** Configuration of an image for running it. */
export interface ImageConfig {
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly User?: string;
}

export function imageConfig(containers: Containers, image: string): ImageConfig {
  return JSON.parse(containers.podman('image', 'inspect', '--format', '{{json .Config}}', image)) as ImageConfig;
}

/**
 * Container like a pod of Porch: it contains an image, and a server installed by Porch, which runs the image's
 * ENTRYPOINT for each call. The server is `test/e2e/porch`.
 */
export class PorchContainer {
  readonly #container: ChildProcessWithoutNullStreams;
  readonly #pending = new Map<number, (answer: PorchAnswer) => void>();
  #calls = 0;

  /** Starts the container; `environment` contains variables of the pod, as `NAME=value`. */
  constructor(containers: Containers, image: string, server: string, environment: readonly string[] = []) {
    const inside = `/wrapper-server-tools/${basename(server)}`;
    const command = [inside, ...(imageConfig(containers, image).Entrypoint ?? [])];
    const confined = ['--network', 'none', '--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];
    const mount = ['--volume', `${server}:${inside}:ro`, '--entrypoint', JSON.stringify(command)];
    const variables = environment.flatMap((variable) => ['--env', variable]);
    const args = ['run', '--rm', '--interactive', ...confined, ...variables, ...mount, image];
    this.#container = spawn('podman', args, { env: { ...process.env, ...containers.env } });
    this.#container.stderr.pipe(process.stderr);
    createInterface(this.#container.stdout).on('line', (line) => this.#take(line));
  }

  /** Calls the function; calls may overlap. */
  call(list: string): Promise<PorchAnswer> {
    const id = this.#calls++;
    const request = { ID: id, ResourceList: Buffer.from(list).toString('base64') };
    const answer = new Promise<PorchAnswer>((resolve) => this.#pending.set(id, resolve));
    this.#container.stdin.write(`${JSON.stringify(request)}\n`);
    return answer;
  }

  /** Ends the server, which ends the container. */
  async close(): Promise<void> {
    this.#container.stdin.end();
    await once(this.#container, 'close');
    assert.equal(this.#container.exitCode, 0);
  }

  #take(line: string): void {
    const answer = JSON.parse(line) as GoAnswer;
    this.#pending.get(answer.ID)?.({
      pid: answer.Pid,
      exitCode: answer.ExitCode,
      stdout: decoded(answer.Stdout),
      stderr: decoded(answer.Stderr),
      results: answer.Results,
      error: answer.Error,
    });
  }
}

/** Answer as `test/e2e/porch` writes it; bytes are base64. */
interface GoAnswer {
  readonly ID: number;
  readonly Pid: number;
  readonly ExitCode: number;
  readonly Stdout: string | null;
  readonly Stderr: string | null;
  readonly Results: string;
  readonly Error: string;
}

function decoded(base64: string | null): string {
  return Buffer.from(base64 ?? '', 'base64').toString('utf8');
}
