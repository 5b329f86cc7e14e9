import { readSync, writeSync } from 'node:fs';

/** Failure of standard input or output. */
export class StdioError extends Error {
  /** Error code of the system, such as `ENOSPC`. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`standard input or output failed: ${code}`, { cause });
    this.code = code;
  }
}

/** Read size in bytes. Pipes hold 64 KiB, so a larger one saves nothing. */
const PIECE = 64 * 1024;

/** Time to wait for the other end of a pipe that would block, in milliseconds. */
const PAUSE = 2;

/** Reads a file descriptor to its end, waiting for a pipe that would block. Throws a `StdioError` if it cannot be read. */
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
 * Writes a text to a file descriptor and returns after the last byte is accepted, over partial writes and pipes that
 * would block. The streams of `process` would lose buffered data at exit, and kpt deletes the files of lost items.
 * Throws a `StdioError` if the other end is closed.
 */
export function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    const written = patiently(() => writeSync(descriptor, rest));
    rest = rest.subarray(written);
  }
}

/** Writes a text for people, who may stop reading: a closed pipe, as by `| head -1`, is not an error. */
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
