import { KrmError, type Result } from './result.ts';
import type { ResultCode } from './result-codes.ts';

/** Returns an error that concerns no file or resource. */
export function failure(code: ResultCode, message: string): KrmError {
  return new KrmError([{ severity: 'error', code, message }]);
}

/** Returns the error that names a file and its problem. */
export function fileError(path: string, code: ResultCode, message: string): KrmError {
  return new KrmError([{ severity: 'error', code, message, file: { path, index: 0 } }]);
}

/** Returns the warning that names a file and its problem. */
export function fileWarning(path: string, code: ResultCode, message: string): Result {
  return { severity: 'warning', code, message, file: { path, index: 0 } };
}
