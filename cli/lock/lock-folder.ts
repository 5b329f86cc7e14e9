import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFile } from '../package/file-error.ts';
import { fileError } from '../../src/krm/index.ts';

/**
 * Returns the folder of this user's locks, and creates it if it is missing. It is in the temporary folder, which all
 * processes of a user share: `XDG_RUNTIME_DIR` is not set in every session. Throws a `KrmError` if it cannot be created, or
 * if other users may have written to it.
 */
export function lockFolder(): string {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `krm-variants-${user ?? 'locks'}`);
  withFile(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const stats = lstatSync(folder);
  const isOwn = user === undefined || (stats.uid === user && (stats.mode & 0o077) === 0);
  if (!stats.isDirectory() || !isOwn)
    throw fileError(folder, 'access-denied', 'must be a folder that only this user can access');
  return folder;
}
