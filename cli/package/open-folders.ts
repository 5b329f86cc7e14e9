import { closeSync, constants, existsSync, mkdirSync, openSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../process/system-error.ts';

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
export class OpenFolders {
  readonly #roots = new Map<string, number>();
  readonly #isSupported = process.platform === 'linux' && existsSync(DESCRIPTORS);

  /**
   * Calls `act` with the path of a folder in a root folder, both without symbolic links. Throws an error of the system if a
   * part of it is a symbolic link. `created`: creates missing folders, and receives their paths.
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
export class MovedError extends Error {}

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
