import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from '../process/host-paths.ts';
import { writtenPath } from './same-place.ts';
import { replaceFile } from './replace-file.ts';
import { temporaryName } from './temporary-file.ts';

/** A file that can be written, as far as this is known before its text. */
export interface WholeFile {
  /** Writes the text, once. Throws the error of the system. */
  write(text: string): void;
}

/**
 * Prepares to write a file whole or not at all, and to create its folder. A symbolic link stays one, and a file keeps
 * its mode. What is not a file, such as a pipe, is opened, and written directly; a pipe needs a reader for that. Leaves
 * nothing on the disk. Throws the error of the system if the file could not be written.
 */
export function prepareWhole(path: string): WholeFile {
  // A link of the system, such as /dev/stdout, leads to a pipe that has no path.
  const old = statSync(path, { throwIfNoEntry: false });
  if (old === undefined || old.isFile()) {
    const target = writtenPath(path);
    tryFolder(dirname(target));
    const write = (text: string): void => {
      mkdirSync(dirname(target), { recursive: true });
      replaceFile(target, text, { keepsMode: true });
    };
    return { write };
  }
  const descriptor = openSync(path, 'w');
  return {
    write(text) {
      try {
        writeFileSync(descriptor, text);
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

/** Creates and removes a file in a folder, or in the nearest one above it if it does not exist yet. */
function tryFolder(folder: string): void {
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const temporary = join(existing, temporaryName());
  try {
    writeFileSync(temporary, '');
  } finally {
    rmSync(temporary, { force: true });
  }
}
