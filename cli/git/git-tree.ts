import { contentOf, strictText, type FileContent } from '../../src/files/index.ts';
import { KrmError, type Result } from '../../src/krm/index.ts';
import { isTemporary } from '../package/temporary-file.ts';
import type { FolderContent } from '../package/whole-folder.ts';
import { callGit, git } from './git.ts';
import type { ObjectStore } from './object-store.ts';

/** Files of a folder of a commit, as they are in the repository: no filter changes them. */
export interface GitFolder extends FolderContent {
  /** Names links, submodules and `node_modules`, which are not read. */
  readonly passedOver: readonly Result[];
}

/** Entry of a tree. */
interface Entry {
  readonly mode: string;
  readonly id: string;
  readonly path: string;
}

/** Contents of files by id. Those that several versions of a package share are read once, and are the same value. */
export type Contents = Map<string, FileContent>;

/**
 * Reads a folder of a commit. `directory`: relative to the repository, '' for all of it. `contents`: what was read before, to which this is
 * added. Returns undefined if the commit has no such folder. Throws a `KrmError` for a path that must not be written to a disk.
 */
export function readTree(
  store: ObjectStore,
  commit: string,
  directory: string,
  contents: Contents = new Map(),
): GitFolder | undefined {
  const args = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', `${commit}:${directory}`];
  const { stdout, status } = callGit(args, store.place);
  if (status !== 0) return undefined;
  const entries = parseEntries(stdout);
  checkPaths(entries);
  const files = entries.filter((entry) => reasonToSkip(entry) === undefined);
  readBlobs(store, [...new Set(files.map(({ id }) => id))], contents);
  return {
    files: new Map(files.map(({ path, id }) => [path, contents.get(id) ?? ''])),
    executables: new Set(files.filter(({ mode }) => mode === '100755').map(({ path }) => path)),
    passedOver: entries.flatMap((entry) => {
      const message = reasonToSkip(entry);
      return message === undefined ? [] : [{ severity: 'warning', message, file: { path: entry.path, index: 0 } }];
    }),
  };
}

function parseEntries(bytes: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    const [head, path] = split(bytes.subarray(at, end), 9);
    const [mode = '', , id = ''] = head.toString().split(' ');
    const name = strictText(path);
    if (name === undefined) throw refused(path.toString(), 'the name must be UTF-8');
    entries.push({ mode, id, path: name });
    at = end + 1;
  }
  return entries;
}

/** Splits bytes at the first byte of a value. */
function split(bytes: Buffer, separator: number): readonly [Buffer, Buffer] {
  const at = bytes.indexOf(separator);
  return [bytes.subarray(0, at), bytes.subarray(at + 1)];
}

/** Throws for each path that a disk may take for another place, or for the repository's own folder. */
function checkPaths(entries: readonly Entry[]): void {
  const seen = new Set<string>();
  const errors = entries.flatMap(({ path }): readonly Result[] => {
    const isTwice = seen.has(path);
    seen.add(path);
    const part = path.split('/').find(isUnsafe);
    if (part === undefined && !isTwice) return [];
    const reason = isTwice ? 'is twice in its folder' : `must not have ${JSON.stringify(part)} in its path`;
    return refused(path, reason).results;
  });
  if (errors.length > 0) throw new KrmError(errors);
}

/** Reports whether a name leads elsewhere, or is `.git` to some file system: Windows and macOS read other spellings so. */
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
  if (mode === '120000') return 'skipped: a symbolic link is not copied';
  if (mode === '160000') return 'skipped: a submodule is not fetched';
  return path.split('/').includes('node_modules') ? 'skipped: `node_modules` is not part of a package' : undefined;
}

/** Adds the contents of files that were not read before. */
function readBlobs(store: ObjectStore, ids: readonly string[], contents: Contents): void {
  const unread = ids.filter((id) => !contents.has(id));
  const missing = readStored(store, unread, contents);
  if (missing.length === 0) return;
  store.fetchObjects(missing);
  const [gone] = readStored(store, missing, contents);
  if (gone === undefined) return;
  throw new KrmError([{ severity: 'error', message: `the repository lacks the file with id ${gone}` }]);
}

/** Reads the files that a store has. Returns the ids of all others. */
function readStored(store: ObjectStore, ids: readonly string[], contents: Contents): readonly string[] {
  if (ids.length === 0) return [];
  const bytes = git(['cat-file', '--batch', '--buffer'], { ...store.place, input: `${ids.join('\n')}\n` });
  const missing: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    const [id = '', kind, size = ''] = bytes.subarray(at, end).toString().split(' ');
    at = end + 1;
    if (kind !== 'blob') missing.push(id);
    else {
      contents.set(id, contentOf(bytes.subarray(at, at + Number(size))));
      at += Number(size) + 1;
    }
  }
  return missing;
}

function refused(path: string, reason: string): KrmError {
  return new KrmError([{ severity: 'error', message: `${reason}; nothing was written`, file: { path, index: 0 } }]);
}
