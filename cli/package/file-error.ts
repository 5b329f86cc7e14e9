import { KrmError, type ResultCode } from '../../src/krm/index.ts';
import { systemErrorCode, systemReason, systemResultCode } from '../process/system-error.ts';

/** Returns the error that names a file and its problem. */
export function fileError(path: string, message: string): KrmError;
export function fileError(path: string, code: ResultCode, message: string): KrmError;
export function fileError(path: string, second: string, third?: string): KrmError {
  const file = { path, index: 0 };
  if (third === undefined) return new KrmError([{ severity: 'error', message: second, file }]);
  return new KrmError([{ severity: 'error', code: second as ResultCode, message: third, file }]);
}

/** Runs an operation on a file. Converts a system error to a `KrmError` that names the file; rethrows any other. */
export function withFile<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = systemErrorCode(error);
    throw code === undefined ? error : fileError(path, systemResultCode(code), systemReason(code));
  }
}
