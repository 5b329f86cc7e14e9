import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { isSameContent, type FileContent } from '../../src/files/index.ts';
import { KrmError, resultsOf, type Result } from '../../src/krm/index.ts';
import { systemErrorCode } from '../process/system-error.ts';
import { withProgress } from '../terminal/progress.ts';
import { fileError, withFile } from './file-error.ts';
import { MovedError, OpenFolders } from './open-folders.ts';
import { temporaryName } from './temporary-file.ts';

/** Change of a file in a folder. */
export interface RootedChange extends ContentChange {
  /** Folder, without symbolic links. */
  readonly root: string;
  /** Name of the file in errors. Default: its path. */
  readonly shown?: string;
}

/** Change of a file. */
export interface ContentChange {
  /** Relative to the package, with slashes. */
  readonly path: string;
  /** Path in a diff. Default: `path`. */
  readonly patchPath?: string;
  /** Content before; undefined if the file is new. */
  readonly before: FileContent | undefined;
  /** Content after; undefined if the file is to be removed. */
  readonly after: FileContent | undefined;
  /** Executable by everyone who can read the file, or by no one. Default: unchanged, and not executable for a new file. */
  readonly isExecutable?: boolean;
}

/** Change of a text file. */
export interface FileChange extends ContentChange {
  /** Text before; undefined if the file is new. */
  readonly before: string | undefined;
  /** Text after; undefined if the file is to be removed. */
  readonly after: string | undefined;
}

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
}

/** Hooks into writing, for tests of concurrent changes by other processes. */
interface Moments {
  /** Called after all checks. */
  readonly beforeReplacing?: () => void;
}

/**
 * Replaces, creates and removes files of folders, each one atomically, preserving owner and mode of a replaced one.
 * All new texts are on disk before the first file is replaced. Replaces none, and leaves no new folder, if a text cannot be
 * written, or if a file is read-only, has changed since it was read, or was created meanwhile. A removed file can become a
 * folder, and a folder whose files are all removed a file. Throws a `KrmError`; if replacing itself stops half-way, the error
 * lists the written files.
 */
export function writeChanges(changes: readonly RootedChange[], { beforeReplacing = () => {} }: Moments = {}): void {
  const staged = stageAll(changes);
  const folders: string[] = [];
  const open = new OpenFolders();
  try {
    for (const change of staged) withFile(change.shown, () => checkFolders(change));
    for (const change of withProgress('writing', staged)) guarded(change, () => prepare(change, open, folders));
    for (const change of staged) guarded(change, () => checkUntouched(change, open));
    beforeReplacing();
    replaceAll(staged, open);
  } finally {
    for (const { root, staging, temporary } of staged)
      tryTo(() => open.within(root, staging, (at) => unlinkSync(join(at, temporary))));
    // The folder of a written new file is not empty, so it stays.
    for (const folder of folders.toReversed()) tryTo(() => rmdirSync(folder));
    open.close();
  }
}

