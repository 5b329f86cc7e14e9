import type { ResultCode } from '../../src/krm/index.ts';

/** Explanations of system error codes, whose own messages differ between runtimes. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EAGAIN: 'it is in use: try again',
  EBADF: 'it is closed',
  EBUSY: 'it is in use',
  EDQUOT: 'no space is left for this user',
  EEXIST: 'already exists',
  EFBIG: 'it is too large',
  EILSEQ: 'its name has characters that the file system does not allow',
  EINVAL: 'the file system does not allow this',
  EIO: 'the device cannot be read or written',
  EISDIR: 'is a folder',
  ELOOP: 'a symbolic link leads to itself, or is not allowed here',
  EMFILE: 'too many files are open',
  EMLINK: 'it has too many links',
  ENAMETOOLONG: 'the path, or a name in it, is too long',
  ENFILE: 'too many files are open',
  ENODEV: 'the device does not exist',
  ENOENT: 'does not exist',
  ENOMEM: 'no memory is left',
  ENOSPC: 'no space is left',
  ENOTCONN: 'the connection is closed',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTEMPTY: 'the folder is not empty',
  ENOTSUP: 'the file system does not support this',
  ENXIO: 'the device does not exist',
  EPERM: 'access is denied',
  EPIPE: 'the reader has closed it',
  EROFS: 'the file system is read-only',
  ESTALE: 'the network file system no longer has it',
  ETIMEDOUT: 'it does not respond',
  ETXTBSY: 'it is a running program',
  EXDEV: 'it is on another file system',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  // For file operations, runtimes use this code only for a NUL in a path.
  ERR_INVALID_ARG_VALUE: 'a path must not have a NUL character',
  ERR_STRING_TOO_LONG: 'it is too large',
};

/** Returns the explanation of a system error code, for a message that names the file before it. */
export function systemReason(code: string): string {
  return REASONS[code] ?? `the system refuses it (${code})`;
}

const CODES: Readonly<Record<string, ResultCode>> = {
  EACCES: 'access-denied',
  EEXIST: 'file-exists',
  ENOENT: 'file-not-found',
  ENOTDIR: 'file-not-found',
  EPERM: 'access-denied',
};

/** Returns the code of a result about a system error. */
export function systemResultCode(code: string): ResultCode {
  return CODES[code] ?? 'system-error';
}

/** Returns the code of a system error; undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
