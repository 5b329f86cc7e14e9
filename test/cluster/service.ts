import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Server program that runs until it is ended, or this process ends. */
export class Service {
  readonly #command: string;
  readonly #log: string;
  readonly #child: ChildProcess;
  readonly #kill = (): boolean => this.#child.kill('SIGKILL');

  /** Starts the program. Its output is written to the file `log`. */
  constructor(command: string, args: readonly string[], log: string) {
    this.#command = command;
    this.#log = log;
    const output = openSync(log, 'w');
    this.#child = spawn(command, args, { stdio: ['ignore', output, output] });
    closeSync(output);
    process.once('exit', this.#kill);
  }

  /** Waits until the program answers. Throws, with the end of its output, if it exits first. */
  async until(isReady: () => Promise<boolean>): Promise<void> {
    while (!(await isReady())) {
      if (this.#hasEnded())
        throw new Error(`${this.#command} has ended:\n${readFileSync(this.#log, 'utf8').slice(-4000)}`);
      await setTimeout(50);
    }
  }

  /** Kills the program, and waits for its end. It need not clean up, since its folder is removed. */
  async end(): Promise<void> {
    process.off('exit', this.#kill);
    if (this.#hasEnded()) return;
    const ended = once(this.#child, 'exit');
    this.#kill();
    await ended;
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

/** Returns a port of the loopback interface that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
