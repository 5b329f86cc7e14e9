import { readdirSync, rmSync, type Dirent } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Notice } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { entriesBelow } from '../package/entries-below.ts';
import { isTemporaryOf } from '../package/temporary-file.ts';
import type { RunningProcess } from '../process/running-process.ts';
import { isWithin } from '../package/is-within.ts';
import { removeLock, type Lock } from './lock-file.ts';
import { entryAt } from '../package/entry-at.ts';

/** Names of folders that no run writes. */
const UNWRITTEN: readonly string[] = ['.git', 'node_modules'];

/**
 * Removes the temporary files of killed processes from locked paths, their temporary folders there and beside a locked path, and the locks
 * of processes that left none. The names contain the process, so they cannot belong to any other. Returns a notice for each process.
 */
export function removeLeftovers(folder: string, own: Lock, left: readonly Lock[]): readonly Notice[] {
  return left.flatMap(({ owner, paths }) => {
    const isBeside = (path: string, each: string): boolean =>
      isTemporaryOf(basename(path), owner) && dirname(path) === dirname(each);
    const shared = paths.flatMap((path) =>
      own.paths.flatMap((each) => (isBeside(path, each) ? [path] : inner(path, each))),
    );
    const removed = shared.reduce((sum, path) => sum + removeIn(path, owner), 0);
    if (paths.every((path) => own.paths.some((each) => isWithin(path, each) || isBeside(path, each))))
      removeLock(folder, owner);
    const message = `removed ${counted(removed, 'temporary file')} of a killed run (pid ${owner.pid})`;
    return removed === 0 ? [] : [{ severity: 'notice', message }];
  });
}

/** Returns the path that is inside the other; none if neither is. */
function inner(a: string, b: string): readonly string[] {
  if (isWithin(a, b)) return [a];
  return isWithin(b, a) ? [b] : [];
}

/** Removes the temporary files of a process in a folder, beside a file, or in a temporary folder. Returns their number. */
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
