import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { configMap, inFolder } from '../cli/run-support.ts';
import { runProgram, type Ended } from './child.ts';
import { feed, makeFifo } from './fifo.ts';
import { PROBE } from './probe.ts';
import { until } from './running.ts';

/** Command of `krm-variants run FUNCTION`, without its arguments. */
export type RunCommand = readonly [command: string, ...args: string[]];

/** A package, and a process that holds the lock on it: it waits for its configuration. */
export interface Held {
  /** Holds the package `shop`, which has the folder `base` and the link `link`, and the package `other`. */
  readonly root: string;
  /** Folder of all locks, which only the processes of this test use. */
  readonly locks: string;
  readonly pid: number;
  /** Arguments that give another process its configuration. */
  readonly config: readonly string[];
  /** Runs another process to its end. */
  readonly run: (...args: readonly string[]) => Promise<Ended>;
  /** Kills the process. */
  readonly kill: () => Promise<void>;
  /** Lets the process go on. Returns its end. */
  readonly release: () => Promise<Ended>;
}

/** Files of the packages. */
const FILES = { 'shop/a.yaml': configMap('a'), 'shop/base/b.yaml': configMap('b'), 'other/c.yaml': configMap('c') };

/** Passes a test a package whose lock is held by a process of the command `holder`; `other` runs the others. */
export async function whileHeld(
  holder: RunCommand,
  other: RunCommand,
  act: (held: Held) => Promise<void>,
): Promise<void> {
  await inFolder({ ...FILES, 'aside/probe.yaml': PROBE }, async (root) => {
    const fifo = join(root, 'fifo');
    makeFifo(fifo);
    const env = { ...process.env, TMPDIR: root };
    const [command, ...before] = holder;
    const child = spawn(command, [...before, join(root, 'shop'), '--fn-config', fifo], { env });
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const locks = lockFolderIn(root);
    const pid = child.pid ?? 0;
    try {
      // The file has another name until it is complete.
      const isLock = (name: string): boolean => name.startsWith(`${pid}-`) && name.endsWith('.lock');
      await until(() => locksIn(locks).some(isLock));
      await act({
        root,
        locks,
        pid,
        config: ['--fn-config', join(root, 'aside/probe.yaml')],
        run: (...args) => runProgram('env', [`TMPDIR=${root}`, ...other, ...args]),
        kill: async () => {
          child.kill('SIGKILL');
          await ended;
        },
        release: async () => {
          await feed(fifo, PROBE);
          const [stdout, stderr] = await ended;
          return { stdout, stderr, exitCode: child.exitCode };
        },
      });
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });
}

/** Returns the folder of the locks for a `TMPDIR`. */
export function lockFolderIn(folder: string): string {
  return join(folder, `krm-variants-${process.getuid?.()}`);
}

/** Creates the folder of the locks for a `TMPDIR`. */
export function makeLockFolder(folder: string, mode = 0o700): string {
  const path = lockFolderIn(folder);
  mkdirSync(path, { mode });
  return path;
}

/** Returns the names of the lock files in a folder. */
export function locksIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
