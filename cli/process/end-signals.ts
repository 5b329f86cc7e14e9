import { constants } from 'node:os';

/** Signals that ask a process to end. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Time limit for removing a container, in milliseconds: docker waits up to 10 seconds for it to stop. */
export const REMOVAL_LIMIT = 30_000;

/**
 * Ends this process by a signal that it does not handle. Returns the exit code that a shell would show, to be used until
 * the signal arrives.
 */
export function endBy(signal: NodeJS.Signals): number {
  process.kill(process.pid, signal);
  return 128 + constants.signals[signal];
}
