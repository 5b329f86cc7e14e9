/** Messages about files that are written: edited, new and removed ones. Each function returns the text of a result. */
import { counted, firstNames } from '../wording.ts';

export const FILE_READ_ONLY =
  'access is denied: the file is read-only; to let it be changed, make it writable, as with `chmod u+w`';

export const FOLDER_READ_ONLY =
  'access is denied: to let the file be removed, make its folder writable, as with `chmod u+w`';

export const ENCRYPTED = 'is encrypted by sops, and cannot be edited: select other resources, or decrypt it first';

export const CHANGED_MEANWHILE = 'the file changed after it was read; no file was written';

export const FOLDER_REPLACED = 'a folder in its path must stay while files are written, but was replaced';

/** `name`: part of the path of a new file. */
export function notOnWindows(name: string): string {
  return `must not have ${JSON.stringify(name)} in its path, which Windows does not allow: rename it; no file was written`;
}

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

/** Is about the folder of `--output`. */
export const OUTPUT_EXISTS = 'already exists: `--output` must name a new folder';

/** `reason`: of the system. */
export function reportUnwritable(reason: string): string {
  return `${reason}: the report cannot be written, so nothing was changed`;
}

/** `reason`: of the system. `isWritten`: whether the files are written. */
export function diffNotShown(reason: string, isWritten: boolean): string {
  return `writing the diff to stdout failed: ${reason}; ${isWritten ? 'the files are written' : 'no file was written'}`;
}

const STRICT = {
  // A function that ended with 0 may report errors.
  error: 'an error that a function reports is an error of the command',
  warning: 'a warning is an error',
} as const;

/** `found`: severity of the worst results. */
export function notWrittenIfStrict(found: keyof typeof STRICT): string {
  return `with \`--strict\`, ${STRICT[found]}: nothing was written`;
}

/** `pid`: id of a process that holds the lock of a path. */
export function writtenByOther(pid: number, path: string): string {
  return `another process (pid ${pid}) is writing to ${JSON.stringify(path)}: run this again when it has ended`;
}

/** Is about the folder of locks. */
export const OWN_FOLDER_NEEDED = 'must be a folder that only this user can access';

/** `reason`: error about the folder of locks, with its path. */
export function notLocked(reason: string): string {
  return `no lock against other processes that write to the same folder: ${reason}`;
}

/** `count`: number of files. `pid`: id of the process that was killed. */
export function leftoversRemoved(count: number, pid: number): string {
  return `removed ${counted(count, 'temporary file')} of a killed run (pid ${pid})`;
}

const STATES = {
  computing: 'no file was written; raise the limit, run it on fewer files, or check the servers that it reads from',
  writing: 'it was writing files, so that each is either old or new: run it again with a higher limit',
  printing: 'it was printing, so that reports and output are incomplete: run it again with a higher limit',
} as const;

/** `stage`: the one that the call was in. */
export function callTooLong(limit: string, stage: keyof typeof STATES): string {
  return `the call took longer than ${limit} (\`--timeout\`) and was stopped: ${STATES[stage]}`;
}
