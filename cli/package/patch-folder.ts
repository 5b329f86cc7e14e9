import { parse } from 'node:path';
import { isWithin } from './is-within.ts';
import { realPath } from './real-path.ts';

/**
 * Returns the folder to which the paths of a diff are relative: the working directory or, if an input is elsewhere, the
 * top folder. `git apply` accepts the diff there, but no path with `..`.
 */
export function patchFolder(inputs: readonly string[]): string {
  const folder = process.cwd();
  return inputs.every((input) => isWithin(realPath(input) ?? input, folder)) ? folder : parse(folder).root;
}
