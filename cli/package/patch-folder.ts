import { workingFolder } from '../process/host-folders.ts';
import { join, parse, relative } from '../process/host-paths.ts';
import type { ContentChange } from '../../src/package/index.ts';
import { isWithin } from './is-within.ts';
import { realPath } from './real-path.ts';

/**
 * Returns changes in a package with their paths in a diff, and as shown to users. `root`: its folder, without symbolic
 * links. `named`: the folder as given.
 */
export function shownChanges<T extends ContentChange>(changes: readonly T[], root: string, named: string): T[] {
  const folder = patchFolder([root]);
  return changes.map((change) => {
    return { ...change, path: join(named, change.path), patchPath: relative(folder, join(root, change.path)) };
  });
}

/**
 * Returns the folder to which the paths of a diff are relative: the working directory or, if an input is elsewhere, the
 * top folder. `git apply` accepts the diff there, but no path with `..`.
 */
export function patchFolder(inputs: readonly string[]): string {
  const folder = workingFolder();
  return inputs.every((input) => isWithin(realPath(input) ?? input, folder)) ? folder : parse(folder).root;
}
