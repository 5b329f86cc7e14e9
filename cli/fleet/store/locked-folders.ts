import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../../../src/fleet/index.ts';
import { withFile } from '../../package/file-error.ts';
import { LOCK_FOLDER } from '../../../src/fleet/inputs/fleet-paths.ts';
import type { LockInTree } from '../../../src/fleet/ports.ts';

/** Returns all folders with a lock. */
export function lockedFolders(root: string): readonly LockInTree[] {
  const top = join(root, LOCK_FOLDER);
  // Whoever can push to a git repository could name any other folder.
  return existsSync(top) ? [...locksBelow(top, '')].filter(({ folder }) => packagePath(folder) === folder) : [];
}

/** `folder`: path below the top with a slash at its end, or ''. */
function* locksBelow(top: string, folder: string): Generator<LockInTree> {
  for (const entry of readdirSync(join(top, folder), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) yield* locksBelow(top, `${path}/`);
    else if (entry.isFile() && entry.name.endsWith('.lock'))
      yield {
        folder: path.slice(0, -'.lock'.length),
        read: () => withFile(join(LOCK_FOLDER, path), () => readFileSync(join(top, path), 'utf8')),
      };
  }
}
