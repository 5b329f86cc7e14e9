import { renameSync as renameAtOnce } from 'node:fs';
import { isWindows } from './host-paths.ts';
import { pause } from './pause.ts';
import { systemErrorCode } from './system-error.ts';

/** Codes of the errors of Windows while another program, such as a virus scanner, has the file or its folder open. */
const IN_USE: readonly (string | undefined)[] = ['EACCES', 'EBUSY', 'EPERM'];

/** Time limit for such a program to close the file, in milliseconds. */
const PATIENCE = 1000;

/** Interval between attempts, in milliseconds. */
const PAUSE = 20;

/**
 * Renames a file or folder, and replaces a file that has the new name. On Windows, waits a second if another program
 * has it open. Throws the error of the system.
 */
export function renameSync(
  from: string,
  to: string,
  {
    rename = renameAtOnce,
    patience = isWindows ? PATIENCE : 0,
  }: { rename?: typeof renameAtOnce; patience?: number } = {},
): void {
  for (let left = patience; ; left -= PAUSE) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (left <= 0 || !IN_USE.includes(systemErrorCode(error))) throw error;
      pause(PAUSE);
    }
  }
}
