import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../package/replace-file.ts';
import { isRunning, type RunningProcess } from '../process/running-process.ts';

/** Lock of a process: the paths that it writes to, without symbolic links. */
export interface Lock {
  readonly owner: RunningProcess;
  /** System of the process, as `processSystem` returns it. */
  readonly system: string | undefined;
  readonly paths: readonly string[];
}

/** Name of a lock file: process id and start time. It is unique, so no process removes the lock of another. */
export function lockName({ pid, start }: RunningProcess): string {
  return `${pid}-${start}.lock`;
}

/** Writes the lock file of a process atomically. */
export function writeLock(folder: string, { owner, system, paths }: Lock): void {
  const file = join(folder, lockName(owner));
  replaceFile(file, JSON.stringify({ system, paths }), { temporary: `${file}.tmp` });
}

/** Removes the lock file of a process, if there is one. */
export function removeLock(folder: string, owner: RunningProcess): void {
  rmSync(join(folder, lockName(owner)), { force: true });
}

/** Locks of a folder. */
export interface Locks {
  /** Locks of running processes. */
  readonly held: readonly Lock[];
  /** Locks of killed processes of this system, on paths that exist. */
  readonly left: readonly Lock[];
}

/** Returns the locks of other processes in a folder. Removes the files of those that no longer run. */
export function readLocks(folder: string, { owner: self, system }: Lock): Locks {
  const locks = readdirSync(folder).flatMap((name) => {
    if (name === lockName(self)) return [];
    const [, pid, start = '', unfinished] = /^(\d+)-(\d*)\.lock(\.tmp)?$/.exec(name) ?? [];
    if (pid === undefined) return [];
    const owner = { pid: Number(pid), start };
    const isHeld = isRunning(owner);
    if (isHeld && unfinished !== undefined) return [];
    const lock = { owner, isHeld, ...readContent(join(folder, name)) };
    const isOfThis = system !== undefined && lock.system === system && start !== '';
    if (isHeld || (isOfThis && unfinished === undefined && lock.paths.some((path) => existsSync(path)))) return lock;
    rmSync(join(folder, name), { force: true });
    return [];
  });
  return { held: locks.filter(({ isHeld }) => isHeld), left: locks.filter(({ isHeld }) => !isHeld) };
}

/** Returns the content of a lock file; no path if the file was removed. */
function readContent(file: string): Pick<Lock, 'system' | 'paths'> {
  try {
    const { system, paths } = { ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof Lock, unknown>>) };
    return {
      system: typeof system === 'string' ? system : undefined,
      paths: Array.isArray(paths) ? paths.map(String) : [],
    };
  } catch {
    return { system: undefined, paths: [] };
  }
}
