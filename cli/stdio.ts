import { readSync, writeSync } from 'node:fs';

/** Pipes hold 64 KiB: a larger piece saves nothing. */
const PIECE = 64 * 1024;

/** How long to wait for the other end of a pipe that would block, in milliseconds. */
const PAUSE = 2;

/** Reads a file descriptor to its end. Waits where it is a pipe that would block. Throws where it cannot be read. */
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
 * Throws where the other end is closed.
 */
export function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    const written = patiently(() => writeSync(descriptor, rest));
    rest = rest.subarray(written);
  }
}

function patiently(act: () => number): number {
  for (;;) {
    try {
      return act();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      if (code !== 'EAGAIN') throw new Error(`standard input or output failed: ${code}`, { cause: error });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}
