import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, type RunningProcess } from './running-process.ts';

/** Lock of a process: the paths that it writes to, without symbolic links. */
export interface Lock {
  readonly owner: RunningProcess;
  readonly paths: readonly string[];
}

/** Name of a lock file: process id and start time. No two processes have the same, so none removes that of another. */
export function lockName({ pid, start }: RunningProcess): string {
  return `${pid}-${start}.lock`;
}

/** Writes the lock file of a process. It appears with its whole content. */
export function writeLock(folder: string, { owner, paths }: Lock): void {
  const file = join(folder, lockName(owner));
  writeFileSync(`${file}.tmp`, JSON.stringify(paths));
  renameSync(`${file}.tmp`, file);
}

/** Removes the lock file of a process, if there is one. */
export function removeLock(folder: string, owner: RunningProcess): void {
  rmSync(join(folder, lockName(owner)), { force: true });
}

/** Returns the locks of the processes that run, and removes the files of those that do not. */
export function readLocks(folder: string): Lock[] {
  return readdirSync(folder).flatMap((name) => {
    const [, pid, start = ''] = /^(\d+)-(\d*)\.lock(?:\.tmp)?$/.exec(name) ?? [];
    if (pid === undefined) return [];
    const owner = { pid: Number(pid), start };
    if (isRunning(owner)) return name.endsWith('.tmp') ? [] : { owner, paths: readPaths(join(folder, name)) };
    rmSync(join(folder, name), { force: true });
    return [];
  });
}

/** Returns the paths in a lock file; none if it is gone. */
function readPaths(file: string): string[] {
  try {
    const paths: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(paths) ? paths.map(String) : [];
  } catch {
    return [];
  }
}
