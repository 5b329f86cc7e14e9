import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from '../process/host-paths.ts';
import { renameSync } from '../process/rename.ts';
import { type FileContent, isSameContent } from '../../src/files/index.ts';
import { fileError, KrmError, type Result, resultsOf } from '../../src/krm/index.ts';
import type { RootedChange } from '../../src/package/index.ts';
import {
  CHANGED_MEANWHILE,
  FILE_READ_ONLY,
  FOLDER_READ_ONLY,
  FOLDER_REPLACED,
  folderNotEmpty,
  newFileExists,
  notInFolder,
  writtenInPart,
} from '../../src/messages/writing.ts';
import { systemErrorCode } from '../process/system-error.ts';
import { withProgress } from '../terminal/progress.ts';
import { entriesBelow } from './entries-below.ts';
import { entryAt } from './entry-at.ts';
import { withFile } from './file-error.ts';
import { refuseHostName } from './host-name.ts';
import { temporaryName } from './temporary-file.ts';

/** Change with the temporary file that holds the new text until it replaces the old one. */
interface StagedChange extends RootedChange {
  readonly shown: string;
  readonly file: string;
  /** Folder of the file, relative to the root folder; '' for the root folder itself. */
  readonly folder: string;
  readonly name: string;
  /** Folder of the temporary file, relative to the root folder: the folder of the file, or an existing parent. */
  readonly staging: string;
  /** Name of the temporary file. */
  readonly temporary: string;
  /** Files that all changes together remove. */
  readonly removed: ReadonlySet<string>;
  /** Removed file whose path becomes a folder for this one; undefined otherwise. */
  readonly above: string | undefined;
  /** True once there is no temporary file any more. */
  isReplaced: boolean;
}

/** Hooks into writing, for tests of concurrent changes by other processes. */
interface Moments {
  /** Called after all checks. */
  readonly beforeReplacing?: () => void;
}

/**
 * Replaces, creates and removes files of folders, each one atomically, preserving owner and mode of a replaced one. All
 * new texts are on disk before the first file is replaced. Replaces none, and leaves no new folder, if a text cannot be
 * written, or if a file is read-only, has changed since it was read, or was created meanwhile. A removed file can
 * become a folder, and a folder whose files are all removed a file. Throws a `KrmError`; if replacing itself stops
 * half-way, the error lists the written files.
 */
export function writeChanges(changes: readonly RootedChange[], moments?: Moments): void {
  const staged = new StagedChanges(changes);
  try {
    staged.replace(moments);
  } finally {
    staged.discard();
  }
}

/** Changes whose new texts are in temporary files, to write them as `writeChanges` does. */
export class StagedChanges {
  readonly #staged: readonly StagedChange[];
  /** Created folders. */
  readonly #folders: string[] = [];
  readonly #open = new OpenFolders();

