import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { fstatSync, readdirSync } from 'node:fs';
import { ftlVariables, isNative } from './ftl.ts';

/** Properties of another process of this program. */
interface OtherProcess extends Pick<SpawnOptions, 'stdio' | 'serialization'> {
  /** Environment variables besides those of this process. */
  readonly variables: Readonly<Record<string, string>>;
  /** True if its work is known to be large. Default: false. */
  readonly isLarge?: boolean;
}

/** Starts the program of this process again, with the same arguments. */
export function startAgain({ variables, isLarge = false, ...options }: OtherProcess): ChildProcess {
  return spawn(process.execPath, argumentsOf(), {
    ...options,
    argv0: process.argv0,
    env: { ...process.env, ...ftlVariables(isLarge), ...variables },
  });
}

/**
 * Replaces this process by the same program with the same arguments, prepared for large work. Input, output, and the id
 * of the process stay. Returns if the system cannot do it, or if this process has other descriptors that may be needed.
 */
export function replaceForLargeWork(): void {
  try {
    if (needsDescriptors()) return;
    process.execve?.(process.execPath, [process.argv0, ...argumentsOf()], { ...process.env, ...ftlVariables(true) });
  } catch {
    // This process does the work, only more slowly.
  }
}

/**
 * Reports whether closing the descriptors after the standard ones, as the runtime does in a process that is replaced,
 * may be noticed: an argument names one, such as `/dev/fd/63` for `<(...)`, or one is a file, which may hold a lock of
 * the caller.
 */
function needsDescriptors(): boolean {
  if (argumentsOf().some((arg) => /\/fd\/\d/.test(arg))) return true;
  return readdirSync('/dev/fd').some((name) => Number(name) > 2 && isFile(Number(name)));
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    // The one that the folder was read with.
    return false;
  }
}

/** Returns the arguments of this process: a native executable is its own runtime, and the others have a script. */
function argumentsOf(): readonly string[] {
  const [, script = '', ...args] = process.argv;
  return isNative() ? args : [...process.execArgv, script, ...args];
}
