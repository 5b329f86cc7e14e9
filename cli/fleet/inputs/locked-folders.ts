import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
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
  if (!existsSync(top)) return [];
  const locks = readdirSync(top, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.lock'),
  );
  return locks.map(({ parentPath, name }) => {
    const file = join(parentPath, name);
    const path = relative(top, file).split(sep).join('/');
    return {
      folder: path.slice(0, -'.lock'.length),
      read: () => withFile(join(LOCK_FOLDER, path), () => readFileSync(file, 'utf8')),
    };
  });
}
