import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_NAME } from '../../../src/fleet/index.ts';

/**
 * Returns the name, or the name with a number, of a file that does not exist. `fileOf`: path of the file of a name, relative to `root`. `taken`: names of
 * files that are still to be written. Default: none.
 */
export function freeName(
  name: string,
  { root, fileOf, taken = new Set() }: { root: string; fileOf: (name: string) => string; taken?: ReadonlySet<string> },
): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? '' : `-${count}`;
    const free = `${name.slice(0, MAX_NAME - end.length).replace(/-$/, '')}${end}`;
    if (!taken.has(free) && !existsSync(join(root, fileOf(free)))) return free;
  }
}
