import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { KrmError, resultsOf, type FileContent, type Result } from '../../src/index.ts';
import { withProgress } from '../terminal/progress.ts';
import { fileError, withFile } from './file-error.ts';
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
  /** Content before; undefined if the file is new. */
  readonly before: FileContent | undefined;
  /** Content after; undefined if the file is to be removed. */
  readonly after: FileContent | undefined;
  /** True or false to let all who can read the file execute it, or nobody. Default: as before, and nobody for a new one. */
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
  readonly temporary: string;
}

/**
 * Replaces, creates and removes files of folders, each one atomically, preserving owner and mode of a replaced one.
 * All new texts are on disk before the first file is replaced. Replaces none, and leaves no new folder, if a text cannot be
 * written, or if a file is read-only, has changed since it was read, or was created meanwhile. Throws a `KrmError`; if
 * replacing itself stops half-way, the error lists the written files.
 */
export function writeChanges(changes: readonly RootedChange[]): void {
  const staged = changes.map(stage);
  const folders: string[] = [];
  try {
    for (const change of staged) withFile(change.shown, () => checkFolders(change));
    for (const change of withProgress('writing', staged)) withFile(change.shown, () => prepare(change, folders));
    for (const change of staged) withFile(change.shown, () => checkUntouched(change));
    replaceAll(staged);
  } finally {
    for (const { temporary } of staged) tryTo(() => rmSync(temporary, { force: true }));
    // The folder of a new file that was written is not empty, so it stays.
    for (const folder of folders.toReversed()) tryTo(() => rmdirSync(folder));
  }
}

/** Acts, but ignores a failure: the error that is already on its way says more, and the next run names what is left. */
function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // Such as a file system that is read-only.
  }
}

function stage(change: RootedChange): StagedChange {
  const file = join(change.root, change.path);
  return { shown: change.path, ...change, file, temporary: join(dirname(file), temporaryName()) };
}

/** Does all that can fail before the first file is replaced. `folders`: receives the folders that it creates. */
function prepare(change: StagedChange, folders: string[]): void {
  const { file, before, after } = change;
  // Replacing needs permission for the folder only, but a read-only file is meant to stay.
  if (before !== undefined) accessSync(file, constants.W_OK);
  else folders.push(...makeFolder(dirname(file)));
  if (after === undefined) accessSync(dirname(file), constants.W_OK);
  else writeTemporary(change, after);
}

/** Creates a folder with those above it. Returns the created ones, from the top. */
function makeFolder(folder: string): string[] {
  const top = mkdirSync(folder, { recursive: true });
  const created: string[] = [];
  if (top !== undefined) for (let at = folder; at.length >= top.length; at = dirname(at)) created.unshift(at);
  return created;
}

function writeTemporary({ file, temporary, before, isExecutable }: StagedChange, after: FileContent): void {
  const descriptor = openSync(temporary, 'wx', before === undefined ? newMode(isExecutable) : 0o600);
  try {
    writeFileSync(descriptor, after);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (before !== undefined) takeOver(file, temporary, isExecutable);
}

/** Returns the mode of a new file, from which the system takes what the user's mask forbids. */
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

/** Rejects folders that are symbolic links, which may lead outside of the package. Absent folders are created later. */
function checkFolders({ root, path, shown }: StagedChange): void {
  const folders = path.split('/').slice(0, -1);
  const isInside = folders.every((_, depth) => {
    const folder = lstatSync(join(root, ...folders.slice(0, depth + 1)), { throwIfNoEntry: false });
    return folder === undefined || folder.isDirectory();
  });
  if (!isInside) throw fileError(shown, CHANGED);
}

function checkUntouched(change: StagedChange): void {
  const { shown, file, before } = change;
  checkFolders(change);
  const now = lstatSync(file, { throwIfNoEntry: false });
  if (before === undefined) {
    if (now !== undefined) throw fileError(shown, 'a new file must not exist yet; no file was written');
  } else if (now?.isFile() !== true || !isContent(readFileSync(file), before)) throw fileError(shown, CHANGED);
}

function isContent(bytes: Buffer, content: FileContent): boolean {
  return bytes.equals(typeof content === 'string' ? Buffer.from(content) : content);
}

const CHANGED = 'the file changed after it was read; no file was written';

function replaceAll(changes: readonly StagedChange[]): void {
  for (const [done, { shown, file, temporary, after }] of changes.entries()) {
    try {
      withFile(shown, () => (after === undefined ? rmSync(file) : renameSync(temporary, file)));
    } catch (error) {
      throw new KrmError([...resultsOf(error), halfWay(changes, done)]);
    }
  }
}

function halfWay(changes: readonly StagedChange[], done: number): Result {
  const paths = changes.map(({ shown }) => shown);
  const list = (some: readonly string[]): string => some.join(', ') || 'none';
  const message = `files written: ${list(paths.slice(0, done))}; not written: ${list(paths.slice(done))}`;
  return { severity: 'error', message };
}
