import { KrmError } from '../../src/krm/index.ts';

/** Returns an error that concerns no file or resource. */
export function failure(message: string): KrmError {
  return new KrmError([{ severity: 'error', message }]);
}
