import { accessSync, constants } from 'node:fs';
import { systemErrorCode } from '../process/system-error.ts';
import { fileError } from '../../src/krm/index.ts';

/** Throws a `KrmError` if a file is read-only. `shown`: its path for users. Throws the error of the system for other reasons. */
export function checkFileWritable(path: string, shown: string): void {
  check(
    path,
    shown,
    'access is denied: the file is read-only; to let it be changed, make it writable, as with `chmod u+w`',
  );
}

/** Throws a `KrmError` if a folder is read-only, so that a file in it cannot be removed. `shown`: path of the file for users. */
export function checkFolderWritable(path: string, shown: string): void {
  check(path, shown, 'access is denied: to let the file be removed, make its folder writable, as with `chmod u+w`');
}

function check(path: string, shown: string, message: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw ['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')
      ? fileError(shown, 'file-unwritable', message)
      : error;
  }
}
