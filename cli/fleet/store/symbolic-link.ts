import { join } from 'node:path';
import { foldersAround } from '../../../src/fleet/index.ts';
import { behindLink } from '../../../src/fleet/messages/places.ts';
import { entryAt } from '../../package/entry-at.ts';
import { fileError } from '../../../src/krm/index.ts';

/** Reports whether there is a symbolic link at a path. */
export function isSymbolicLink(path: string): boolean {
  return entryAt(path)?.isSymbolicLink() === true;
}

/** Returns the symbolic link at a path below `root`, or the folder of that path that is one; undefined if there is none. */
export function symbolicLinkTo(root: string, path: string): string | undefined {
  return path === '' ? undefined : foldersAround(path).find((each) => isSymbolicLink(join(root, each)));
}

/** Throws a `KrmError` for a folder behind a symbolic link, which may lead out of the git repository. `root`: its top folder. */
export function refuseBehindLink(root: string, folder: string): void {
  const link = symbolicLinkTo(root, folder);
  if (link !== undefined) throw fileError(folder, 'wrong-file-type', behindLink(link));
}
