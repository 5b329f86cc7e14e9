import * as fs from 'node:fs';
import * as os from 'node:os';
import { hostPath, isWindows } from './host-paths.ts';

/** Returns the working directory, with slashes. */
export function workingFolder(): string {
  return hostPath(process.cwd());
}

/** Returns the home folder of the user, with slashes. `HOME` comes first on Windows, too, as for git and kubectl. */
export function homedir(): string {
  return hostPath((isWindows && process.env['HOME']) || os.homedir());
}

/** Returns the folder for temporary files, with slashes. */
export function tmpdir(): string {
  return hostPath(os.tmpdir());
}

/**
 * Returns a path without symbolic links, with slashes. On Windows, each name is as the folder has it: in its case, and
 * not in its short form, such as `RUNNER~1`. Throws the error of the system.
 */
export function realpathSync(path: string): string {
  return isWindows ? hostPath(fs.realpathSync.native(path)) : fs.realpathSync(path);
}
