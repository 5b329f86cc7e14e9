import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { joinPath } from '../../../src/files/index.ts';
import { foldersAround } from '../../../src/fleet/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import { type Result, fileWarning } from '../../../src/krm/index.ts';
import { entriesBelow } from '../../package/entries-below.ts';
import { isSymbolicLink, symbolicLinkTo } from '../store/symbolic-link.ts';
import { filesLeft } from '../../../src/fleet/messages/apply.ts';
import { specialKind, type Tree } from '../ports.ts';

/** Returns a warning about what stays of a folder whose files are removed, by the reason. `removed`: paths relative to the folder. */
export function leftWarnings(
  tree: Tree,
  folder: string,
  removed: { readonly has: (path: string) => boolean },
): readonly Result[] {
  const special = new Map([...tree.filesBelow(folder)].map(([path, entry]) => [path, specialKind(entry)]));
  const paths = filesIn(tree.root, folder).map((path) => path.slice(folder.length + 1));
  const left = paths
    .filter((path) => !removed.has(path))
    .map((path) => {
      const submodule = foldersAround(path).find((each) => special.get(each) === 'a submodule');
      if (submodule !== undefined) return { path: submodule, kind: 'submodule' } as const;
      const isLink = isSymbolicLink(join(tree.root, folder, path));
      return { path, kind: isLink ? 'symbolic link' : 'file' } as const;
    });
  if (left.length === 0) return [];
  const groups = Array.from(
    groupBy(left, ({ kind }) => kind),
    ([kind, all]) => ({ kind, names: [...new Set(all.map(({ path }) => path))] }),
  );
  return [fileWarning(folder, 'files-left', filesLeft(groups))];
}

/** Returns the paths of all files and links below a folder, relative to the root. Neither links below the folder nor links to it are followed. */
export function filesIn(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder)) || symbolicLinkTo(root, folder) !== undefined) return [];
  return entriesBelow(join(root, folder)).map((path) => joinPath(folder, path));
}
