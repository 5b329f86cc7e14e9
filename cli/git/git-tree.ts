import {
  type FileContent,
  type FolderContent,
  contentOf,
  isTemporary,
  joinPath,
  strictText,
} from '../../src/files/index.ts';
import { KrmError, type Result, failure, fileError } from '../../src/krm/index.ts';
import { noFile, PATH_REPEATED, STORED_NAME_NOT_UTF8, unsafePart } from '../../src/messages/git.ts';
import { skipped } from '../../src/messages/reading.ts';
import { ATTRIBUTES_FILE, conversionsBelow, foldersAbove, type Conversion } from './git-attributes.ts';
import { callGit, GitError } from './git.ts';
import type { ObjectStore } from './object-store.ts';
import { readObjects, type StoredObject } from './stored-objects.ts';

/** Files of a folder of a commit, as they are in the repository: no filter changes them. */
export interface GitFolder extends FolderContent {
  /** Names links, submodules and `node_modules`, which are not read. */
  readonly passedOver: readonly Result[];
  /** Conversions that git makes of files in a work tree, by their paths. */
  readonly conversions: ReadonlyMap<string, Conversion>;
}

/** A file of a folder, or another entry that is not a folder. */
interface Entry {
  readonly mode: string;
  readonly id: string;
  /** Relative to the folder. */
  readonly path: string;
}

/** Contents of files by id. Those that several versions of a package share are read once, and are the same value. */
export type Contents = Map<string, FileContent>;

/** A folder of a commit. */
export interface FolderPlace {
  readonly commit: string;
  /** Relative to the repository, '' for all of it. */
  readonly directory: string;
}

/** Reads a folder of a commit as `readFolders` does. */
export function readTree(
  store: ObjectStore,
  commit: string,
  directory: string,
  contents: Contents = new Map(),
): GitFolder | undefined {
  return readFolders(store, [{ commit, directory }], contents)[0];
}

/**
 * Reads folders of commits together, with one call of git for each level of folders. `contents`: what was read before,
 * to which this is added. Returns undefined for a folder that its commit does not have. Throws a `KrmError` for a path
 * that must not be written to a disk.
 */
export function readFolders(
  store: ObjectStore,
  places: readonly FolderPlace[],
  contents: Contents,
): readonly (GitFolder | undefined)[] {
  const trees: Trees = new Map();
  const roots = findFolders(store, places).map((root) => root && { ...root, id: addTree(trees, root.object) });
  const missing = new Set<string>();
  for (;;) {
    const folders = roots.map((root) => root && { ...walk(trees, root.id), ...root });
    const found = folders.filter((folder) => folder !== undefined);
    const ids = found.flatMap((folder) => [...folder.unread, ...unreadFiles(folder, contents)]);
    const wanted = [...new Set(ids)].filter((id) => !missing.has(id));
    if (wanted.length > 0) readInto({ trees, contents, missing }, store, wanted);
    else return folders.map((folder) => (folder?.unread.length === 0 ? folderOf(store, folder, contents) : undefined));
  }
}

/** A folder that was found in a commit. */
interface FoundFolder {
  /** Relative to the repository. */
  readonly directory: string;
  readonly object: StoredObject;
  /** Files with attributes in the folders above it, by their paths in the repository. */
  readonly above: readonly Entry[];
}

/** Returns folders; undefined for those that do not exist, and for all if git refuses to read the repository. */
function findFolders(store: ObjectStore, places: readonly FolderPlace[]): readonly (FoundFolder | undefined)[] {
  try {
    const paths = places.map(({ directory }) => [...foldersAbove(directory), directory]);
    const names = places.flatMap(({ commit }, index) =>
      (paths[index] ?? []).map((directory) => nameOf(store, { commit, directory })),
    );
    const objects = readObjects(store.place, names).values();
    return paths.map((folders) =>
      foundFolder(
        folders,
        folders.map(() => objects.next().value),
      ),
    );
  } catch (error) {
    if (error instanceof GitError) return places.map(() => undefined);
    throw error;
  }
}

const ATTRIBUTES_NAME = Buffer.from(ATTRIBUTES_FILE);

/** `objects`: those of the paths, the last of which is the folder. */
function foundFolder(
  paths: readonly string[],
  objects: readonly (StoredObject | undefined)[],
): FoundFolder | undefined {
  const [object, directory] = [objects.at(-1), paths.at(-1)];
  if (object?.kind !== 'tree' || directory === undefined) return undefined;
  const above = objects.slice(0, -1).flatMap((each, index) => {
    const entries = each?.kind === 'tree' ? namedObjects(each) : [];
    const own = entries.filter(({ name, mode }) => name.equals(ATTRIBUTES_NAME) && isRegular(mode));
    const path = joinPath(paths[index] ?? '', ATTRIBUTES_FILE);
    return own.map(({ mode, id }) => ({ mode, id, path }));
  });
  return { directory, object, above };
}

/** Returns a name of a folder for `readObjects`; '' if it does not exist. */
function nameOf(store: ObjectStore, { commit, directory }: FolderPlace): string {
  const name = `${commit}:${directory}`;
  if (!name.includes('\n')) return name;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', name];
  const { stdout, status } = callGit(args, store.place);
  return status === 0 ? stdout.toString().trim() : '';
}

/** Entries of folders by their ids. */
type Trees = Map<string, readonly Entry[]>;

/** Adds a folder. Returns its id. */
function addTree(trees: Trees, tree: StoredObject): string {
  trees.set(tree.id, parseEntries(tree));
  return tree.id;
}

/**
 * Returns the files in a folder, with those in the folders below, in the order of git, and the ids of folders that are
 * not known.
 */
