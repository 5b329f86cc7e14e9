import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFile } from '../../package/file-error.ts';
import { LOCK_FOLDER } from '../fleet-paths.ts';

/** A folder with a lock in the work tree. */
interface LockInTree {
  readonly folder: string;
  /** Reads the lock. Throws a `KrmError` if it cannot be read. */
  readonly read: () => string;
}

/** Returns all folders with a lock. */
export function lockedFolders(root: string): readonly LockInTree[] {
  const top = join(root, LOCK_FOLDER);
  return existsSync(top) ? [...locksBelow(top, '')] : [];
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
