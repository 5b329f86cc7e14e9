import { readFileSync, readlinkSync } from 'node:fs';

/**
 * A process of this system: its id, and its start time, since ids are reused. The time is in clock ticks since boot, as
 * in `/proc/PID/stat`; '' on a system without `/proc`.
 */
export interface RunningProcess {
  readonly pid: number;
  readonly start: string;
}

let own: RunningProcess | undefined;

export function ownProcess(): RunningProcess {
  return (own ??= { pid: process.pid, start: statOf('self')?.start ?? '' });
}

/**
 * Returns the boot time of this system and the namespace of its process ids, which together identify the scope of the
 * ids; undefined on a system without `/proc`.
 */
export function processSystem(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

export function isRunning({ pid, start }: RunningProcess): boolean {
  const stat = statOf(pid);
  const isUnknown = start === '' || (stat === undefined && ownProcess().start === '');
  if (isUnknown) return hasProcess(pid);
  return stat?.start === start && !HAS_ENDED.includes(stat.state);
}

/** States of a terminated process whose exit code was not read. */
const HAS_ENDED: readonly string[] = ['Z', 'X'];

interface Stat {
  readonly state: string;
  readonly start: string;
}

/** Returns fields 3 and 22 of `/proc/PID/stat` (proc_pid_stat(5)); undefined if the file does not exist. */
function statOf(pid: number | 'self'): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 2 is the program's name, which may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state = '', start = ''] = [fields[0], fields[19]];
    return { state, start };
  } catch {
    return undefined;
  }
}

/** Reports whether a process id is in use, by any user. */
function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