function walk(
  trees: Trees,
  id: string,
  above = '',
): { readonly files: readonly Entry[]; readonly unread: readonly string[] } {
  const entries = trees.get(id);
  if (entries === undefined) return { files: [], unread: [id] };
  const files: Entry[] = [];
  const unread: string[] = [];
  for (const entry of entries) {
    const path = `${above}${entry.path}`;
    if (entry.mode !== FOLDER) files.push({ ...entry, path });
    else {
      const below = walk(trees, entry.id, `${path}/`);
      files.push(...below.files);
      unread.push(...below.unread);
    }
  }
  return { files, unread };
}

/** Mode of a folder in a tree of git. */
const FOLDER = '40000';

function isRegular(mode: string): boolean {
  return mode.startsWith('100');
}

function unreadFiles(
  { files, above }: Pick<FoundFolder, 'above'> & { readonly files: readonly Entry[] },
  contents: Contents,
): readonly string[] {
  const read = [...files.filter((file) => reasonToSkip(file) === undefined), ...above];
  return read.filter(({ id }) => !contents.has(id)).map(({ id }) => id);
}

/** Reads objects. `missing`: receives the ids of those that the store lacks. */
function readInto(
  { trees, contents, missing }: { readonly trees: Trees; readonly contents: Contents; readonly missing: Set<string> },
  store: ObjectStore,
  ids: readonly string[],
): void {
  for (const [index, object] of readObjects(store.place, ids).entries()) {
    if (object?.kind === 'tree') addTree(trees, object);
    else if (object?.kind === 'blob') contents.set(object.id, contentOf(object.bytes));
    else missing.add(ids[index] ?? '');
  }
}

function folderOf(
  store: ObjectStore,
  { directory, files: entries, above }: Omit<FoundFolder, 'object'> & { readonly files: readonly Entry[] },
  contents: Contents,
): GitFolder {
  checkPaths(entries);
  fetchFiles(store, unreadFiles({ files: entries, above }, contents), contents);
  const files = entries.filter((entry) => reasonToSkip(entry) === undefined);
  const read = (of: readonly Entry[]) => new Map(of.map(({ path, id }) => [path, contents.get(id) ?? '']));
  const content = read(files);
  return {
    files: content,
    conversions: conversionsBelow(directory, content, read(above)),
    executables: new Set(files.filter(({ mode }) => mode === '100755').map(({ path }) => path)),
    passedOver: entries.flatMap((entry) => {
      const message = reasonToSkip(entry);
      if (message === undefined) return [];
      return [{ severity: 'warning', code: 'file-skipped', message, file: { path: entry.path, index: 0 } }];
    }),
  };
}

/** Throws for each path that a disk may take for another place, or for the repository's own folder. */
function checkPaths(entries: readonly Entry[]): void {
  const seen = new Set<string>();
  const errors = entries.flatMap(({ path }): readonly Result[] => {
    const isTwice = seen.has(path);
    seen.add(path);
    const part = path.split('/').find(isUnsafe);
    if (part === undefined && !isTwice) return [];
    return refused(path, part === undefined || isTwice ? PATH_REPEATED : unsafePart(part)).results;
  });
  if (errors.length > 0) throw new KrmError(errors);
}

/**
 * Reports whether a name leads elsewhere, or is `.git` to some file system: Windows and macOS read other spellings so.
 */
function isUnsafe(name: string): boolean {
  // Code points that HFS+ ignores.
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, '')
    .toLowerCase();
  const [first = ''] = plain.split(':');
  const trimmed = first.replace(/[. ]+$/, '');
  return (
    ['', '.', '..'].includes(name) || ['.git', 'git~1'].includes(trimmed) || name.includes('\\') || isTemporary(name)
  );
}

/** Returns why an entry is not read; undefined if it is. */
function reasonToSkip({ mode, path }: Entry): string | undefined {
  if (mode === '120000') return skipped('link');
  if (mode === '160000') return skipped('submodule');
  return path.split('/').includes('node_modules') ? skipped('nodeModules') : undefined;
}

/** Fetches files that the store lacks. */
function fetchFiles(store: ObjectStore, ids: readonly string[], contents: Contents): void {
  if (ids.length === 0) return;
  store.fetchObjects(ids);
  for (const [index, object] of readObjects(store.place, ids).entries()) {
    if (object?.kind === 'blob') contents.set(object.id, contentOf(object.bytes));
    else throw failure('repository-unreachable', noFile(ids[index] ?? ''));
  }
}

/** Parses the object of a folder. Throws for a name that is not UTF-8. */
function parseEntries(tree: StoredObject): readonly Entry[] {
  return namedObjects(tree).map(({ name, ...entry }) => {
    const path = strictText(name);
    if (path === undefined) throw refused(name.toString(), STORED_NAME_NOT_UTF8);
    return { ...entry, path };
  });
}

function namedObjects({ id: own, bytes }: StoredObject): readonly (Omit<Entry, 'path'> & { readonly name: Buffer })[] {
  const idLength = own.length / 2;
  const entries: (Omit<Entry, 'path'> & { readonly name: Buffer })[] = [];
  for (let at = 0; at < bytes.length;) {
    const [space, end] = [bytes.indexOf(32, at), bytes.indexOf(0, at)];
    const next = end + 1 + idLength;
    const [mode, id] = [bytes.toString('latin1', at, space), bytes.toString('hex', end + 1, next)];
    entries.push({ mode, id, name: bytes.subarray(space + 1, end) });
    at = next;
  }
  return entries;
}

function refused(path: string, message: string): KrmError {
  return fileError(path, 'unsafe-path', message);
}
