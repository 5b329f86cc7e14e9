import { realpathSync } from '../process/host-folders.ts';

/** Returns a path without symbolic links; undefined if no file has it. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
