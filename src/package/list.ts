import { isManifestPath, isTemporary, type FileContent } from '../files/index.ts';
import { byteOrder } from '../byte-order.ts';
import { type Result, fileWarning } from '../krm/index.ts';
import { PackageIgnore } from './ignore.ts';
import { notRead } from '../messages/reading.ts';

/** Files of a package and its subpackages that may hold resources. */
export interface FileList {
  /** Relative to the package, with slashes. */
  readonly paths: readonly string[];
  /**
   * Names devices and all symbolic links, including those to folders: they are never read or written through. Names
   * temporary files and folders of killed runs, too.
   */
  readonly passedOver: readonly Result[];
  /**
   * Paths of links to folders, and of links and files that would be read but for being a link or for the case of their
   * name. Default: none.
   */
  readonly unread?: readonly string[];
  /** Reports whether a file that may not exist yet would be left out. Default: none would. */
  readonly leavesOut?: (path: string) => boolean;
}

/** Options of listing a package. */
export interface ListOptions {
  /** Rules in the syntax of .krmignore for all packages in it, with paths from its folder. Default: none. */
  readonly exclude?: readonly string[];
  /** Names the packages that a `.krmignore` hides, which are looked for. Default: false. */
  readonly namesHidden?: boolean;
  /** Leaves out packages: folders with a Kptfile, and all below them. Default: false. */
  readonly skipsPackages?: boolean;
  /** Reports whether a folder is left out, with all below it. Default: none is. */
  readonly skips?: (path: string) => boolean;
}

/** Returns the warning about files and folders that people may take for read; none if there are none. */
export function unreadWarning(unread: readonly string[] = []): readonly Result[] {
  const [first, ...others] = unread;
  if (first === undefined) return [];
  return [fileWarning(first, 'file-skipped', notRead(others))];
}

/** Lists a package in memory as `listPackageFiles` does for a folder. */
export function listContents(
  files: ReadonlyMap<string, FileContent>,
  { exclude }: Pick<ListOptions, 'exclude'> = {},
): FileList {
  const rules = new PackageIgnore({ has: (path) => files.has(path), read: (path) => files.get(path) ?? '' }, exclude);
  const leavesOut = (path: string): boolean => isLeftOut(path, rules);
  const isUnread = (part: string): boolean => part === '.git' || isTemporary(part);
  const paths = [...files.keys()].filter(
    (path) => isManifestPath(path) && !path.split('/').some(isUnread) && !leavesOut(path),
  );
  const key = (path: string): string => path.replaceAll('/', '\0');
  return { paths: paths.toSorted((a, b) => byteOrder(key(a), key(b))), passedOver: [], leavesOut };
}

/** Reports whether the rules of the packages that hold a file leave it out, or a folder that it is in. */
export function isLeftOut(path: string, rules: PackageIgnore): boolean {
  let inner = rules;
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    if (inner.leavesOut(path.slice(0, end + 1))) return true;
    inner = inner.within(path.slice(0, end));
  }
  return inner.leavesOut(path);
}
