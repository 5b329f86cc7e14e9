import { isUtf8 } from 'node:buffer';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute, isWindows } from '../process/host-paths.ts';
import type { Readable } from 'node:stream';
import { utf8Damage } from '../../src/files/index.ts';
import { quoteGo } from '../../src/go-template/index.ts';
import type { ProgramEnd } from '../../src/host/index.ts';
import { KrmError } from '../../src/krm/index.ts';
import {
  ARGUMENTS_TOO_LONG,
  cannotStart,
  EXECUTABLE_NEEDED,
  INTERPRETER_NEEDED,
  noSuchProgram,
  NOT_ON_PATH,
  NUL_IN_ARGUMENT,
  outputTooLong,
  PATH_THROUGH_FILE,
  WINDOWS_PROGRAM_NEEDED,
} from '../../src/messages/programs.ts';
import { systemReason } from '../process/system-error.ts';
import { withCleanup } from './cleanup.ts';

/** Maximum output, in bytes: the maximum length of a string in V8. */
const MAX_OUTPUT = 2 ** 29 - 24;

/**
 * Runs a program without a shell, in this process's folder and environment, and writes `input` to its stdin. `command`:
 * the program and its arguments. Kills it with SIGKILL after `milliseconds`, without waiting for programs that it
 * started, and when a signal ends this process; `Infinity` is no limit. Throws a `KrmError` if it cannot be started, or
 * prints more than `maxOutput` bytes to stdout or stderr; a quarter of that to a stderr that is not UTF-8, since an
 * escape has four characters.
 */
export async function runProgram(
  command: readonly string[],
  input: string,
  milliseconds: number,
  maxOutput = MAX_OUTPUT,
): Promise<ProgramEnd> {
  const [program = '', ...args] = command;
  const run = new ProgramRun(program, args, maxOutput);
  const ended = await run.end(input, milliseconds);
  const [stdout, stderr] = [run.stdout(), run.stderr()];
  if (!isUtf8(stderr) && stderr.length > maxOutput / 4) throw tooLong(program, maxOutput / 4);
  return {
    stdout: stdout.toString(),
    ...(!isUtf8(stdout) && { damage: utf8Damage(stdout) }),
    stderr: isUtf8(stderr) ? stderr.toString() : escapedText(stderr),
    ...ended,
  };
}

/** Decodes UTF-8, with an escape such as `\xff` for each invalid byte and each invisible character. */
function escapedText(bytes: Buffer): string {
  const escaped = bytes.toString('latin1').replaceAll(/[\x80-\xff]+/g, (run) => quoteGo(run).slice(1, -1));
  return Buffer.from(escaped, 'latin1').toString();
}

type HowEnded = Pick<ProgramEnd, 'exitCode' | 'signal' | 'isTimedOut'>;

/** One run of a program. */
class ProgramRun {
  readonly #program: string;
  readonly #args: readonly string[];
  readonly #maxOutput: number;
  readonly #stdout: Buffer[] = [];
  readonly #stderr: Buffer[] = [];

  constructor(program: string, args: readonly string[], maxOutput: number) {
    this.#program = program;
    this.#args = args;
    this.#maxOutput = maxOutput;
  }

  stdout(): Buffer {
    return Buffer.concat(this.#stdout);
  }

  stderr(): Buffer {
    return Buffer.concat(this.#stderr);
  }

  /** Starts the program and waits until it ends and its output is closed, or until the time limit. */
  async end(input: string, milliseconds: number): Promise<HowEnded> {
    let child: ChildProcess | undefined;
    return await withCleanup(
      () => void child?.kill('SIGKILL'),
      () => {
        child = this.#start();
        return this.#endOf(child, input, milliseconds);
      },
    );
  }

  #endOf(child: ChildProcess, input: string, milliseconds: number): Promise<HowEnded> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        child.kill('SIGKILL');
        abandon(child);
        resolve({ exitCode: -1, signal: 'SIGKILL', isTimedOut: true });
      };
      const timer = Number.isFinite(milliseconds) ? setTimeout(stop, milliseconds) : undefined;
      const refuse = (error: KrmError): void => {
        clearTimeout(timer);
        reject(error);
        child.kill('SIGKILL');
        abandon(child);
      };
      child.on('error', (error) => refuse(startError(this.#program, error)));
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        resolve({ exitCode: code ?? -1, ...(signal !== null && { signal }), isTimedOut: false });
      });
      this.#collect(child.stdout, this.#stdout, refuse);
      this.#collect(child.stderr, this.#stderr, refuse);
      // A program may end before it has read its input.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    });
  }

  #start(): ChildProcess {
    try {
      return spawn(this.#program, this.#args);
    } catch (error) {
      throw startError(this.#program, error);
    }
  }

  #collect(stream: Readable | null, chunks: Buffer[], refuse: (error: KrmError) => void): void {
    let size = 0;
    stream?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > this.#maxOutput) refuse(tooLong(this.#program, this.#maxOutput));
    });
  }
}

/** Stops waiting for a program, since one that it started may keep its pipes open. */
function abandon(child: ChildProcess): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

function tooLong(program: string, limit: number): KrmError {
  return new KrmError([{ severity: 'error', code: 'limit-exceeded', message: outputTooLong(program, limit) }]);
}

/** Remedies by system error code, whose own messages differ between runtimes. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: EXECUTABLE_NEEDED,
  EPERM: EXECUTABLE_NEEDED,
  ENOENT: INTERPRETER_NEEDED,
  ENOTDIR: PATH_THROUGH_FILE,
  E2BIG: ARGUMENTS_TOO_LONG,
};

/** Codes on Windows for a file that is not a program, such as one that begins with `#!` or a `.cmd`. */
const NO_PROGRAM_OF_WINDOWS: readonly string[] = ['EBADF', 'EFTYPE', 'EINVAL', 'UNKNOWN'];

/** Returns the error for a program that cannot be started. Rethrows an error that is not a system error. */
function startError(program: string, error: unknown): KrmError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_INVALID_ARG_VALUE') return startFailure(program, NUL_IN_ARGUMENT);
  if (isWindows && NO_PROGRAM_OF_WINDOWS.includes(code)) return startFailure(program, WINDOWS_PROGRAM_NEEDED);
  if (!/^E[A-Z\d]+$/.test(code)) throw error;
  return startFailure(program, (code === 'ENOENT' ? absence(program) : REMEDIES[code]) ?? systemReason(code));
}

/** Returns the remedy for a program that does not exist; undefined if its interpreter does not. */
function absence(program: string): string | undefined {
  if (!program.includes('/')) return NOT_ON_PATH;
  return existsSync(program) ? REMEDIES['ENOENT'] : noSuchProgram(isAbsolute(program));
}

/** A program that cannot be started. */
export class StartError extends KrmError {}

function startFailure(program: string, remedy: string): KrmError {
  return new StartError([{ severity: 'error', code: 'function-unavailable', message: cannotStart(program, remedy) }]);
}
