import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { byteOrder } from '../../src/byte-order.ts';
import { fileError, withFile } from './file-error.ts';
import { matcherOf } from './ignore.ts';
import { isTemporary } from './temporary-file.ts';

/**
 * Finds the outermost packages in a folder, which may be one itself: folders with a Kptfile that are in no other package.
 * Symbolic links, `.git` and temporary folders of killed runs are not entered. `exclude`: rules in the syntax of .krmignore, with paths from the folder. Returns paths
 * relative to the folder, in byte order. Throws a `KrmError` if there is none, or a folder cannot be read.
 */
export function findPackages(folder: string, exclude: readonly string[]): readonly string[] {
  const root = withFile(folder, () => realpathSync(folder));
  const rules = matcherOf(exclude);
  const walk = (at: string): readonly string[] => {
    const entries = withFile(join(folder, at), () => readdirSync(join(root, at), { withFileTypes: true }));
    if (entries.some(({ name }) => name === 'Kptfile')) return [at];
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const below = folders.filter((name) => name !== '.git' && !isTemporary(name));
    const paths = below.toSorted(byteOrder).map((name) => (at === '' ? name : `${at}/${name}`));
    return paths.filter((path) => rules?.ignores(`${path}/`) !== true).flatMap(walk);
  };
  const found = walk('');
  if (found.length === 0) throw fileError(folder, 'must hold a package: a folder with a Kptfile');
  return found;
}