/** Runs an operation on a file, as `withFile` does. `changed`: message if a folder has become a symbolic link. */
function guarded({ shown }: StagedChange, act: () => void, changed = CHANGED): void {
  withFile(shown, () => {
    try {
      act();
    } catch (error) {
      const isOther = error instanceof MovedError || ['ELOOP', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');
      throw isOther ? fileError(shown, changed) : error;
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
  const removed = new Set(changes.flatMap(({ root, path, after }) => (after === undefined ? join(root, path) : [])));
  return changes.map((change): StagedChange => {
    const file = join(change.root, change.path);
    const above = foldersOf(change).find((folder) => removed.has(folder));
    const folder = folderOf(change.path);
    const staging = above === undefined ? folder : folderOf(relative(change.root, above));
    const name = basename(change.path);
    return { shown: change.path, ...change, file, folder, name, staging, temporary: temporaryName(), removed, above };
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
function prepare(change: StagedChange, open: OpenFolders, folders: string[]): void {
  const { root, staging, name, before, after, above } = change;
  const created = before === undefined && above === undefined ? folders : undefined;
  open.within(
    root,
    staging,
    (at) => {
      // Replacing needs permission for the folder only, but a read-only file is meant to stay.
      if (before !== undefined) accessSync(join(at, name), constants.W_OK);
      if (after === undefined) accessSync(at, constants.W_OK);
      else writeTemporary(change, at, after);
    },
    created,
  );
}

/** Writes the new text beside the file, or above it. `at`: path of that folder. */
function writeTemporary({ name, temporary, before, isExecutable }: StagedChange, at: string, after: FileContent): void {
  const path = join(at, temporary);
  const descriptor = openSync(path, 'wx', before === undefined ? newMode(isExecutable) : 0o600);
  try {
    writeFileSync(descriptor, after);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (before !== undefined) takeOver(join(at, name), path, isExecutable);
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
    const folder = lstatSync(path, { throwIfNoEntry: false });
    if (folder === undefined || folder.isDirectory()) continue;
    throw fileError(
      change.shown,
      change.before === undefined ? notBelow(relative(change.root, path), folder) : CHANGED,
    );
  }
}

function notBelow(path: string, stats: Stats): string {
  const kind = stats.isSymbolicLink() ? 'a symbolic link' : 'not a folder';
  return `a new file must be in a folder, but ${JSON.stringify(path)} is ${kind}; no file was written`;
}

function checkUntouched(change: StagedChange, open: OpenFolders): void {
  checkFolders(change);
  if (change.above === undefined)
    open.within(change.root, change.folder, (at) => checkFile(change, join(at, change.name)));
}

function checkFile(change: StagedChange, path: string): void {
  const { shown, before } = change;
  const now = lstatSync(path, { throwIfNoEntry: false });
  if (before === undefined) {
    if (now?.isDirectory() === true) checkEmptied(change);
    else if (now !== undefined)
      throw fileError(shown, `a new file must not exist yet${kindOf(now)}; no file was written`);
  } else if (now?.isFile() !== true || !isSameContent(readFileSync(path), before)) throw fileError(shown, CHANGED);
}

function kindOf(stats: Stats): string {
  return stats.isSymbolicLink() ? ', but is a symbolic link' : '';
}

/** Rejects a folder that is to become a file, but would still contain others after the removals. */
function checkEmptied({ shown, file, removed }: StagedChange): void {
  const entries = readdirSync(file, { withFileTypes: true, recursive: true });
  const others = entries.filter((entry) => !entry.isDirectory() && !removed.has(join(entry.parentPath, entry.name)));
  const [other] = others.map((entry) => `${shown}/${relative(file, join(entry.parentPath, entry.name))}`);
  if (other === undefined) return;
  const message = `a folder that becomes a file must hold no other file, but holds ${other}: move it elsewhere; no file was written`;
  throw fileError(shown, message);
}

const CHANGED = 'the file changed after it was read; no file was written';

const REPLACED = 'a folder in its path must stay while files are written, but was replaced';

function replaceAll(staged: readonly StagedChange[], open: OpenFolders): void {
  // A folder becomes a file once its files are removed.
  const last = new Set(staged.filter(replacesFolder));
  const changes = [...staged.filter((change) => !last.has(change)), ...last];
  for (const [done, change] of changes.entries()) {
    try {
      guarded(change, () => replace(change, open), REPLACED);
    } catch (error) {
      throw new KrmError([...resultsOf(error), halfWay(changes, done)]);
    }
  }
}

function replacesFolder({ file, before, above }: StagedChange): boolean {
  return before === undefined && above === undefined && isFolder(file);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
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
  const list = (some: readonly string[]): string => some.join(', ') || 'none';
  const message = `files written: ${list(paths.slice(0, done))}; not written: ${list(paths.slice(done))}`;
  return { severity: 'error', message };
}