  /**
   * Writes the temporary files. Throws a `KrmError`, and leaves none, if a text cannot be written. `waits`: false if
   * the caller lets the system write all files to the disk before `replace`. Default: true.
   */
  constructor(changes: readonly RootedChange[], { waits = true }: { readonly waits?: boolean } = {}) {
    this.#staged = stageAll(changes);
    try {
      for (const change of this.#staged) withFile(change.shown, () => checkFolders(change));
      for (const change of withProgress('writing', this.#staged))
        guarded(change, () => prepare(change, this.#open, { folders: this.#folders, waits }));
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** Replaces the files. Throws a `KrmError` as `writeChanges` does. */
  replace({ beforeReplacing = () => {} }: Moments = {}): void {
    for (const change of this.#staged) guarded(change, () => checkUntouched(change, this.#open));
    beforeReplacing();
    replaceAll(this.#staged, this.#open);
  }

  /** Removes what is left of the temporary files, and created folders that are empty. Must be called. */
  discard(): void {
    for (const { root, staging, temporary, isReplaced } of this.#staged)
      if (!isReplaced) tryTo(() => this.#open.within(root, staging, (at) => unlinkSync(join(at, temporary))));
    // The folder of a written new file is not empty, so it stays.
    const isComplete = this.#staged.every(({ isReplaced }) => isReplaced);
    for (const folder of isComplete ? [] : this.#folders.toReversed()) tryTo(() => rmdirSync(folder));
    this.#open.close();
  }
}

/** Runs an operation on a file, as `withFile` does. `changed`: message if a folder has become a symbolic link. */
function guarded({ shown }: StagedChange, act: () => void, changed = CHANGED_MEANWHILE): void {
  withFile(shown, () => {
    try {
      act();
    } catch (error) {
      const isOther = error instanceof MovedError || ['ELOOP', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');
      throw isOther ? fileError(shown, 'file-changed', changed) : error;
    }
  });
}

/** Acts, but ignores a failure: the original error is more informative, and the next run names leftover files. */
function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // For example, a read-only file system.
  }
}

function stageAll(changes: readonly RootedChange[]): readonly StagedChange[] {
  for (const { path, before, after, shown } of changes)
    if (before === undefined && after !== undefined) refuseHostName(path, shown);
  const removed = new Set(changes.flatMap(({ root, path, after }) => (after === undefined ? join(root, path) : [])));
  return changes.map((change): StagedChange => {
    const file = join(change.root, change.path);
    const above = foldersOf(change).find((folder) => removed.has(folder));
    const folder = folderOf(change.path);
    const staging = above === undefined ? folder : folderOf(relative(change.root, above));
    const name = basename(change.path);
    const temporary = temporaryName();
    const isReplaced = change.after === undefined;
    return { shown: change.path, ...change, file, folder, name, staging, temporary, removed, above, isReplaced };
  });
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Returns the folders that hold a file, the outermost first. */
function foldersOf({ root, path }: RootedChange): readonly string[] {
  const folders = path.split('/').slice(0, -1);
  return folders.map((_, depth) => join(root, ...folders.slice(0, depth + 1)));
}

/** Performs everything that can fail before the first file is replaced. `folders`: receives the created folders. */
function prepare(
  change: StagedChange,
  open: OpenFolders,
  { folders, waits }: { readonly folders: string[]; readonly waits: boolean },
): void {
  const { root, staging, name, before, after, above } = change;
  const created = before === undefined && above === undefined ? folders : undefined;
  open.within(
    root,
    staging,
    (at) => {
      // Replacing needs permission for the folder only, but a read-only file is meant to stay.
      if (before !== undefined) checkFileWritable(join(at, name), change.shown);
      if (after === undefined) checkFolderWritable(at, change.shown);
      else writeTemporary(change, join(at, change.temporary), { after, waits });
      if (before !== undefined && after !== undefined)
        takeOver(join(at, name), join(at, change.temporary), change.isExecutable);
    },
    created,
  );
}

/** Writes the new text beside the file, or above it. */
function writeTemporary(
  { before, isExecutable }: StagedChange,
  path: string,
  { after, waits }: { readonly after: FileContent; readonly waits: boolean },
): void {
  const descriptor = openSync(path, 'wx', before === undefined ? newMode(isExecutable) : 0o600);
  try {
    writeFileSync(descriptor, after);
    if (waits) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the mode of a new file, to which the system applies the user's umask. */
export function newMode(isExecutable = false): number {
  return isExecutable ? 0o777 : 0o666;
}

function takeOver(file: string, temporary: string, isExecutable: boolean | undefined): void {
  const { mode, uid, gid } = lstatSync(file);
  // Only root can change owners; a file that root edits keeps its owner.
  if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
  chmodSync(temporary, isExecutable === undefined ? mode : withExecution(mode, isExecutable));
}

function withExecution(mode: number, isExecutable: boolean): number {
  return isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

/** Rejects folders that are symbolic links, which may lead outside the package. Missing folders are created later. */
function checkFolders(change: StagedChange): void {
  const folders = foldersOf(change);
  const staying = change.above === undefined ? folders : folders.slice(0, folders.indexOf(change.above));
  for (const path of staying) {
    const folder = entryAt(path);
    if (folder === undefined || folder.isDirectory()) continue;
    if (change.before !== undefined) throw fileError(change.shown, 'file-changed', CHANGED_MEANWHILE);
    const message = notInFolder(relative(change.root, path), folder.isSymbolicLink());
    throw fileError(change.shown, 'file-exists', message);
  }
}

function checkUntouched(change: StagedChange, open: OpenFolders): void {
  checkFolders(change);
  if (change.above === undefined)
    open.within(change.root, change.folder, (at) => checkFile(change, join(at, change.name)));
}

function checkFile(change: StagedChange, path: string): void {
  const { shown, before } = change;
  const now = entryAt(path);
  if (before === undefined) {
    if (now?.isDirectory() === true) checkEmptied(change);
    else if (now !== undefined) throw fileError(shown, 'file-exists', newFileExists(now.isSymbolicLink()));
  } else if (now?.isFile() !== true || !isSameContent(readFileSync(path), before))
    throw fileError(shown, 'file-changed', CHANGED_MEANWHILE);
}

/** Rejects a folder that is to become a file, but would still contain others after the removals. */
function checkEmptied({ shown, file, removed }: StagedChange): void {
  const other = entriesBelow(file).find((path) => !removed.has(join(file, path)));
  if (other === undefined) return;
  throw fileError(shown, 'file-exists', folderNotEmpty(`${shown}/${other}`));
}

function replaceAll(staged: readonly StagedChange[], open: OpenFolders): void {
  // A folder becomes a file once its files are removed. A Kptfile says which version all other files are of: if the
  // process is killed before, the next run writes them again.
  const rank = (change: StagedChange): number => (change.name === 'Kptfile' ? 2 : replacesFolder(change) ? 1 : 0);
  const ranks = new Map(staged.map((change) => [change, rank(change)]));
  const changes = staged.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  for (const [done, change] of changes.entries()) {
    try {
      guarded(change, () => replace(change, open), FOLDER_REPLACED);
      change.isReplaced = true;
    } catch (error) {
      throw new KrmError([...resultsOf(error), halfWay(changes, done)]);
    }
  }
}

function replacesFolder({ file, before, above }: StagedChange): boolean {
  return before === undefined && above === undefined && isFolder(file);
}

function isFolder(path: string): boolean {
  return entryAt(path)?.isDirectory() === true;
}

function replace({ root, folder, name, staging, temporary, after, above }: StagedChange, open: OpenFolders): void {
  if (after === undefined) return open.within(root, folder, (at) => unlinkSync(join(at, name)));
  open.within(root, staging, (from) => {
    const rename = (to: string): void => renameSync(join(from, temporary), join(to, name));
    if (above !== undefined) return open.within(root, folder, rename, []);
    removeFolders(join(from, name));
    rename(from);
  });
}

/** Removes a folder that contains only folders, if it exists. */
function removeFolders(path: string): void {
  if (!isFolder(path)) return;
  for (const name of readdirSync(path)) removeFolders(join(path, name));
  rmdirSync(path);
}

function halfWay(changes: readonly StagedChange[], done: number): Result {
  const paths = changes.map(({ shown }) => shown);
  const message = writtenInPart(paths.slice(0, done), paths.slice(done));
  return { severity: 'error', code: 'written-in-part', message };
}

/**
 * Throws a `KrmError` if a file is read-only. `shown`: its path for users. Throws the error of the system for other
 * reasons.
 */
function checkFileWritable(path: string, shown: string): void {
  check(path, shown, FILE_READ_ONLY);
}

/**
 * Throws a `KrmError` if a folder is read-only, so that a file in it cannot be removed. `shown`: path of the file for
 * users.
 */
function checkFolderWritable(path: string, shown: string): void {
  check(path, shown, FOLDER_READ_ONLY);
}

function check(path: string, shown: string, message: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw ['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')
      ? fileError(shown, 'file-unwritable', message)
      : error;
  }
}

/** Flag of open(2) on Linux that Node has no name for: needs no permission to read the folder. */
const O_PATH = 0x20_0000;

/** Flags to open a folder, but not through a symbolic link. */
const FOLDER = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Descriptors of this process as folders, which the system does not resolve by name again. */
const DESCRIPTORS = '/proc/self/fd';

/**
 * Folders opened relative to one another, so that no process can redirect a write by replacing a folder with a symbolic
 * link. On a system without `/proc`, folders are used by name.
 */
class OpenFolders {
  readonly #roots = new Map<string, number>();
  readonly #isSupported = process.platform === 'linux' && existsSync(DESCRIPTORS);

  /**
   * Calls `act` with the path of a folder in a root folder, both without symbolic links. Throws an error of the system
   * if a part of it is a symbolic link. `created`: creates missing folders, and receives their paths.
   */
  within<T>(root: string, folder: string, act: (path: string) => T, created?: string[]): T {
    const opened: number[] = [];
    try {
      let [at, known] = [this.#isSupported ? this.#pathOf(root) : root, root];
      for (const name of folder.split('/').filter((each) => each !== '')) {
        const path = join(at, name);
        known = join(known, name);
        if (created !== undefined && !existsSync(path) && makeFolder(path)) created.push(known);
        at = this.#isSupported ? this.#enter(path, opened) : path;
      }
      return act(at);
    } finally {
      for (const descriptor of opened) closeSync(descriptor);
    }
  }

  close(): void {
    for (const descriptor of this.#roots.values()) closeSync(descriptor);
    this.#roots.clear();
  }

  #enter(path: string, opened: number[]): string {
    const descriptor = openSync(path, FOLDER);
    opened.push(descriptor);
    return join(DESCRIPTORS, String(descriptor));
  }

  /** Returns the path of a root folder, which is opened once. */
  #pathOf(root: string): string {
    const known = this.#roots.get(root);
    if (known !== undefined) return join(DESCRIPTORS, String(known));
    const descriptor = openSync(root, FOLDER);
    this.#roots.set(root, descriptor);
    const path = join(DESCRIPTORS, String(descriptor));
    if (readlinkSync(path) !== root) throw new MovedError(root);
    return path;
  }
}

/** Error for a root folder that was replaced by another folder. */
class MovedError extends Error {}

/** Creates a folder. Returns false if the name is taken. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
