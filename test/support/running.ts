import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { skipSuite } from './kpt.ts';

/** For a `before` hook: skips a suite on a system that has no /proc, and says so; in CI it fails instead. */
export function needProc(suite: Mocha.Context): void {
  if (!existsSync('/proc/self/io')) skipSuite(suite, 'this system has no /proc');
}

/** The ids of the processes of this machine, those in containers among them, that have this in their command line. */
export function processesWith(text: string): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => readOf(id, 'cmdline').includes(text)).map(Number);
}

/** What is mounted as the top folder of a process, as a line of `mountinfo`; '' where there is no such process. */
export function rootMountOf(pid: number): string {
  return /^\d+ \d+ \S+ \S+ \/ .*$/m.exec(readOf(pid, 'mountinfo'))?.[0] ?? '';
}

/** The process that started a process; undefined where there is no such process. */
export function parentOf(pid: number): number | undefined {
  const [, parent] = /^PPid:\s+(\d+)$/m.exec(readOf(pid, 'status')) ?? [];
  return parent === undefined ? undefined : Number(parent);
}

/** Whether there is no such process any more, or nothing but its exit code. */
export function hasEnded(pid: number): boolean {
  return readOf(pid, 'cmdline') === '';
}

/** How many bytes a process has written so far, whatever to; undefined where it has ended. */
export function writtenBy(pid: number): number | undefined {
  const [, written] = /^wchar: (\d+)$/m.exec(readOf(pid, 'io')) ?? [];
  return written === undefined ? undefined : Number(written);
}

/** Whether a process can write what another one then reads from its stdin. */
export function feeds(pid: number, reader: number): boolean {
  const pipe = linkOf(`${reader}/fd/0`);
  return pipe !== undefined && namesIn(`${pid}/fd`).some((fd) => linkOf(`${pid}/fd/${fd}`) === pipe);
}

/** Whether a process waits for somebody to read what it writes. */
export function isWaitingForReader(pid: number): boolean {
  return readOf(pid, 'wchan').includes('pipe_write');
}

/** Asks again and again, without a pause, so that no moment is missed, until it gets an answer. Fails after a minute. */
export function spinUntil<T>(ask: () => T | false | undefined, what: string): T {
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = ask();
    if (answer !== undefined && answer !== false) return answer;
    assert.ok(Date.now() < end, `not within a minute: ${what}`);
  }
}

/** Tries again where what should be interrupted was too fast for us: `attempt` says whether it was in time. */
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
