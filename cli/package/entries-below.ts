import { readdirSync } from 'node:fs';
import { join } from '../process/host-paths.ts';

/**
 * Returns the paths, with slashes and relative to a folder, of all that is in it and the folders below, but these
 * folders. Follows no symbolic links, as `readdirSync` with `recursive` does in some runtimes, without an end if a link
 * leads back. Throws the error of the system.
 */
export function entriesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entriesBelow(join(folder, entry.name)).map((path) => `${entry.name}/${path}`) : [entry.name],
  );
}
