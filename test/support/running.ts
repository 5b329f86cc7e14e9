import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { skip } from './skip.ts';

/** For a `before` hook: skips a suite with a message on a system without /proc; in CI it fails instead. */
export function needProc(suite: Mocha.Context): void {
  if (!existsSync('/proc/self/io')) skip(suite, 'this system has no /proc');
}

/**
 * Returns the ids of the processes of this machine, including those in containers, whose command line contains a text.
 */
export function processesWith(text: string): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => readOf(id, 'cmdline').includes(text)).map(Number);
}

/** Returns the mount of the top folder of a process, as a line of `mountinfo`; '' if there is no such process. */
export function rootMountOf(pid: number): string {
  return /^\d+ \d+ \S+ \S+ \/ .*$/m.exec(readOf(pid, 'mountinfo'))?.[0] ?? '';
}

/** Returns the parent of a process; undefined if there is no such process. */
export function parentOf(pid: number): number | undefined {
  const [, parent] = /^PPid:\s+(\d+)$/m.exec(readOf(pid, 'status')) ?? [];
  return parent === undefined ? undefined : Number(parent);
}

/** Reports whether a process is gone, or only its exit code is left. */
export function hasEnded(pid: number): boolean {
  // `cmdline` is also empty for a moment when a process replaces its program.
  const stat = readOf(pid, 'stat');
  return stat === '' || /^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
}

/** Returns the number of bytes a process has written so far, to any file; undefined if it has ended. */
export function writtenBy(pid: number): number | undefined {
  const [, written] = /^wchar: (\d+)$/m.exec(readOf(pid, 'io')) ?? [];
  return written === undefined ? undefined : Number(written);
}

/** Reports whether a process can write to a pipe that another one reads as its stdin. */
export function feeds(pid: number, reader: number): boolean {
  const pipe = linkOf(`${reader}/fd/0`);
  return pipe !== undefined && namesIn(`${pid}/fd`).some((fd) => linkOf(`${pid}/fd/${fd}`) === pipe);
}

/** Reports whether a process waits for somebody to read its output. */
export function isWaitingForReader(pid: number): boolean {
  return readOf(pid, 'wchan').includes('pipe_write');
}

/** Waits until a question about another process has an answer. */
export async function until<T>(ask: () => T | false | undefined): Promise<T> {
  for (;;) {
    const answer = ask();
    if (answer !== undefined && answer !== false) return answer;
    await setTimeout(2);
  }
}

/** Retries if the operation to be interrupted was too fast: `attempt` returns whether it was in time. */
export async function inTime(attempt: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < 10; attempts++) if (await attempt()) return;
  assert.fail('it was never in time');
}

function readOf(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // A process may end at any time.
    return '';
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(`/proc/${path}`);
  } catch {
    return undefined;
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(`/proc/${path}`);
  } catch {
    return [];
  }
}
