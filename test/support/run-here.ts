import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { runProgram } from '../../cli/main.ts';
import { allFunctions } from './all-functions.ts';
import type { Ended } from './child.ts';

const build = { version: '1.2.3', references: () => ({}) };

let functions: Awaited<ReturnType<typeof allFunctions>> | undefined;

/**
 * Runs `krm-variants` in this process, in a folder, and returns what it prints. One call at a time: the working
 * directory, and the functions of `node:fs` that reach the standard streams, are those of the process.
 */
export async function runHere(
  folder: string,
  args: readonly string[],
  input: Uint8Array = new Uint8Array(),
): Promise<Ended> {
  functions ??= await allFunctions();
  const streams = new Streams(input);
  const before = process.cwd();
  process.chdir(folder);
  streams.replace();
  try {
    const exitCode = await runProgram(functions, build, args);
    return { stdout: streams.text(1), stderr: streams.text(2), exitCode };
  } finally {
    streams.restore();
    process.chdir(before);
  }
}

/** Standard streams of a call: its input, and what it has written. */
class Streams {
  readonly #written: { readonly descriptor: number; readonly bytes: Uint8Array }[] = [];
  readonly #original = { readSync: fs.readSync, writeSync: fs.writeSync };
  #left: Uint8Array;

  constructor(input: Uint8Array) {
    this.#left = input;
  }

  replace(): void {
    const { readSync, writeSync } = this.#original;
    const read = (descriptor: number, buffer: Uint8Array): number =>
      descriptor === 0 ? this.#read(buffer) : readSync(descriptor, buffer);
    const write = (descriptor: number, bytes: Uint8Array): number =>
      descriptor === 1 || descriptor === 2 ? this.#write(descriptor, bytes) : writeSync(descriptor, bytes);
    Object.assign(fs, { readSync: read, writeSync: write });
    syncBuiltinESMExports();
  }

  restore(): void {
    Object.assign(fs, this.#original);
    syncBuiltinESMExports();
  }

  text(descriptor: number): string {
    const parts = this.#written.filter((each) => each.descriptor === descriptor).map(({ bytes }) => bytes);
    return Buffer.concat(parts).toString('utf8');
  }

  #read(buffer: Uint8Array): number {
    const part = this.#left.subarray(0, buffer.length);
    buffer.set(part);
    this.#left = this.#left.subarray(part.length);
    return part.length;
  }

  #write(descriptor: number, bytes: Uint8Array): number {
    this.#written.push({ descriptor, bytes: bytes.slice() });
    return bytes.length;
  }
}
