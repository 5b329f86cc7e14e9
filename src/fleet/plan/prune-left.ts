import { joinPath } from '../../files/index.ts';
import { foldersAround } from '../index.ts';
import { groupBy } from '../../group-by.ts';
import { type Result, fileWarning } from '../../krm/index.ts';
import { filesLeft } from '../messages/apply.ts';
import { specialKind, type Tree } from '../ports.ts';

/** Returns a warning about what stays of a folder whose files are removed, by the reason. `removed`: paths relative to the folder. */
export function leftWarnings(
  tree: Tree,
  folder: string,
  removed: { readonly has: (path: string) => boolean },
): readonly Result[] {
  const special = new Map([...tree.filesBelow(folder)].map(([path, entry]) => [path, specialKind(entry)]));
  const paths = tree.entriesBelow(folder).map((path) => path.slice(folder.length + 1));
  const left = paths
    .filter((path) => !removed.has(path))
    .map((path) => {
      const submodule = foldersAround(path).find((each) => special.get(each) === 'a submodule');
      if (submodule !== undefined) return { path: submodule, kind: 'submodule' } as const;
      const isLink = tree.isLink(joinPath(folder, path));
      return { path, kind: isLink ? 'symbolic link' : 'file' } as const;
    });
  if (left.length === 0) return [];
  const groups = Array.from(
    groupBy(left, ({ kind }) => kind),
    ([kind, all]) => ({ kind, names: [...new Set(all.map(({ path }) => path))] }),
  );
  return [fileWarning(folder, 'files-left', filesLeft(groups))];
}
