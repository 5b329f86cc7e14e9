import { foldersAbove, isManifestPath, isTemporary } from '../../src/files/index.ts';
import { type Dirent, accessSync, constants, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from '../process/host-paths.ts';
import { byteOrder } from '../../src/byte-order.ts';
import { type Result, fileError } from '../../src/krm/index.ts';
import { NAME_NOT_UTF8, type SkipReason, skipped } from '../../src/messages/reading.ts';
import { withFile } from './file-error.ts';
import { type FileList, type FileTree, type ListOptions, PackageIgnore, isLeftOut } from '../../src/package/index.ts';
import { realPath } from './real-path.ts';
import { entryAt } from './entry-at.ts';

/**
 * Lists a package in the order of `kpt fn eval`: folder by folder, the names of files and folders together in byte
 * order. Unlike kpt it omits `.git`, and symbolic links, through which kpt would write outside of the package. Throws a
 * `KrmError` for a name that is not UTF-8, since such a file cannot be opened.
 */
export function listPackageFiles(
  root: string,
  { exclude, namesHidden = false, skipsPackages = false, skips }: ListOptions = {},
): FileList {
  const rules = new PackageIgnore(diskTree(root), exclude);
  const found = [...walk({ root, namesHidden, skipsPackages, skips }, '', rules)];
  const list = listed(found);
  return { ...list, unread: unreadOf(root, found, list.paths), leavesOut: (path) => isLeftOut(path, rules) };
}

/** Returns the files of a folder on a disk. */
export function diskTree(root: string): FileTree {
  return {
    has: (path) => existsSync(join(root, path)),
    read: (path) => withFile(path, () => readFileSync(join(root, path))),
  };
}

/** Returns the paths of what may hold resources, and is not read by another path. */
function unreadOf(root: string, found: readonly Found[], paths: readonly string[]): readonly string[] {
  const unread = found.filter(({ mayHold }) => mayHold === true).map(({ path }) => path);
  if (unread.length === 0) return [];
  const read = new Set(paths.flatMap((path) => ['', path, ...foldersAbove(path)]));
  return unread.filter((path) => {
    const target = realPath(join(root, path));
    const inside = target === undefined ? path : relative(root, target);
    return inside === path || !read.has(inside);
  });
}

/**
 * Lists all files of a folder and its subfolders, whatever a `.krmignore` says. `node_modules` is passed over, and so
 * is `.git`, without a result. Throws a `KrmError` for a name that is not UTF-8.
 */
export function listAllFiles(root: string): FileList {
  return listed([...walkAll(root, '')]);
}

function* walkAll(root: string, folder: string): Generator<Found> {
  for (const { path, entry } of entriesOf(root, folder)) {
    if (entry.name === '.git') continue;
    checkName(root, path);
    if (entry.name === NODE_MODULES) yield { path, skipped: 'nodeModules' };
    else if (!entry.isDirectory()) yield { path, skipped: reasonToSkip(entry) };
    else if (isTemporary(entry.name)) yield { path, skipped: 'temporaryFolder' };
    else yield* walkAll(root, path);
  }
}

const NODE_MODULES = 'node_modules';

/** Names of folders that hold no part of a package. */
const UNREAD: readonly string[] = ['.git', NODE_MODULES];

function listed(found: readonly Found[]): FileList {
  return {
    paths: found.filter((each) => each.skipped === undefined).map(({ path }) => path),
    passedOver: found.flatMap(({ path, skipped: reason }) =>
      reason === undefined
        ? []
        : [{ severity: 'info', code: 'file-skipped', message: skipped(reason), file: { path, index: 0 } }],
    ),
  };
}

interface Found {
  readonly path: string;
  /** Why it is not read; undefined if it is. */
  readonly skipped: SkipReason | undefined;
  /**
   * True if people may take it for read: a link to a folder or to a file of resources, or such a file with a name in
   * upper case. Default: false.
   */
  readonly mayHold?: boolean;
}

interface Walk extends Required<Pick<ListOptions, 'namesHidden' | 'skipsPackages'>> {
  readonly root: string;
  readonly skips: ListOptions['skips'];
}

/** `around`: rules that apply in the folder above; for the top folder, its own. */
function* walk(list: Walk, folder: string, around: PackageIgnore): Generator<Found> {
  const { root } = list;
  // Asking for one name is cheaper than listing the folder of each variant of a fleet.
  if (list.skipsPackages && hasEntry(join(root, folder, 'Kptfile'))) return;
  const entries = entriesOf(root, folder);
  const isPackage = entries.some(({ entry }) => entry.name === 'Kptfile');
  // Only a package has rules of its own: other folders are not asked for a Kptfile again.
  const rules = isPackage && folder !== '' ? around.within(folder) : around;
  for (const { path, entry } of entries) {
    if (entry.isDirectory()) {
      if (entry.name === '.git' || list.skips?.(path) === true) continue;
      if (rules.leavesOut(`${path}/`)) {
        if (list.namesHidden && rules.hides(`${path}/`)) yield* hiddenPackages(root, path);
        continue;
      }
      checkName(root, path);
      if (isTemporary(entry.name)) yield { path, skipped: 'temporaryFolder' };
      else yield* walk(list, path, rules);
    } else if ((entry.isSymbolicLink() || isOfInterest(entry.name)) && !rules.leavesOut(path)) {
      checkName(root, path);
      const mayHold = entry.isSymbolicLink() && (isManifestPath(lowerCase(entry.name)) || isFolder(join(root, path)));
      yield { path, skipped: reasonToSkip(entry), mayHold };
    } else if (entry.isFile() && isManifestPath(lowerCase(entry.name)) && !rules.leavesOut(path))
      yield { path, skipped: 'wrongCase', mayHold: true };
  }
}

/** Returns the name of a file as it is read, with its extension in lower case. */
function lowerCase(name: string): string {
  return /^kptfile$/i.test(name) ? 'Kptfile' : name.toLowerCase();
}

/** Reports whether a file exists, even if it is a broken link. An error is left to whoever reads the folder. */
function hasEntry(path: string): boolean {
  try {
    return entryAt(path) !== undefined;
  } catch {
    return false;
  }
}

/** Returns an info for each package in a folder that a `.krmignore` hides, without those in another one. */
export function listHiddenPackages(root: string, folder: string): readonly Result[] {
  return listed([...hiddenPackages(root, folder)]).passedOver;
}

function* hiddenPackages(root: string, folder: string): Generator<Found> {
  if (UNREAD.includes(basename(folder)) || !isReadable(join(root, folder))) return;
  const entries = entriesOf(root, folder);
  const kptfile = entries.find(({ entry }) => entry.name === 'Kptfile');
  if (kptfile !== undefined) yield { path: kptfile.path, skipped: 'hidden' };
  else for (const { path, entry } of entries) if (entry.isDirectory()) yield* hiddenPackages(root, path);
}

function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Reports whether a path leads to a folder. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Throws for a name with bytes that are not UTF-8. They are read as U+FFFD, which is also a valid character of a name.
 */
function checkName(root: string, path: string): void {
  if (!path.includes('\uFFFD') || entryAt(join(root, path)) !== undefined) return;
  throw fileError(path, 'not-utf8', NAME_NOT_UTF8);
}

/** Returns the entries of a folder, in byte order of their names. */
function entriesOf(root: string, folder: string): readonly { readonly path: string; readonly entry: Dirent }[] {
  const entries = withFile(folder || '.', () => readdirSync(join(root, folder), { withFileTypes: true }));
  const sorted = entries.toSorted((a, b) => byteOrder(a.name, b.name));
  return sorted.map((entry) => ({ path: folder === '' ? entry.name : `${folder}/${entry.name}`, entry }));
}

/** Reports whether a file may hold resources, or is worth reporting. */
function isOfInterest(name: string): boolean {
  return isManifestPath(name) || isTemporary(name);
}

function reasonToSkip(entry: Dirent): SkipReason | undefined {
  if (!entry.isFile()) return 'special';
  return isTemporary(entry.name) ? 'temporaryFile' : undefined;
}
