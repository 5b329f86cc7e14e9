import { join } from 'node:path';
import { foldersAround } from '../../../src/fleet/index.ts';
import { entryAt } from '../../package/entry-at.ts';

/** Reports whether there is a symbolic link at a path. */
export function isSymbolicLink(path: string): boolean {
  return entryAt(path)?.isSymbolicLink() === true;
}

/** Returns the symbolic link at a path below `root`, or the folder of that path that is one; undefined if there is none. */
export function symbolicLinkTo(root: string, path: string): string | undefined {
  return path === '' ? undefined : foldersAround(path).find((each) => isSymbolicLink(join(root, each)));
}
