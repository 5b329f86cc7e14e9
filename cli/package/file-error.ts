import { systemErrorCode, systemReason, systemResultCode } from '../process/system-error.ts';
import { fileError } from '../../src/krm/index.ts';

/** Runs an operation on a file. Converts a system error to a `KrmError` that names the file; rethrows any other. */
export function withFile<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = systemErrorCode(error);
    throw code === undefined ? error : fileError(path, systemResultCode(code), systemReason(code));
  }
}
