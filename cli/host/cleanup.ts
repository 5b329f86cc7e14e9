import { endBy } from '../process/end-by.ts';
import { END_SIGNALS } from '../process/end-signals.ts';

/**
 * Ends something that would outlive this process. Synchronous, since nothing else may happen before the process ends.
 */
type Cleanup = () => void;

const cleanups = new Set<Cleanup>();

/**
 * Calls `act`. A signal that asks this process to end in the meantime first calls `cleanup`, the most recent first, and
 * then ends the process as usual. SIGKILL cannot be handled.
 */
export async function withCleanup<T>(cleanup: Cleanup, act: () => Promise<T>): Promise<T> {
  if (cleanups.size === 0) for (const signal of END_SIGNALS) process.on(signal, cleanUp);
  cleanups.add(cleanup);
  try {
    return await act();
  } finally {
    cleanups.delete(cleanup);
    if (cleanups.size === 0) removeHandlers();
  }
}

function cleanUp(signal: NodeJS.Signals): void {
  for (const cleanup of [...cleanups].toReversed()) cleanup();
  removeHandlers();
  endBy(signal);
}

function removeHandlers(): void {
  for (const signal of END_SIGNALS) process.off(signal, cleanUp);
}
