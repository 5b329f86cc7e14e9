import { KrmError, resultsOf, type Notice } from '../../src/krm/index.ts';
import { withFile } from '../package/file-error.ts';
import { realPath } from '../package/real-path.ts';
import { pause } from '../process/pause.ts';
import { ownProcess, processSystem } from '../process/running-process.ts';
import { progress } from '../terminal/progress.ts';
import { isWithin } from '../package/is-within.ts';
import { removeLeftovers } from './leftovers.ts';
import { lockName, readLocks, removeLock, writeLock, type Lock } from './lock-file.ts';
import { lockFolder } from './lock-folder.ts';

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
 * Prevents other processes of this user from writing to the same folders and files, and to those in and around them. Waits
 * `patience` milliseconds for a process that writes to them, then throws a `KrmError` that names it. Continues without a
 * lock if none can be created: `writeChanges` still refuses a file that changed after it was read.
 */
export function lockInputs(names: readonly string[], patience = 2000): InputLock {
  // An input that does not exist is reported when it is opened.
  const paths = names.flatMap((name) => realPath(name) ?? []);
  return lockPaths(paths, (folder, own) => take(folder, own, patience));
}

/**
 * Locks a temporary folder that this process is about to create, so that a later run removes it if this one is killed. Removes those that
 * killed processes left beside it.
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
    const message = `no lock against other processes that write to the same folder: ${reason?.file?.path} ${reason?.message}`;
    return { notices: [{ severity: 'notice', message }], release: () => {} };
  }
}

/** Another process writes to an input. */
class BusyError extends KrmError {}

/**
 * Takes the lock, and returns the locks of killed processes. Each process first writes its own file, then checks those of
 * others, so at least the later of two processes sees the other. If both do, the one whose file name sorts first keeps its
 * file and waits, and the other withdraws its file, so that one of them continues.
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
  const path = JSON.stringify(sharedPath(own, rival));
  const message = `another process (pid ${rival.owner.pid}) is writing to ${path}: run this again when it has ended`;
  return new BusyError([{ severity: 'error', code: 'busy', message }]);
}
