import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readFiles, type Files } from '../cli/run-support.ts';
import type { Ended } from './child.ts';
import { isTemporary } from '../../src/files/index.ts';

const STEPPING = fileURLToPath(import.meta.resolve('./stepping.ts'));

/**
 * Decides before each step of a program whether to kill it. `step`: name of the call that changes the disk or starts a
 * program. `number`: of the step, from 1.
 */
export type OnStep = (step: string, number: number) => boolean | void;

/** End of a program that ran in steps. */
export interface EndedInSteps extends Ended {
  readonly steps: number;
}

/**
 * Runs a TypeScript program with these arguments, which waits before each step that changes the disk until `onStep`
 * returns.
 */
export async function runInSteps(
  program: string,
  args: readonly string[],
  onStep: OnStep,
  env: Readonly<Record<string, string>> = {},
): Promise<EndedInSteps> {
  const child = spawn(process.execPath, ['--import', STEPPING, program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, stdout, stderr, channel] = child.stdio;
  assert.ok(stdout !== null && stderr !== null && channel instanceof Duplex);
  let steps = 0;
  // The program may end while it is answered.
  channel.on('error', () => {});
  createInterface({ input: channel }).on('line', (step) => {
    if (onStep(step, ++steps) === true) child.kill('SIGKILL');
    else channel.write('\n');
  });
  const said = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { stdout: said[0], stderr: said[1], exitCode: child.exitCode, steps };
}

/** Returns the temporary files that `krm-variants` has beside the files that it replaces. */
export function temporaries(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => isTemporary(basename(path)));
}

/** Returns all other files. */
export function packageFiles(folder: string): Files {
  return Object.fromEntries(Object.entries(readFiles(folder)).filter(([path]) => !isTemporary(basename(path))));
}
