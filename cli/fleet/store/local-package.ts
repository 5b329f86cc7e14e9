import { lstatSync } from 'node:fs';
import { join } from '../../process/host-paths.ts';
import { type FileContent, type FolderContent, isTemporary, joinPath } from '../../../src/files/index.ts';
import type { LockedContent } from '../../../src/fleet/index.ts';
import { refuseBehindLink } from '../../../src/fleet/inputs/place-links.ts';
import { kindSkipped, NOT_REGULAR, notCheckedOut, UNMERGED } from '../../../src/fleet/messages/places.ts';
import { UPSTREAM_UNFETCHED } from '../../../src/fleet/messages/versions.ts';
import type { Overlay } from '../../../src/fleet/overlay.ts';
import { isUncommitted, type LocalPackage, specialKind, type StoredFile, type Tree } from '../../../src/fleet/ports.ts';
import { fileWarning, KrmError, type Result } from '../../../src/krm/index.ts';
import { nestedFolders, textIn } from '../../../src/upstream/index.ts';
import { readNested } from '../../upstream/nested-package.ts';

/** Tree with files that count in place of those on the disk. */
/** Files of a git repository, and what counts in place of some of them. */
export type OverlaidTree = Tree & { readonly overlay: Overlay };

/**
 * Reads the files of a folder that git tracks or would add and, of those that it ignores, `also`. Throws a `KrmError`
 * for a folder behind a symbolic link, and for files that are not checked out, in a conflict of git, or unreadable.
 */
export function readLocalPackage(tree: OverlaidTree, folder: string, also: Iterable<string> = []): LocalPackage {
  refuseBehindLink(tree, folder);
  const entries = [...tree.filesBelow(folder)].filter(([path]) => !path.split('/').some(isTemporary));
  const errors = entries.flatMap(([, entry]) => stateErrors(entry, folder));
  if (errors.length > 0) throw new KrmError(errors.slice(0, MAX_ERRORS));
  const known = new Map(entries);
  const at = (path: string): string => joinPath(folder, path);
  const ignored = [...also].filter((path) => !known.has(path) && tree.isFile(at(path)));
  const files = new Map<string, FileContent>();
  const onDisk = new Map<string, FileContent>();
  const stored = new Map<string, LockedContent>();
  const passedOver: Result[] = [];
  for (const [path, entry] of [...entries, ...ignored.map((each) => [each, undefined] as const)]) {
    const kind = entry && specialKind(entry);
    if (entry !== undefined && (kind !== undefined || entry.id === undefined)) {
      const message = kind === undefined ? NOT_REGULAR : kindSkipped(kind);
      passedOver.push({ severity: 'info', code: 'file-skipped', message, file: { path: at(path), index: 0 } });
      continue;
    }
    const content = tree.read(at(path));
    const { text, id } = storedText(tree, content, entry?.id);
    onDisk.set(path, content);
    files.set(path, text);
    stored.set(path, { mode: isExecutable(tree, entry, at(path)) ? '100755' : '100644', id });
  }
  return {
    files,
    executables: new Set([...stored].filter(([, { mode }]) => mode === '100755').map(([path]) => path)),
    onDisk,
    stored,
    ignored,
    isUncommitted: entries.some(([, entry]) => isUncommitted(entry)),
    passedOver,
  };
}

/** Limit of errors about one folder: one is enough to act. */
const MAX_ERRORS = 3;

function stateErrors({ state, path }: StoredFile, folder: string): readonly Result[] {
  const file = { path, index: 0 };
  if (state === 'sparse') {
    const message = notCheckedOut(`git sparse-checkout add ${folder || '.'}`);
    return [{ severity: 'error', code: 'file-not-checked-out', message, file }];
  }
  if (state !== 'unmerged') return [];
  return [{ severity: 'error', code: 'git-conflict', message: UNMERGED, file }];
}

function isExecutable({ root, overlay }: OverlaidTree, entry: StoredFile | undefined, path: string): boolean {
  const mode = (entry ?? overlay.file(path))?.mode;
  return mode === undefined ? (lstatSync(join(root, path)).mode & 0o100) !== 0 : mode === '100755';
}

/**
 * Returns the text that git stores for the content of a file. Line ends are the only conversion that is undone: a file
 * with another filter, such as that of Git LFS, counts as it is on the disk.
 */
export function storedText(
  tree: Pick<Tree, 'objects'>,
  content: FileContent,
  id: string | undefined,
): { readonly text: FileContent; readonly id: string } {
  const own = tree.objects.idOf(content);
  if (id === undefined || id === own || typeof content !== 'string') return { text: content, id: own };
  const text = content.replaceAll('\r\n', '\n');
  return tree.objects.idOf(text) === id ? { text, id } : { text: content, id: own };
}

/**
 * Returns a warning for each package in a package of the work tree that only names its upstream: its files are not
 * fetched.
 */
export function unfetchedWarnings({ files }: FolderContent, directory: string): readonly Result[] {
  return nestedFolders([...files.keys()], '').flatMap((folder): readonly Result[] => {
    const path = `${folder}Kptfile`;
    const nested = readNested(textIn(files, path), joinPath(directory, path));
    if (nested?.upstream === undefined || nested.lock !== undefined) return [];
    return [fileWarning(joinPath(directory, path), 'package-unfetched', UPSTREAM_UNFETCHED)];
  });
}

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
