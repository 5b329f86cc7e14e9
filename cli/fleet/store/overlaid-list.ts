import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { byteOrder } from '../../../src/byte-order.ts';
import { isManifestPath, isTemporary, joinPath } from '../../../src/files/index.ts';
import { foldersAround } from '../../../src/fleet/index.ts';
import { listPackageFiles } from '../../package/file-list.ts';
import type { Overlay } from '../../../src/fleet/overlay.ts';
import type { FileList, ListOptions } from '../../../src/package/index.ts';

/**
 * Lists a folder of a git repository as `listPackageFiles` does, with the files of an overlay in place of others. Returns paths relative to
 * `root`, its top folder; none for a folder that does not exist.
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
