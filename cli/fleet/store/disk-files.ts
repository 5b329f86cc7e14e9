import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from '../../process/host-paths.ts';
import { contentOf, type FileContent, joinPath } from '../../../src/files/index.ts';
import { caseless, foldersAround, packagePath } from '../../../src/fleet/index.ts';
import { LOCK_FOLDER, lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { NO_OVERLAY, type Overlay } from '../../../src/fleet/overlay.ts';
import type { Files, LockInTree } from '../../../src/fleet/ports.ts';
import type { FileList } from '../../../src/package/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import { entryAt } from '../../package/entry-at.ts';
import { withFile } from '../../package/file-error.ts';
import { resolveFolder } from '../../package/folder-files.ts';
import { listOverlaid } from './overlay-files.ts';

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
    return relative(this.root, resolveFolder(named));
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

/** Reports whether there is a symbolic link at a path. */
export function isSymbolicLink(path: string): boolean {
  return entryAt(path)?.isSymbolicLink() === true;
}

/**
 * Returns the symbolic link at a path below `root`, or the folder of that path that is one; undefined if there is none.
 */
export function symbolicLinkTo(root: string, path: string): string | undefined {
  return path === '' ? undefined : foldersAround(path).find((each) => isSymbolicLink(join(root, each)));
}

/** Returns all folders with a lock. */
export function lockedFolders(root: string): readonly LockInTree[] {
  const top = join(root, LOCK_FOLDER);
  // Whoever can push to a git repository could name any other folder.
  return existsSync(top) ? [...locksBelow(top, '')].filter(({ folder }) => packagePath(folder) === folder) : [];
}

/** `folder`: path below the top with a slash at its end, or ''. */
function* locksBelow(top: string, folder: string): Generator<LockInTree> {
  for (const entry of readdirSync(join(top, folder), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) yield* locksBelow(top, `${path}/`);
    else if (entry.isFile() && entry.name.endsWith('.lock'))
      yield {
        folder: path.slice(0, -'.lock'.length),
        read: () => withFile(join(LOCK_FOLDER, path), () => readFileSync(join(top, path), 'utf8')),
      };
  }
}

/** Finds names on the disk that some file systems take for the same. Reads each folder once. */
export class CaseTwins {
  readonly #files: Pick<Files, 'namesIn'>;
  readonly #names = new Map<string, ReadonlyMap<string, readonly string[]>>();

  constructor(files: Pick<Files, 'namesIn'>) {
    this.#files = files;
  }

  /** Returns a path that exists, and that is equal to this one but for case; undefined if there is none. */
  of(path: string): string | undefined {
    const found = path
      .split('/')
      .reduce<readonly string[]>(
        (folders, name) => folders.flatMap((folder) => this.#in(folder, name).map((each) => joinPath(folder, each))),
        [''],
      );
    return found.find((each) => each !== path);
  }

  #in(folder: string, name: string): readonly string[] {
    const known = this.#names.get(folder) ?? groupBy(this.#files.namesIn(folder), caseless);
    this.#names.set(folder, known);
    return known.get(caseless(name)) ?? [];
  }
}
