import { KrmError, type ResultCode } from '../../src/krm/index.ts';

/** Returns an error that concerns no file or resource. */
export function failure(message: string): KrmError;
export function failure(code: ResultCode, message: string): KrmError;
export function failure(first: string, second?: string): KrmError {
  if (second === undefined) return new KrmError([{ severity: 'error', message: first }]);
  return new KrmError([{ severity: 'error', code: first as ResultCode, message: second }]);
}
