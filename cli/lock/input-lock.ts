import { type Dirent, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from '../process/host-folders.ts';
import { basename, dirname, join } from '../process/host-paths.ts';
import { fileError, KrmError, type Notice, resultsOf } from '../../src/krm/index.ts';
import { leftoversRemoved, notLocked, OWN_FOLDER_NEEDED, writtenByOther } from '../../src/messages/writing.ts';
import { entriesBelow } from '../package/entries-below.ts';
import { entryAt } from '../package/entry-at.ts';
import { withFile } from '../package/file-error.ts';
import { isWithin } from '../package/is-within.ts';
import { realPath } from '../package/real-path.ts';
import { replaceFile } from '../package/replace-file.ts';
import { isTemporaryOf } from '../package/temporary-file.ts';
import { pause } from '../process/pause.ts';
import { isRunning, ownProcess, processSystem, type RunningProcess } from '../process/running-process.ts';
import { progress } from '../terminal/progress.ts';

/** Interval between checks of other processes' locks, in milliseconds. */
const PAUSE = 20;

/** Paths of the locks that this process holds: one file lists them all. */
const held = new Set<readonly string[]>();

/** Lock on the inputs of a call. */
export interface InputLock {
  /** Explains why there is no lock, if none can be created. */
  readonly notices: readonly Notice[];
  /** Lets other processes write to the inputs. */
  release(): void;
}

/**
 * Prevents other processes of this user from writing to the same folders and files, and to those in and around them.
 * Waits `patience` milliseconds for a process that writes to them, then throws a `KrmError` that names it. Continues
 * without a lock if none can be created: `writeChanges` still refuses a file that changed after it was read.
 */
export function lockInputs(names: readonly string[], patience = 2000): InputLock {
  // An input that does not exist is reported when it is opened.
  const paths = names.flatMap((name) => realPath(name) ?? []);
  return lockPaths(paths, (folder, own) => take(folder, own, patience));
}

/**
 * Locks a temporary folder that this process is about to create, so that a later run removes it if this one is killed.
 * Removes those that killed processes left beside it.
 */
export function lockTemporary(path: string): InputLock {
  return lockPaths([path], (folder, own) => {
    writeLock(folder, allPaths(own));
    return readLocks(folder, own).left;
  });
}

/** `takeLock`: writes the lock, and returns those of killed processes. */
function lockPaths(paths: readonly string[], takeLock: (folder: string, own: Lock) => readonly Lock[]): InputLock {
  const own: Lock = { owner: ownProcess(), system: processSystem(), paths };
  try {
    const folder = lockFolder();
    const left = withFile(folder, () => takeLock(folder, own));
    held.add(paths);
    const release = (): void => {
      held.delete(paths);
      try {
        writeHeld(folder, own);
      } catch {
        // On a full disk, for example: the file names more than is held, at most until this process ends.
      }
    };
    return { notices: removeLeftovers(folder, own, left), release };
  } catch (error) {
    if (!(error instanceof KrmError) || error instanceof BusyError) throw error;
    const [reason] = resultsOf(error);
    const message = notLocked(`${reason?.file?.path} ${reason?.message}`);
    return { notices: [{ severity: 'notice', message }], release: () => {} };
  }
}

/** Another process writes to an input. */
class BusyError extends KrmError {}

/**
 * Takes the lock, and returns the locks of killed processes. Each process first writes its own file, then checks those
 * of others, so at least the later of two processes sees the other. If both do, the one whose file name sorts first
 * keeps its file and waits, and the other withdraws its file, so that one of them continues.
 */
function take(folder: string, own: Lock, patience: number): readonly Lock[] {
  const end = performance.now() + patience;
  for (;;) {
    writeLock(folder, allPaths(own));
    const { held: all, left } = readLocks(folder, own);
    const rivals = all.filter((other) => sharedPath(own, other) !== undefined);
    const [rival] = rivals;
    if (rival === undefined) return left;
    const isLate = performance.now() > end;
    const isFirst = rivals.every(({ owner }) => lockName(own.owner) < lockName(owner));
    if (isLate || !isFirst) writeHeld(folder, own);
    if (isLate) throw busy(own, rival);
    progress.report(() => `waiting for process ${rival.owner.pid}`);
    pause(PAUSE);
  }
}

/** Returns a lock with all paths that this process holds, too. */
function allPaths(own: Lock): Lock {
  return { ...own, paths: [...held, own.paths].flat() };
}

/** Writes the lock file for the other locks of this process, or removes it if there are none. */
function writeHeld(folder: string, own: Lock): void {
  if (held.size > 0) writeLock(folder, { ...own, paths: [...held].flat() });
  else removeLock(folder, own.owner);
}

/** Returns the first path of a lock that is equal to, inside, or around a path of another lock. */
function sharedPath(own: Lock, other: Lock): string | undefined {
  return own.paths.find((path) => other.paths.some((each) => isWithin(path, each) || isWithin(each, path)));
}

function busy(own: Lock, rival: Lock): BusyError {
  const message = writtenByOther(rival.owner.pid, sharedPath(own, rival) ?? '');
  return new BusyError([{ severity: 'error', code: 'busy', message }]);
}

/**
 * Returns the folder of this user's locks, and creates it if it is missing. It is in the temporary folder, which all
 * processes of a user share: `XDG_RUNTIME_DIR` is not set in every session. Throws a `KrmError` if it cannot be
 * created, or if other users may have written to it.
 */
export function lockFolder(): string {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `krm-variants-${user ?? 'locks'}`);
  withFile(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const stats = lstatSync(folder);
  const isOwn = user === undefined || (stats.uid === user && (stats.mode & 0o077) === 0);
  if (!stats.isDirectory() || !isOwn) throw fileError(folder, 'access-denied', OWN_FOLDER_NEEDED);
  return folder;
}

/** Names of folders that no run writes. */
const UNWRITTEN: readonly string[] = ['.git', 'node_modules'];

/**
 * Removes the temporary files of killed processes from locked paths, their temporary folders there and beside a locked
 * path, and the locks of processes that left none. The names contain the process, so they cannot belong to any other.
 * Returns a notice for each process.
 */
function removeLeftovers(folder: string, own: Lock, left: readonly Lock[]): readonly Notice[] {
  return left.flatMap(({ owner, paths }) => {
    const isBeside = (path: string, each: string): boolean =>
      isTemporaryOf(basename(path), owner) && dirname(path) === dirname(each);
    const shared = paths.flatMap((path) =>
      own.paths.flatMap((each) => (isBeside(path, each) ? [path] : inner(path, each))),
    );
    const removed = shared.reduce((sum, path) => sum + removeIn(path, owner), 0);
    if (paths.every((path) => own.paths.some((each) => isWithin(path, each) || isBeside(path, each))))
      removeLock(folder, owner);
    return removed === 0 ? [] : [{ severity: 'notice', message: leftoversRemoved(removed, owner.pid) }];
  });
}

/** Returns the path that is inside the other; none if neither is. */
function inner(a: string, b: string): readonly string[] {
  if (isWithin(a, b)) return [a];
  return isWithin(b, a) ? [b] : [];
}

/**
 * Removes the temporary files of a process in a folder, beside a file, or in a temporary folder. Returns their number.
 */
function removeIn(path: string, owner: RunningProcess): number {
  const stats = entryAt(path);
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return removeFrom(dirname(path), entriesOf(dirname(path)), owner);
  return isTemporaryOf(basename(path), owner) ? removeWhole(path) : removeBelow(path, owner);
}

/** Removes a temporary folder. Returns the number of files in it, or 1 if there is none. */
function removeWhole(folder: string): number {
  const count = entriesBelow(folder).length;
  return isRemoved(folder) ? Math.max(1, count) : 0;
}

function removeBelow(folder: string, owner: RunningProcess): number {
  const entries = entriesOf(folder);
  const folders = entries.filter((entry) => entry.isDirectory() && !UNWRITTEN.includes(entry.name));
  const removed = removeFrom(folder, entries, owner);
  return folders.reduce((sum, { name }) => sum + removeBelow(join(folder, name), owner), removed);
}

function removeFrom(folder: string, entries: readonly Dirent[], owner: RunningProcess): number {
  const found = entries.filter((entry) => entry.isFile() && isTemporaryOf(entry.name, owner));
  return found.filter(({ name }) => isRemoved(join(folder, name))).length;
}

/** Returns the entries of a folder; none if it cannot be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true });
    return true;
  } catch {
    return false;
  }
}

/** Lock of a process: the paths that it writes to, without symbolic links. */
interface Lock {
  readonly owner: RunningProcess;
  /** System of the process, as `processSystem` returns it. */
  readonly system: string | undefined;
  readonly paths: readonly string[];
}

/** Name of a lock file: process id and start time. It is unique, so no process removes the lock of another. */
export function lockName({ pid, start }: RunningProcess): string {
  return `${pid}-${start}.lock`;
}

/** Writes the lock file of a process atomically. */
export function writeLock(folder: string, { owner, system, paths }: Lock): void {
  const file = join(folder, lockName(owner));
  replaceFile(file, JSON.stringify({ system, paths }), { temporary: `${file}.tmp` });
}

/** Removes the lock file of a process, if there is one. */
export function removeLock(folder: string, owner: RunningProcess): void {
  rmSync(join(folder, lockName(owner)), { force: true });
}

/** Locks of a folder. */
interface Locks {
  /** Locks of running processes. */
  readonly held: readonly Lock[];
  /** Locks of killed processes of this system, on paths that exist. */
  readonly left: readonly Lock[];
}

/** Returns the locks of other processes in a folder. Removes the files of those that no longer run. */
function readLocks(folder: string, { owner: self, system }: Lock): Locks {
  const locks = readdirSync(folder).flatMap((name) => {
    if (name === lockName(self)) return [];
    const [, pid, start = '', unfinished] = /^(\d+)-(\d*)\.lock(\.tmp)?$/.exec(name) ?? [];
    if (pid === undefined) return [];
    const owner = { pid: Number(pid), start };
    const isHeld = isRunning(owner);
    if (isHeld && unfinished !== undefined) return [];
    const lock = { owner, isHeld, ...readContent(join(folder, name)) };
    const isOfThis = system !== undefined && lock.system === system && start !== '';
    if (isHeld || (isOfThis && unfinished === undefined && lock.paths.some((path) => existsSync(path)))) return lock;
    rmSync(join(folder, name), { force: true });
    return [];
  });
  return { held: locks.filter(({ isHeld }) => isHeld), left: locks.filter(({ isHeld }) => !isHeld) };
}

/** Returns the content of a lock file; no path if the file was removed. */
function readContent(file: string): Pick<Lock, 'system' | 'paths'> {
  try {
    const { system, paths } = { ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof Lock, unknown>>) };
    return {
      system: typeof system === 'string' ? system : undefined,
      paths: Array.isArray(paths) ? paths.map(String) : [],
    };
  } catch {
    return { system: undefined, paths: [] };
  }
}
