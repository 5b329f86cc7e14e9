/** Blocks this thread for a number of milliseconds: a synchronous call waits for another process. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
