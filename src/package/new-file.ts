import { isTemporary, isYamlPath } from '../files/index.ts';
import { type KrmError, fileError } from '../krm/index.ts';

/**
 * Returns the error for a new resource in a file that the next run would not read; undefined if it would. `leavesOut`:
 * reports whether a file is excluded from its package.
 */
export function newFileError(path: string, leavesOut: (path: string) => boolean): KrmError | undefined {
  if (!isInside(path)) return fileError(path, 'wrong-place', OUTSIDE);
  const segments = path.split('/');
  if (segments.some(isTemporary)) return fileError(path, 'wrong-place', TEMPORARY);
  if (path.endsWith('.json')) return fileError(path, 'wrong-place', JSON_FILE);
  if (!isYamlPath(path)) return fileError(path, 'wrong-place', UNREAD);
  return leavesOut(path) ? fileError(path, 'wrong-place', LEFT_OUT) : undefined;
}

const OUTSIDE = 'a new file must have a relative path inside the folder';
const TEMPORARY =
  'a new resource must not be in a file or folder with the name of a temporary one: give it another path';
const JSON_FILE =
  'a new resource is written as YAML, and cannot be in a .json file: give it a path that ends in .yaml or .yml';
const UNREAD = 'a new resource must be in a file that is read again: give it a path that ends in .yaml or .yml';
const LEFT_OUT =
  'a new resource must be in a file that is read again, but a .krmignore or `--exclude` leaves this one out: give it another path';

/** Reports whether a relative path stays inside its folder. */
function isInside(path: string): boolean {
  return path.split('/').every((part) => !['', '.', '..'].includes(part));
}
