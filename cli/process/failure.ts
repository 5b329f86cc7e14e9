import { KrmError, type ResultCode } from '../../src/krm/index.ts';

/** Returns an error that concerns no file or resource. */
export function failure(code: ResultCode, message: string): KrmError {
  return new KrmError([{ severity: 'error', code, message }]);
}
