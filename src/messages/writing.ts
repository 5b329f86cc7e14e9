/** Messages about files that are written: edited, new and removed ones. Each function returns the text of a result. */
import { counted, firstNames } from '../wording.ts';

export const FILE_READ_ONLY =
  'access is denied: the file is read-only; to let it be changed, make it writable, as with `chmod u+w`';

export const FOLDER_READ_ONLY =
  'access is denied: to let the file be removed, make its folder writable, as with `chmod u+w`';

export const ENCRYPTED = 'is encrypted by sops, and cannot be edited: select other resources, or decrypt it first';

export const CHANGED_MEANWHILE = 'the file changed after it was read; no file was written';

export const FOLDER_REPLACED = 'a folder in its path must stay while files are written, but was replaced';

/** `path`: what is in place of the folder. */
export function notInFolder(path: string, isLink: boolean): string {
  return `a new file must be in a folder, but ${JSON.stringify(path)} is ${isLink ? 'a symbolic link' : 'not a folder'}; no file was written`;
}

export function newFileExists(isLink: boolean): string {
  return `a new file must not exist yet${isLink ? ', but is a symbolic link' : ''}; no file was written`;
}

/** `other`: file that the folder would still hold. */
export function folderNotEmpty(other: string): string {
  return `a folder that becomes a file must hold no other file, but holds ${other}: move it elsewhere; no file was written`;
}

export function writtenInPart(written: readonly string[], others: readonly string[]): string {
  return `files written: ${written.join(', ') || 'none'}; not written: ${others.join(', ') || 'none'}`;
}

/** `folder`: new folder. `paths`: files that it lacks. */
export function filesLeftOut(folder: string, paths: readonly string[]): string {
  return `${JSON.stringify(folder)} has only the files that are read for resources, and lacks ${counted(paths.length, 'other')}: ${firstNames(paths, (path) => path)}`;
}

export const NEW_FILE_OUTSIDE = 'a new file must have a relative path inside the folder';

export const NEW_FILE_TEMPORARY =
  'a new resource must not be in a file or folder with the name of a temporary one: give it another path';

export const NEW_FILE_JSON =
  'a new resource is written as YAML, and cannot be in a .json file: give it a path that ends in .yaml or .yml';

export const NEW_FILE_UNREAD =
  'a new resource must be in a file that is read again: give it a path that ends in .yaml or .yml';

export const NEW_FILE_LEFT_OUT =
  'a new resource must be in a file that is read again, but a .krmignore or `--exclude` leaves this one out: give it another path';

export const JSON_HOLDS_ONE = 'a new resource cannot be added to a JSON file, which holds one';

export const NEW_INDEX_TAKEN =
  'the index of a new resource must be unique in its file: give it another index, or a file of its own';

export const NOT_BEFORE_DIRECTIVE =
  'a new resource cannot come before a byte order mark or a directive: give it a higher index, or a file of its own';

export const LINE_BREAK_NEEDED = 'must end with a line break: adding a resource would append one to its last string';

/** `reason`: of the parser. */
export function notEditable(reason: string): string {
  return `cannot be edited: ${reason}`;
}
