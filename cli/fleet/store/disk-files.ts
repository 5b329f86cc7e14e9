import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { contentOf, type FileContent } from '../../../src/files/index.ts';
import { entryAt } from '../../package/entry-at.ts';
import { withFile } from '../../package/file-error.ts';
import { NO_OVERLAY, type Overlay } from '../../../src/fleet/overlay.ts';
import type { Files, LockInTree } from '../../../src/fleet/ports.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { lockedFolders } from './locked-folders.ts';
import { listOverlaid } from './overlaid-list.ts';
import { isSymbolicLink, symbolicLinkTo } from './symbolic-link.ts';
import type { FileList } from '../../../src/package/index.ts';
import { resolveFolder } from '../../package/folder-files.ts';

/** Files of a folder on the disk. */
export class DiskFiles implements Files {
  readonly root: string;
  /** Files that count in place of those on the disk. */
  readonly overlay: Overlay;

  constructor(root: string, overlay: Overlay = NO_OVERLAY) {
    this.root = root;
    this.overlay = overlay;
  }

  list(folder: string, options?: Parameters<Files['list']>[1]): FileList {
    return listOverlaid(this.root, folder, this.overlay, options);
  }

  contentAt(path: string): FileContent | undefined {
    const file = join(this.root, path);
    return existsSync(file) ? withFile(path, () => contentOf(readFileSync(file))) : undefined;
  }

  textAt(path: string): string | undefined {
    const file = join(this.root, path);
    return existsSync(file) ? withFile(path, () => readFileSync(file, 'utf8')) : undefined;
  }

  fromHere(file: string): string {
    return relative(this.root, resolve(file));
  }

  folderOf(named: string): string {
    return relative(this.root, resolveFolder(named)).split(sep).join('/');
  }

  namesIn(folder: string): readonly string[] {
    try {
      return readdirSync(join(this.root, folder));
    } catch {
      return [];
    }
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  isLink(path: string): boolean {
    return isSymbolicLink(join(this.root, path));
  }

  linkTo(path: string): string | undefined {
    return symbolicLinkTo(this.root, path);
  }

  kindAt(path: string): ReturnType<Files['kindAt']> {
    const entry = entryAt(join(this.root, path));
    if (entry === undefined) return undefined;
    if (entry.isFile()) return 'file';
    if (entry.isDirectory()) return 'folder';
    return entry.isSymbolicLink() ? 'link' : 'other';
  }

  inputAt(path: string): Uint8Array {
    const content = this.overlay.file(path)?.content;
    return content === undefined ? withFile(path, () => readFileSync(join(this.root, path))) : Buffer.from(content);
  }

  sizeAt(path: string): number {
    const content = this.overlay.file(path)?.content;
    return content === undefined ? lstatSync(join(this.root, path)).size : Buffer.byteLength(content);
  }

  replacementAt(path: string): ReturnType<Files['replacementAt']> {
    return this.overlay.at(path);
  }

  isWithoutLock(folder: string): boolean {
    return this.has(folder) && !this.has(lockFile(folder));
  }

  locks(): readonly LockInTree[] {
    return lockedFolders(this.root);
  }
}
