import { KrmError } from '../../src/index.ts';

/** Explanations of the system's error codes, whose own messages differ between runtimes. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EEXIST: 'already exists',
  EISDIR: 'is a folder',
  EMFILE: 'too many files are open',
  ENOENT: 'does not exist',
  ENOSPC: 'no space is left',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'access is denied',
  EROFS: 'the file system is read-only',
};

/** Returns the error that names a file and its problem. */
export function fileError(path: string, message: string): KrmError {
  return new KrmError([{ severity: 'error', message, file: { path, index: 0 } }]);
}

/** Runs an operation on a file. Converts an error of the system to a `KrmError` that names the file; rethrows any other. */
export function withFile<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = systemErrorCode(error);
    throw code === undefined ? error : fileError(path, REASONS[code] ?? `system error ${code}`);
  }
}

function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
