import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatResult } from '../../src/krm/index.ts';
import { callTooLong } from '../../src/messages/writing.ts';
import type { TimeLimit } from '../arguments/time-limit.ts';
import { endBy } from '../process/end-by.ts';
import { END_SIGNALS, REMOVAL_LIMIT } from '../process/end-signals.ts';
import { EXIT } from '../process/exit-code.ts';
import { startAgain } from '../process/start-again.ts';
import { writeMessages } from '../process/stdio.ts';
import { styledMessages } from '../terminal/messages.ts';
import { ERASE_LINE, hasColors, isTerminal } from '../terminal/terminal.ts';
import { type Stage, STAGES_VARIABLE } from './stage.ts';

/** File descriptor of the child for its stages: the first one after input, output and errors. */
const STAGES = 3;

/** Time for the last stage of a killed child to arrive, in milliseconds. */
const GRACE = 200;

/**
 * Runs this process again as a child, with the same arguments, input and output, and ends it at a time limit: a call
 * runs in one thread, in which no timer fires. Returns the exit code of the child or, at the time limit, that of a
 * failure, with a message. A signal that ends the child also ends this process.
 */
export async function runWithin({ text, milliseconds }: TimeLimit): Promise<number> {
  let child: ChildProcess | undefined;
  const passOn = (signal: NodeJS.Signals): void => void child?.kill(signal);
  // Registered before the child starts, since a signal must not end this process alone. A terminal also signals the
  // child, which does no harm.
  for (const signal of END_SIGNALS) process.on(signal, passOn);
  child = startAgain({
    variables: { [STAGES_VARIABLE]: String(STAGES) },
    stdio: ['inherit', 'inherit', 'inherit', 'pipe', ...descriptorsOf(process.argv.slice(2))],
  });
  const { exitCode, signal, stages } = await endOf(child, milliseconds);
  for (const each of END_SIGNALS) process.off(each, passOn);
  if (stages === undefined) return signal === null ? (exitCode ?? EXIT.failed) : endBy(signal);
  showTimeout(text, stages);
  return EXIT.failed;
}

/** Returns the descriptors after `STAGES` for a child: those that arguments name, such as `/dev/fd/63` for `<(...)`. */
function descriptorsOf(args: readonly string[]): readonly ('ignore' | number)[] {
  const named = args.flatMap((arg) => /\/dev\/fd\/(\d{1,3})(?!\d)/.exec(arg)?.slice(1).map(Number) ?? []);
  const count = Math.max(0, ...named) - STAGES;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const descriptor = index + STAGES + 1;
    return named.includes(descriptor) && existsSync(`/dev/fd/${descriptor}`) ? descriptor : 'ignore';
  });
}

/** End of a child. */
interface End {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** First letters of its stages, if the time limit was exceeded; otherwise undefined. */
  readonly stages: string | undefined;
}

/**
 * Waits for the end of a child, and ends it at a time limit: with SIGTERM, which it handles only while functions run,
 * then with SIGKILL, after it had time to remove a container. Throws if it could not be started.
 */
async function endOf(child: ChildProcess, milliseconds: number): Promise<End> {
  let stages = '';
  const pipe = child.stdio[STAGES];
  if (pipe instanceof Readable) pipe.on('data', (data) => (stages += String(data)));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const time = { isUp: false };
  let killer: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    time.isUp = child.kill('SIGTERM');
    killer = setTimeout(() => child.kill('SIGKILL'), REMOVAL_LIMIT);
  }, milliseconds);
  const [exitCode, signal] = (await once(child, 'exit').catch(refuse)) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  clearTimeout(killer);
  const isLate = time.isUp && (signal === 'SIGTERM' || signal === 'SIGKILL');
  // A program started by the child may keep the pipe open.
  if (isLate) await Promise.race([closed, sleep(GRACE)]);
  return { exitCode, signal, stages: isLate ? stages : undefined };
}

function refuse(cause: unknown): never {
  throw new Error('`--timeout` requires a second process, which could not be started', { cause });
}

/**
 * Shows on stderr that a call was stopped, and the state that it left. `stages`: first letters of the stages that it
 * entered.
 */
function showTimeout(limit: string, stages: string): void {
  const message = callTooLong(limit, lastStage(stages));
  const line = `${formatResult({ severity: 'error', code: 'timeout', message })}\n`;
  // The call may have left a progress line.
  writeMessages(`${isTerminal(2) ? ERASE_LINE : ''}${hasColors(2) ? styledMessages(line) : line}`);
}

function lastStage(stages: string): Stage {
  if (stages.endsWith('p')) return 'printing';
  return stages.endsWith('w') ? 'writing' : 'computing';
}
