import { endBy } from '../process/end-by.ts';
import { takeNumber } from '../process/taken-variable.ts';

/** Environment variable of a worker: its share of `--jobs`. */
export const SHARE_VARIABLE = 'KRM_VARIANTS_JOBS';

const share = takeNumber(SHARE_VARIABLE);

/** Returns the number of functions that this worker may run at once; undefined if this process is not a worker. */
export function workerShare(): number | undefined {
  return share;
}

/** Task of a worker, or its answer, as sent between the processes. */
export interface Message<T> {
  readonly id: number;
  readonly content: T;
}

/** Id of the first message to a worker: the setting of its pool, which needs no answer. Tasks have positive ids. */
export const SETTING_ID = 0;

/**
 * Answers the tasks of the process that started this worker, until that process closes the channel or ends. `begin`:
 * returns a function that answers tasks, for the setting of the pool. An answer must be plain data. An exception ends
 * the worker.
 */
export async function serveTasks(begin: (setting: unknown) => (task: unknown) => Promise<unknown>): Promise<never> {
  const running = new Set<number>();
  let answer: ReturnType<typeof begin> | undefined;
  process.on('message', ({ id, content }: Message<unknown>) => {
    if (id === SETTING_ID) {
      answer = begin(content);
      return;
    }
    running.add(id);
    void answer?.(content).then((answered) => {
      running.delete(id);
      // If the other process was killed, `disconnect` follows: an error here would end this one before its functions.
      process.send?.({ id, content: answered } satisfies Message<unknown>, undefined, undefined, () => {});
    });
  });
  await new Promise<void>((resolve) => process.on('disconnect', resolve));
  if (running.size === 0) process.exit(0);
  // The other process was killed. As on any signal, functions that still run are ended before this process.
  endBy('SIGTERM');
  return await new Promise(() => {});
}
