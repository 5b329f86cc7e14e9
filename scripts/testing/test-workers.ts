import { fork, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { END_OF_OUTPUT, type TestRequest, type TestResult, type WorkerMessage } from './test-protocol.ts';

/** Result of a request, and everything that the tests printed. */
export interface Answer {
  readonly result: TestResult;
  readonly output: string;
}

/**
 * Longest time of one test, in milliseconds: the one limit of all tests. A test that takes longer hangs; the slowest
 * takes three minutes on a busy machine.
 */
const LONGEST_TEST = 20 * 60_000;

/**
 * Process that runs test files, one request at a time. It starts with the first request. If it ends unexpectedly, or a
 * test hangs, the request fails, and the next one gets a new process.
 */
export class TestWorker {
  readonly #env: NodeJS.ProcessEnv;
  readonly #patience: number;
  #child: ChildProcess | undefined;

  /**
   * `scale`: factor of the number of cases of properties, on which the longest time of a test depends. `longest`: that
   * time in milliseconds, at most for a factor of 1.
   */
  constructor(env: NodeJS.ProcessEnv, scale: number, longest = LONGEST_TEST) {
    this.#env = env;
    this.#patience = longest * Math.max(1, scale);
  }

  /** Runs tests. Calls `onTest` with the title of each one that starts. */
  run(request: TestRequest, onTest: (title: string) => void = () => {}): Promise<Answer> {
    const child = (this.#child ??= this.#start());
    let running = 'before the first test';
    const outputs = [child.stdout, child.stderr].map(readOutput);
    return new Promise((resolve) => {
      const fail = (error: string): void => {
        const failure = { file: request.files.join(' '), title: running, error };
        this.end();
        finish({ passed: 0, failures: [failure], skipped: [] });
      };
      let watch: NodeJS.Timeout | undefined;
      const wait = (patience: number): void => {
        clearTimeout(watch);
        watch = setTimeout(() => fail(`ended after ${patience / 60_000} minutes`), patience);
      };
      const listen = (message: WorkerMessage): void => {
        wait(this.#patience);
        if ('result' in message) return finish(message.result);
        running = message.running;
        onTest(running);
      };
      const stop = (code: number | null, signal: string | null): void =>
        fail(`the process of the tests ended: ${signal ?? `exit code ${code}`}`);
      const finish = (result: TestResult): void => {
        clearTimeout(watch);
        child.off('message', listen).off('exit', stop);
        void Promise.all(outputs).then((texts) => resolve({ result, output: texts.join('') }));
      };
      // For its start and for loading the files.
      wait(Math.max(LONGEST_TEST, this.#patience));
      child.on('message', listen).on('exit', stop).send(request);
    });
  }

  /** Ends the process and all processes that it has started. */
  end(): void {
    const pid = this.#child?.pid;
    this.#child = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // They have ended.
    }
  }

  /** Lets the process end by itself, so that it can write its coverage, and ends what it leaves. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.disconnect();
    await ended;
    this.end();
  }

  #start(): ChildProcess {
    return fork(fileURLToPath(new URL('test-worker.ts', import.meta.url)), {
      env: this.#env,
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // In a process group of its own, so that what it starts ends with it.
      detached: true,
    });
  }
}

/** Returns what a stream of a worker has for one request. */
function readOutput(stream: Readable | null): Promise<string> {
  return new Promise((resolve) => {
    let output = '';
    const end = (): void => {
      stream?.off('data', collect).off('end', end);
      resolve(output);
    };
    const collect = (text: string): void => {
      output += text;
      if (!output.endsWith(END_OF_OUTPUT)) return;
      output = output.slice(0, -END_OF_OUTPUT.length);
      end();
    };
    stream?.setEncoding('utf8').on('data', collect).on('end', end);
  });
}
