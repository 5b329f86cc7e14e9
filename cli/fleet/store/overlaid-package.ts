import type { Overlay } from '../../../src/fleet/overlay.ts';
import type { FolderContent } from '../../../src/files/index.ts';

/** Reports whether a file of a package, or all of it, is another one than in the work tree. */
export function isOverlaid(overlay: Overlay, directory: string): boolean {
  return overlay.covers(directory) || overlay.filesBelow(directory).length > 0;
}

/** Returns a package with the files of an overlay in place of others. `base`: its files; undefined for none. */
export function overlaidPackage(overlay: Overlay, directory: string, base: FolderContent | undefined): FolderContent {
  const files = new Map(base?.files);
  const executables = new Set(base?.executables);
  for (const { path, content, mode, isIgnored } of overlay.filesBelow(directory)) {
    if (isIgnored) continue;
    const own = directory === '' ? path : path.slice(directory.length + 1);
    files.set(own, content);
    if (mode === '100755') executables.add(own);
    else executables.delete(own);
  }
  return { files, executables };
}
