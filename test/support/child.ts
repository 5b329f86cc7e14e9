import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Outcome of a child process. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** Runs a script, given by its URL, to its end, like `runProgram`. */
export function runScript(script: string, args: readonly string[] = [], input?: string, read?: Read): Promise<Ended> {
  return runProgram(process.execPath, [fileURLToPath(script), ...args], input, read);
}

/** Reads the stdout of a child process. */
type Read = (child: ChildProcessWithoutNullStreams) => Promise<string>;

/** Runs a program to its end. Without an input its stdin stays open and empty. */
export async function runProgram(
  command: string,
  args: readonly string[],
  input?: string,
  read: Read = ({ stdout }) => text(stdout),
): Promise<Ended> {
  const child = spawn(command, args);
  // A child that reads nothing may end before its input is written.
  child.stdin.on('error', () => {});
  if (input !== undefined) child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([read(child), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, exitCode: child.exitCode };
}
