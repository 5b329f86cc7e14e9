import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { isTemporary } from '../../cli/package/temporary-file.ts';
import { readFiles, type Files } from '../cli/run-support.ts';
import type { Command } from './folder-commands.ts';
import { hasEnded, spinUntil } from './running.ts';

/**
 * Starts a program with additional environment variables, and sends it a signal at the first moment that `isNow` reports,
 * if it has not ended by then.
 */
export function interrupt(
  [program, ...args]: Command,
  env: Readonly<Record<string, string>>,
  isNow: () => boolean,
  signal: NodeJS.Signals,
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { env: { ...process.env, ...env } });
  const pid = child.pid ?? assert.fail(`${program} does not start`);
  // So that it does not finish before we see it.
  setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  spinUntil(() => isNow() || hasEnded(pid), 'the moment');
  child.kill(signal);
  return child;
}

/** Returns the temporary files that `krm-variants` has beside the files that it replaces. */
export function temporaries(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => isTemporary(basename(path)));
}

/** Returns all other files. */
export function packageFiles(folder: string): Files {
  return Object.fromEntries(Object.entries(readFiles(folder)).filter(([path]) => !isTemporary(basename(path))));
}
