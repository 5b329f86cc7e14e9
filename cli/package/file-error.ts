import { KrmError, type Result, type ResultCode } from '../../src/krm/index.ts';
import { systemErrorCode, systemReason, systemResultCode } from '../process/system-error.ts';

/** Returns the error that names a file and its problem. */
export function fileError(path: string, code: ResultCode, message: string): KrmError {
  return new KrmError([{ severity: 'error', code, message, file: { path, index: 0 } }]);
}

/** Returns the warning that names a file and its problem. */
export function fileWarning(path: string, code: ResultCode, message: string): Result {
  return { severity: 'warning', code, message, file: { path, index: 0 } };
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
