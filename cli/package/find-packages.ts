import { readdirSync } from 'node:fs';
import { realpathSync } from '../process/host-folders.ts';
import { join } from '../process/host-paths.ts';
import { byteOrder } from '../../src/byte-order.ts';
import { KrmError, type Result, fileError } from '../../src/krm/index.ts';
import { NO_PACKAGE_INSIDE } from '../../src/messages/reading.ts';
import { withFile } from './file-error.ts';
import { diskTree, listHiddenPackages } from './file-list.ts';
import { shownIn } from './named-path.ts';
import { PackageIgnore } from '../../src/package/index.ts';
import { isTemporary } from '../../src/files/index.ts';

/** Packages in a folder. */
export interface FoundPackages {
  /** Relative to the folder, in byte order. */
  readonly paths: readonly string[];
  /** Names the packages that the folder's `.krmignore` hides. */
  readonly passedOver: readonly Result[];
}

/**
 * Finds the outermost packages in a folder, which may be one itself: folders with a Kptfile that are in no other
 * package. Symbolic links, `.git`, temporary folders of killed runs, and folders that the folder's `.krmignore` hides
 * are not entered. `exclude`: rules in the syntax of .krmignore, with paths from the folder. Throws a `KrmError` if
 * there is none, or a folder cannot be read.
 */
export function findPackages(folder: string, exclude: readonly string[]): FoundPackages {
  const root = withFile(folder, () => realpathSync(folder));
  const rules = new PackageIgnore(diskTree(root), exclude);
  const passedOver: Result[] = [];
  const walk = (at: string): readonly string[] => {
    const entries = withFile(join(folder, at), () => readdirSync(join(root, at), { withFileTypes: true }));
    if (entries.some(({ name }) => name === 'Kptfile')) return [at];
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const below = folders.filter((name) => name !== '.git' && !isTemporary(name));
    const found = below.toSorted(byteOrder).map((name) => (at === '' ? name : `${at}/${name}`));
    return found.flatMap((path) => {
      if (!rules.leavesOut(`${path}/`)) return walk(path);
      if (rules.hides(`${path}/`)) passedOver.push(...listHiddenPackages(root, path).map(shownIn(folder)));
      return [];
    });
  };
  const paths = walk('');
  if (paths.length > 0) return { paths, passedOver };
  const error = fileError(folder, 'missing-kptfile', NO_PACKAGE_INSIDE);
  throw new KrmError([...passedOver, ...error.results]);
}
