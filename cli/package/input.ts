import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { STDIN } from '../process/stdio.ts';
import { withFile } from './file-error.ts';
import { listPackageFiles, type ListOptions, type FileList } from './file-list.ts';

/** A folder or a file that the command line names. */
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
 * Finds the files of a folder or a file, which may be given through a symbolic link. A file alone belongs to no package.
 * Throws a `KrmError` if there is none.
 */
export function findInput(name: string, options: ListOptions = {}): Input {
  if (name === STDIN) return { name, root: STDIN, place: STDIN, files: { paths: [], passedOver: [] } };
  const place = withFile(name, () => realpathSync(name));
  if (statSync(place).isDirectory()) return { name, root: place, place, files: listPackageFiles(place, options) };
  return { name, root: dirname(place), place, files: { paths: [basename(place)], passedOver: [] } };
}

/** Returns the path of a file in an input as users name it: relative to the only folder, otherwise from where they are. */
export function shownPath({ name, place, root }: Input, path: string, isOnly: boolean): string {
  if (name !== STDIN && place !== root) return name;
  return isOnly ? path : join(name, path);
}
