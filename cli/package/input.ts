import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { STDIN } from '../process/stdio.ts';
import { withFile } from './file-error.ts';
import { listPackageFiles, type ListOptions, type FileList } from './file-list.ts';

/** A folder or file on the command line. */
export interface Input {
  /** As it was given. */
  readonly name: string;
  /** Folder of its files, without symbolic links. */
  readonly root: string;
  /** Path of the folder or file, without symbolic links. */
  readonly place: string;
  readonly files: FileList;
}

/**
 * Finds a folder or file and the files in it. The path may be a symbolic link. A single file belongs to no package. Throws
 * a `KrmError` if the path does not exist.
 */
export function findInput(name: string, options: ListOptions = {}): Input {
  if (name === STDIN) return { name, root: STDIN, place: STDIN, files: { paths: [], passedOver: [] } };
  const place = withFile(name, () => realpathSync(name));
  if (statSync(place).isDirectory()) return { name, root: place, place, files: listPackageFiles(place, options) };
  return { name, root: dirname(place), place, files: { paths: [basename(place)], passedOver: [] } };
}

/** Returns the path of a file as shown to users: relative to the only input folder, otherwise to the working directory. */
export function shownPath({ name, place, root }: Input, path: string, isOnly: boolean): string {
  if (name !== STDIN && place !== root) return name;
  return isOnly ? path : join(name, path);
}
