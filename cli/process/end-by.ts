import { constants } from 'node:os';

/**
 * Ends this process by a signal that it does not handle. Returns the exit code that a shell would show, to be used
 * until the signal arrives.
 */
export function endBy(signal: NodeJS.Signals): number {
  process.kill(process.pid, signal);
  return 128 + constants.signals[signal];
}
