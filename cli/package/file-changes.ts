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
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { KrmError, resultsOf, type Result } from '../../src/index.ts';
import { withProgress } from '../terminal/progress.ts';
import { fileError, withFile } from './file-error.ts';
import { temporaryName } from './temporary-file.ts';

/** Change of a file in a folder. */
export interface RootedChange extends FileChange {
  /** Folder, without symbolic links. */
  readonly root: string;
}

/** Change of a file. */
export interface FileChange {
  /** Relative to the package, with slashes. */
  readonly path: string;
  /** Text before; undefined if the file is new. */
  readonly before: string | undefined;
  /** Text after; undefined if the file is to be removed. */
  readonly after: string | undefined;
}

/** Change with the temporary file that holds the new text until it replaces the old one. */
interface StagedChange extends RootedChange {
  readonly file: string;
  readonly temporary: string;
}

/**
 * Replaces, creates and removes files of folders, each one atomically, preserving owner and mode of a replaced one.
 * All new texts are on disk before the first file is replaced. Replaces none if a text cannot be written, or if a file
 * is read-only, has changed since it was read, or was created meanwhile. Throws a `KrmError`; if replacing itself stops
 * half-way, the error lists the written files.
 */
export function writeChanges(changes: readonly RootedChange[]): void {
  const staged = changes.map(stage);
  try {
    for (const change of staged) withFile(change.path, () => checkFolders(change));
    for (const change of withProgress('writing', staged)) withFile(change.path, () => writeTemporary(change));
    for (const change of staged) withFile(change.path, () => checkUntouched(change));
    replaceAll(staged);
  } finally {
    for (const { temporary } of staged) rmSync(temporary, { force: true });
  }
}

function stage(change: RootedChange): StagedChange {
  const file = join(change.root, change.path);
  return { ...change, file, temporary: join(dirname(file), temporaryName()) };
}

function writeTemporary({ file, temporary, before, after }: StagedChange): void {
  // Replacing needs permission for the folder only, but a read-only file is meant to stay.
  if (before !== undefined) accessSync(file, constants.W_OK);
  else mkdirSync(dirname(file), { recursive: true });
  if (after === undefined) return;
  const descriptor = openSync(temporary, 'wx', before === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(descriptor, after);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (before !== undefined) takeOver(file, temporary);
}

function takeOver(file: string, temporary: string): void {
  const { mode, uid, gid } = lstatSync(file);
  // Only root can change owners; a file that root edits keeps its owner.
  if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
  chmodSync(temporary, mode);
}

/** Rejects folders that are symbolic links, which may lead outside of the package. Absent folders are created later. */
function checkFolders({ root, path }: StagedChange): void {
  const folders = path.split('/').slice(0, -1);
  const isInside = folders.every((_, depth) => {
    const folder = lstatSync(join(root, ...folders.slice(0, depth + 1)), { throwIfNoEntry: false });
    return folder === undefined || folder.isDirectory();
  });
  if (!isInside) throw fileError(path, CHANGED);
}

function checkUntouched(change: StagedChange): void {
  const { path, file, before } = change;
  checkFolders(change);
  const now = lstatSync(file, { throwIfNoEntry: false });
  if (before === undefined) {
    if (now !== undefined) throw fileError(path, 'a new file must not exist yet; no file was written');
  } else if (now?.isFile() !== true || !readFileSync(file).equals(Buffer.from(before))) throw fileError(path, CHANGED);
}

const CHANGED = 'the file changed after it was read; no file was written';

function replaceAll(changes: readonly StagedChange[]): void {
  for (const [done, { path, file, temporary, after }] of changes.entries()) {
    try {
      withFile(path, () => (after === undefined ? rmSync(file) : renameSync(temporary, file)));
    } catch (error) {
      throw new KrmError([...resultsOf(error), halfWay(changes, done)]);
    }
  }
}

function halfWay(changes: readonly FileChange[], done: number): Result {
  const paths = changes.map(({ path }) => path);
  const list = (some: readonly string[]): string => some.join(', ') || 'none';
  const message = `files written: ${list(paths.slice(0, done))}; not written: ${list(paths.slice(done))}`;
  return { severity: 'error', message };
}
