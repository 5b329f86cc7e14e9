import { readSync, writeSync } from 'node:fs';

/** Failure of standard input or output. */
export class StdioError extends Error {
  /** Code of the system, such as `ENOSPC`. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`standard input or output failed: ${code}`, { cause });
    this.code = code;
  }
}

/** Pipes hold 64 KiB: a larger piece saves nothing. */
const PIECE = 64 * 1024;

/** How long to wait for the other end of a pipe that would block, in milliseconds. */
const PAUSE = 2;

/** Reads a file descriptor to its end. Waits where it is a pipe that would block. Throws a `StdioError` where it cannot be read. */
export function readAll(descriptor: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const piece = new Uint8Array(PIECE);
    const length = patiently(() => readSync(descriptor, piece));
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, length));
  }
}

/**
 * Writes a text to a file descriptor and returns when the last byte is taken, over partial writes and pipes that would
 * block. The streams of `process` would lose what is still buffered at exit, and kpt deletes the files of lost items.
 * Throws a `StdioError` where the other end is closed.
 */
export function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    const written = patiently(() => writeSync(descriptor, rest));
    rest = rest.subarray(written);
  }
}

/** Writes a text for people, who may stop reading: a pipe that is closed, as by `| head -1`, is no failure. */
export function showAll(descriptor: number, text: string): void {
  try {
    writeAll(descriptor, text);
  } catch (error) {
    if (!(error instanceof StdioError) || error.code !== 'EPIPE') throw error;
  }
}

function patiently(act: () => number): number {
  for (;;) {
    try {
      return act();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      if (code !== 'EAGAIN') throw new StdioError(code, error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}
