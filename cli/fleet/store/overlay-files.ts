import { existsSync, readFileSync, statSync } from 'node:fs';
import { isWindows, join } from '../../process/host-paths.ts';
import { byteOrder } from '../../../src/byte-order.ts';
import {
  contentOf,
  type FileContent,
  type FolderContent,
  isManifestPath,
  isTemporary,
  joinPath,
} from '../../../src/files/index.ts';
import { foldersAround } from '../../../src/fleet/index.ts';
import { withEmptyFolder } from '../../../src/fleet/messages/inputs.ts';
import type { Overlay, OverlayFile } from '../../../src/fleet/overlay.ts';
import { failure, type Result } from '../../../src/krm/index.ts';
import type { FileList, ListOptions } from '../../../src/package/index.ts';
import { callFailure, callGit, git } from '../../git/git.ts';
import { ignoredBelow } from '../../git/ignored-paths.ts';
import { hasModes } from '../../git/work-tree.ts';
import { withFile } from '../../package/file-error.ts';
import { listPackageFiles } from '../../package/file-list.ts';
import { readWholeFolder } from '../../package/whole-folder.ts';
import type { FleetStore } from '../fleet-store.ts';
import { storedText } from './local-package.ts';

/** A file or folder that the command line names, with what is in it. */
export interface NamedFiles extends FolderContent {
  /** As given. */
  readonly from: string;
  readonly isFolder: boolean;
  /** Names what is not read. */
  readonly passedOver: readonly Result[];
}

/**
 * Reads a file, a stream or a folder. A file has the path ''. Throws a `KrmError` that names each file that cannot be
 * read.
 */
export function readNamed(path: string): NamedFiles {
  const stats = withFile(path, () => statSync(path));
  if (stats.isDirectory()) {
    const { files, executables, passedOver: skipped } = readWholeFolder(path);
    const passedOver = skipped.map((each) => {
      return { ...each, file: { path: joinPath(path, each.file?.path ?? ''), index: 0 } };
    });
    if (files.size === 0) throw failure('invalid-argument', withEmptyFolder(path));
    return { from: path, isFolder: true, files, executables, passedOver };
  }
  const content = withFile(path, () => contentOf(readFileSync(path)));
  const executables = new Set((stats.mode & 0o100) === 0 ? [] : ['']);
  return { from: path, isFolder: false, files: new Map([['', content]]), executables, passedOver: [] };
}

/** Returns files as they are in a work tree at a path, with what git would know of them. */
export function overlayFiles(tree: FleetStore, at: string, named: NamedFiles): OverlayFile[] {
  const { isFolder, files, executables } = named;
  const placed = Array.from(files, ([path, content]) => ({ path: joinPath(at, path), own: path, content }));
  const untracked = placed.filter(({ path }) => tree.file(path) === undefined);
  const ignored = tree.ignored(untracked.map(({ path }) => path));
  const hasRules = isFolder && [...files.keys()].some((path) => /(?:^|\/)\.gitignore$/.test(path));
  const ignoredThere = hasRules ? ignoredBelow(tree, named.from) : new Set<string>();
  // A file that is replaced keeps its mode, as if it had been edited, and so do all if the disk has no modes.
  const keepsModes = !isFolder || isWindows || !hasModes(named.from);
  const modeOf = (path: string, own: string): string => {
    const known = keepsModes ? tree.file(path)?.mode : undefined;
    return known || (executables.has(own) ? '100755' : '100644');
  };
  return placed.map(({ path, own, content }) => {
    const { text, id } = storedText(tree, content, idOf(tree, path, content));
    const isIgnored = ignored.has(path) || (ignoredThere.has(own) && tree.file(path) === undefined);
    return { path, content: text, mode: modeOf(path, own), id, isIgnored };
  });
}

/**
 * Returns the id that `git add` gives a content at a path. Line ends are the only conversion: filters are programs, and
 * may write files.
 */
function idOf({ root, objects }: FleetStore, path: string, content: FileContent): string {
  const isConverted = typeof content === 'string' && content.includes('\r\n') && !hasFilter(root, path);
  if (!isConverted) return objects.idOf(content);
  return git(['hash-object', '--stdin', `--path=${path}`], { folder: root, input: content })
    .toString()
    .trim();
}

function hasFilter(root: string, path: string): boolean {
  const args = ['check-attr', '-z', 'filter', '--', path];
  const end = callGit(args, { folder: root });
  if (end.status !== 0) throw callFailure(args, end);
  const [, , value] = end.stdout.toString().split('\0');
  return value !== 'unspecified' && value !== 'unset';
}

/**
 * Lists a folder of a git repository as `listPackageFiles` does, with the files of an overlay in place of others.
 * Returns paths relative to `root`, its top folder; none for a folder that does not exist.
 */
export function listOverlaid(
  root: string,
  folder: string,
  overlay: Overlay,
  options: Pick<ListOptions, 'exclude' | 'skipsPackages' | 'skips'> = {},
): FileList {
  const onDisk = join(root, folder);
  const list: FileList = existsSync(onDisk) ? listPackageFiles(onDisk, options) : { paths: [], passedOver: [] };
  const paths = list.paths.map((path) => joinPath(folder, path));
  const passedOver = list.passedOver.map((each) => {
    return { ...each, file: { path: joinPath(folder, each.file?.path ?? ''), index: 0 } };
  });
  const unread = (list.unread ?? []).map((path) => joinPath(folder, path));
  if (overlay.replacements.length === 0) return { paths, passedOver, unread };
  const skips = (path: string, isHeld: (folder: string) => boolean): boolean =>
    options.skipsPackages === true && foldersAround(path).slice(1).some(isHeld);
  const isAdded = (each: string): boolean => overlay.file(`${each}/Kptfile`) !== undefined;
  const isCounted = (path: string): boolean => !overlay.covers(path) && !skips(path, isAdded);
  const fromFolder = (path: string): string => (folder === '' ? path : path.slice(folder.length + 1));
  const added = overlay
    .filesBelow(folder)
    .map(({ path }) => path)
    .filter((path) => isManifestPath(path) && !path.split('/').some(isTemporary))
    .filter(
      (path) => list.leavesOut?.(fromFolder(path)) !== true && !skips(path, (each) => isPackage(root, each, overlay)),
    );
  return {
    paths: inOrder([...paths.filter(isCounted), ...added]),
    passedOver: passedOver.filter(({ file }) => isCounted(file.path)),
    unread: unread.filter(isCounted),
  };
}

function isPackage(root: string, folder: string, overlay: Overlay): boolean {
  const kptfile = `${folder}/Kptfile`;
  return overlay.covers(kptfile) ? overlay.file(kptfile) !== undefined : existsSync(join(root, kptfile));
}

/** Sorts paths folder by folder, the names of files and folders together in byte order. */
function inOrder(paths: readonly string[]): readonly string[] {
  const key = (path: string): string => path.replaceAll('/', '\0');
  return paths.toSorted((a, b) => byteOrder(key(a), key(b)));
}
