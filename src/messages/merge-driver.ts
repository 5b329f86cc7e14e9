/**
 * Messages about the merge driver of git: its setup, and its calls by git. Each function returns the text of a result.
 */

export const DRIVER_UNUSED = 'nothing to undo: git does not use the merge driver';

export const DRIVER_USED = 'git uses the merge driver already';

export const WORK_TREE_NEEDED =
  'the current folder must be in the work tree of a git repository: change to one, or use `--global`';

const RENAME_EFFECT = 'a merge can put an edit into an equal file of another variant';

/** Is about a setting of the user that makes merges follow renames. */
export function renamesFollowed(key: string, value: string, wanted: string): string {
  return `${key} is ${value}: set it to ${wanted}, or ${RENAME_EFFECT}`;
}

/** Is about a setting with which merges follow no renames. */
export function renamesIgnored(key: string, value: string): string {
  return `set ${key} to ${value} in git's configuration (--local): otherwise, ${RENAME_EFFECT}`;
}

/** `scope`: option of `git config`. */
export function settingSet(key: string, scope: string): string {
  return `set ${key} in git's configuration (${scope})`;
}

/** `key`: that of a setting, or of a section. `scope`: option of `git config`. */
export function settingRemoved(key: string, scope: string): string {
  return `removed ${key} from git's configuration (${scope})`;
}

/** `patterns`: files that the driver merges. `file`: the one with attributes. */
export function attributesChanged(
  change: 'added' | 'removed',
  driver: string,
  patterns: readonly string[],
  file: string,
): string {
  return `${change} "merge=${driver}" for ${patterns.join(', ')} in ${file}`;
}

/** `args`: those of the call. */
export function calledByGitOnly(args: readonly string[]): string {
  return `the merge driver must be called as git does it: \`krm-variants merge-driver %O %A %B %L %P [%S %X %Y]\`, not with ${args.length === 0 ? 'no arguments' : `"${args.join(' ')}"`}`;
}

export function markerSizeNeeded(size: string): string {
  return `the size of a marker (%L) must be a number from 1 to 9999, not "${size}"`;
}

export const LOCKS_JOINED =
  'has the locks of both sides, which both applied: run `krm-variants fleet apply` to settle it';
