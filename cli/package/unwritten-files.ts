import { existsSync } from 'node:fs';
import { realpathSync } from '../process/host-folders.ts';
import { join } from '../process/host-paths.ts';
import type { Result } from '../../src/krm/index.ts';
import { filesLeftOut } from '../../src/messages/writing.ts';
import { pathsBelow } from './paths-below.ts';
import type { ContentChange } from '../../src/package/index.ts';

/**
 * Returns an info about the files of packages that a new folder does not have, since it gets only files that are read
 * for resources; none if it has all. Ignores `.git` and `node_modules`. `packages`: paths relative to both folders.
 */
export function unwrittenFiles(
  packages: readonly string[],
  { from, to, changes }: { readonly from: string; readonly to: string; readonly changes: readonly ContentChange[] },
): readonly Result[] {
  const removed = new Set(changes.filter(({ after }) => after === undefined).map(({ path }) => path));
  const [root, output] = [realpathSync(from), realpathSync(to)];
  const isMissing = (path: string): boolean => !removed.has(path) && !existsSync(join(output, path));
  const missing = packages.flatMap((folder) =>
    [...pathsBelow(root, folder === '' ? '' : `${folder}/`)].filter((path) => isFile(path) && isMissing(path)),
  );
  if (missing.length === 0) return [];
  return [{ severity: 'info', code: 'file-skipped', message: filesLeftOut(to, missing) }];
}

function isFile(path: string): boolean {
  return !path.endsWith('/') && !path.split('/').includes('node_modules');
}
