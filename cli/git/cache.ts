import { existsSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from '../process/host-folders.ts';
import { isAbsolute, join } from '../process/host-paths.ts';
import { sha256 } from '../../src/sha-256.ts';
import { lockInputs, type InputLock } from '../lock/input-lock.ts';
import { fileError } from '../../src/krm/index.ts';
import { cacheUnusable } from '../../src/messages/git.ts';
import { systemErrorCode, systemReason, systemResultCode } from '../process/system-error.ts';

/** Milliseconds to wait for another process that works in the same repository of the cache, which may be large. */
const PATIENCE = 10 * 60_000;

/** Folders of the cache: bare repositories with objects, and clones with a work tree. */
const PARTS = { mirrors: 'git', clones: 'clones' } as const;

/** Returns the folder of a repository in the cache (XDG Base Directory Specification), which may not exist. */
export function cachedFolder(part: keyof typeof PARTS, url: string): string {
  const { XDG_CACHE_HOME: folder = '' } = process.env;
  const cache = isAbsolute(folder) ? folder : join(homedir(), '.cache');
  return join(cache, 'krm-variants', PARTS[part], sha256(url).slice(0, 40));
}

/**
 * Runs an operation that writes to a folder of the cache. Converts a system error to a `KrmError` that names the
 * setting of the cache; rethrows any other.
 */
export function inCache<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = systemErrorCode(error);
    throw code === undefined ? error : fileError(folder, systemResultCode(code), cacheUnusable(systemReason(code)));
  }
}

/**
 * Waits until no other process works in a repository of the cache, and keeps others out until the lock is released.
 * Removes the locks that a killed process left in `gitDir`, its folder of git if there is one: git refuses to work
 * while they exist.
 */
export function lockCached(folder: string, gitDir: string): InputLock {
  const lock = lockInputs([folder], PATIENCE);
  try {
    inCache(folder, () => {
      const names = existsSync(gitDir) ? readdirSync(gitDir) : [];
      for (const name of names) if (name.endsWith('.lock')) rmSync(join(gitDir, name));
    });
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}
