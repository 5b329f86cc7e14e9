import { existsSync } from 'node:fs';
import { realpathSync } from '../process/host-folders.ts';
import { basename, dirname, join, relative } from '../process/host-paths.ts';

/**
 * Returns the value of `package-path` for a package in another one, as Porch has it: the path from the folder that
 * holds the outermost package. Returns undefined for a package that is in no other.
 */
export function packagePathOf(destination: string): string | undefined {
  const parent = realpathSync(dirname(destination));
  let outermost: string | undefined;
  for (let folder = parent; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'Kptfile'))) outermost = folder;
    if (dirname(folder) === folder) break;
  }
  return outermost === undefined ? undefined : relative(dirname(outermost), join(parent, basename(destination)));
}
