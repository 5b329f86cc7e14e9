import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the paths of all that is in a folder and the folders below, but these folders, each with the path of the folder before it. Follows no
 * symbolic links, as `readdirSync` with `recursive` does in some runtimes, without an end if a link leads back. Throws the error of the system.
 */
export function entriesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? entriesBelow(path) : [path];
  });
}
