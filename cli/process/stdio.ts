import { fstatSync, readSync, statSync, writeSync } from 'node:fs';
import { pause } from './pause.ts';
import { systemReason } from './system-error.ts';

/** Name of standard input on the command line. */
export const STDIN = '-';

/** Paths of open descriptors of a process, such as those that a shell makes of `<(...)`. */
const DESCRIPTOR = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/**
 * Reports whether a path is a stream, which can be read once and not be replaced: a descriptor, a named pipe, or a
 * device.
 */
export function isStream(path: string): boolean {
  if (DESCRIPTOR.test(path)) return true;
  try {
    const stats = statSync(path);
    return !stats.isFile() && !stats.isDirectory();
  } catch {
    return false;
  }
}

/** Failure of standard input or output. */
export class StdioError extends Error {
  /** Error code of the system, such as `ENOSPC`. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`standard input or output failed: ${systemReason(code)}`, { cause });
    this.code = code;
  }
}

/** Minimum size of the read buffer, in bytes: the capacity of a pipe. */
const PIPE = 64 * 1024;

/** Number of characters to encode and write at a time: allocating more memory costs more than additional calls. */
const PIECE = 1024 * 1024;

/** Interval between attempts on a pipe that would block, in milliseconds. */
const PAUSE = 2;

/**
 * Reads a file descriptor to its end, waiting for a pipe that would block. Throws a `StdioError` if it cannot be read.
 */
export function readAll(descriptor: number): Uint8Array {
  // One byte more than the file's size, to detect its end.
  let bytes = new Uint8Array(Math.max(PIPE, sizeOf(descriptor) + 1));
  for (let length = 0; ;) {
    if (length === bytes.length) bytes = doubled(bytes);
    const free = bytes.subarray(length);
    const count = patiently(() => readSync(descriptor, free));
    if (count === 0) return bytes.subarray(0, length);
    length += count;
  }
}

/** Returns the size of a file in bytes; 0 for a pipe, or if it is unknown. */
export function sizeOf(descriptor: number): number {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() ? stats.size : 0;
  } catch {
    return 0;
  }
}

function doubled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length);
  larger.set(bytes);
  return larger;
}

/**
 * Writes a text to a file descriptor and returns after the last byte is accepted, despite partial writes and blocking
 * pipes. The streams of `process` would lose buffered data at exit, and kpt deletes the files of lost items. Throws a
 * `StdioError` if the other end is closed.
 */
export function writeAll(descriptor: number, text: string): void {
  const buffer = Buffer.allocUnsafe(3 * Math.min(PIECE, text.length));
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at);
    let rest = buffer.subarray(0, buffer.write(text.slice(at, end)));
    while (rest.length > 0) {
      const written = patiently(() => writeSync(descriptor, rest));
      rest = rest.subarray(written);
    }
    at = end;
  }
}

/** Returns the end of the piece at an offset, without splitting a character. */
function pieceEnd(text: string, at: number): number {
  const end = Math.min(at + PIECE, text.length);
  const isDivided = end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return isDivided ? end - 1 : end;
}

/** Writes a text for a reader who may stop early: a closed pipe, as with `| head -1`, is not an error. */
export function showAll(descriptor: number, text: string): void {
  try {
    writeAll(descriptor, text);
  } catch (error) {
    if (!(error instanceof StdioError) || error.code !== 'EPIPE') throw error;
  }
}

/**
 * Writes messages to standard error. Ignores failures, such as a full disk or a closed pipe: they must not hide the
 * outcome of the work, which the exit code reports.
 */
export function writeMessages(text: string): void {
  try {
    writeAll(2, text);
  } catch (error) {
    if (!(error instanceof StdioError)) throw error;
  }
}

function patiently(act: () => number): number {
  for (;;) {
    try {
      return act();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      // The end of a pipe on Windows.
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw new StdioError(code, error);
      pause(PAUSE);
    }
  }
}
