import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';

/** Creates a named pipe: a process that opens it to read is stuck until `feed`. */
export function makeFifo(path: string): void {
  const { status, stderr } = spawnSync('mkfifo', [path], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

/** Writes a text to a named pipe. Waits for a reader. */
export async function feed(path: string, content: string): Promise<void> {
  await writeFile(path, content);
}
